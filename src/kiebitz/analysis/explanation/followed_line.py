"""A line followed beyond what its search found: what comes of it, where nothing happens as far as that saw.

What a fault costs may come later than the line of one search shows: a pawn that falls ten moves on, an ending that is
lost by a pawn's race. So the position at the line's end is searched, and that at the end of what was found there, until
enough has been seen. What is claimed rests on the value of the first search as well: it must agree with what happens.
"""

from __future__ import annotations

from kiebitz.analysis.explanation.asker import Asker
from kiebitz.analysis.explanation.shown_line import ShownLine
from kiebitz.analysis.explanation.themes.material import FOLLOWED

STEP_PLIES = 8
"""The plies of a search's line that are believed before the next one: ends of lines are made of what is left over."""


def followed(line: ShownLine, asker: Asker) -> ShownLine:
    """The line, extended by further searches to ``FOLLOWED.max_plies``; its score stays. Raises as ``Asker.lines``."""
    board = line.start.copy()
    moves = list(line.moves[: max(STEP_PLIES, line.depth)])
    for move in moves:
        board.push(move)
    while len(moves) < FOLLOWED.max_plies and not board.is_game_over(claim_draw=True):
        found = asker.lines(board)
        if not found or not found[0].moves:
            break
        for move in found[0].moves[:STEP_PLIES]:
            moves.append(move)
            board.push(move)
    return ShownLine.of(line.start, moves, line.score, len(moves))
