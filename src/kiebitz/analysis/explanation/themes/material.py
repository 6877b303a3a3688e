"""Material won at the quiet end of a line."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import ClassVar

import chess

from kiebitz.analysis.explanation.exchange import is_quiet
from kiebitz.analysis.explanation.fact import Fact, Proof
from kiebitz.analysis.explanation.man import PAWNS, balance
from kiebitz.analysis.explanation.shown_line import ShownLine
from kiebitz.engine.score import Score

MAX_PLIES = 8
"""How long a line may take to win something."""
PLIES_BEYOND = 2
"""How much deeper the search must have looked than the line is long."""
AGREEMENT = 75
"""How many centipawns of each pawn won the searched value must show."""
DOUBT = 50
"""And how many more, in all: a value that is just high enough may be so for other reasons."""
DOUBT_BESIDE_DRAW = 150
"""So many where it would otherwise be a draw: what draws there may draw here as well, out of the search's sight."""
CENTIPAWNS = 100
MATE_CENTIPAWNS = 10_000
"""What a mate counts where values are compared."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MaterialWon(Fact):
    """Whoever moves first in the line comes out of it with more."""

    theme: ClassVar[str] = "material"
    proof: ClassVar[Proof] = Proof.SEARCH

    won: tuple[str, ...]
    """The men won, as White's letters, the heaviest first; what was traded for its like left out."""
    paid: tuple[str, ...]
    """The men given for them."""
    pawns: int
    """What was won, less what was paid, in pawns."""


def find_material(line: ShownLine, otherwise: Score | None = None) -> MaterialWon | None:
    """Material won by a line for the side that moves first.

    The line shown ends at the first quiet position (``is_quiet``) from which on material stays won at every quiet
    position of the line, as far as the search's depth reaches; it must reach a few plies further. Promotions end the
    counting. The search's value must show what is won (``shows``) beyond the men on the board and beyond ``otherwise``:
    what the side would have had if the other one, or it itself, had moved otherwise, in its view. A capture just made
    by the other side is taken back first: whoever retakes wins nothing.
    """
    side = line.side
    before = max(balance(line.start, side), _before_capture(line.start, side))
    if not shows(line, 1, before, otherwise):
        return None
    moves = line.moves[: line.depth]
    reach = next((ply for ply, move in enumerate(moves) if move.promotion), len(moves))
    gains = [balance(board, side) - before for board in line.boards[: reach + 1]]
    end, lasting = None, max(gains)
    if lasting < 1:
        return None
    # From the end: to find out whether a position is quiet takes long, and a loss ends what can have been won before.
    for ply in range(reach, 0, -1):
        if gains[ply] <= lasting and is_quiet(line.boards[ply]):
            if gains[ply] < 1:
                break
            end, lasting = ply, gains[ply]
    if end is None or end > MAX_PLIES or line.depth < end + PLIES_BEYOND:
        return None
    if not shows(line, gains[end], before, otherwise):
        return None
    won, paid = _traded(line.start, line.boards[end], side)
    if sum(PAWNS[piece] for piece in won) - sum(PAWNS[piece] for piece in paid) != gains[end]:
        return None  # part of it had been won before
    return MaterialWon(
        fen=line.fen,
        chess960=line.start.chess960,
        line=line.uci[:end],
        won=_letters(won),
        paid=_letters(paid),
        pawns=gains[end],
    )


def shows(line: ShownLine, gain: int, before: int, otherwise: Score | None) -> bool:
    """Whether a line's value shows a gain (pawns), beyond the balance of men before it and beyond ``otherwise``."""
    reference, doubt = CENTIPAWNS * before, DOUBT
    if otherwise is not None:
        reference = max(reference, centipawns(otherwise))
        doubt = DOUBT if centipawns(otherwise) else DOUBT_BESIDE_DRAW
    return centipawns(line.score) >= reference + AGREEMENT * gain + doubt


def centipawns(score: Score) -> int:
    """A score as a number to compare: a mate is more than any evaluation."""
    if score.mate is None:
        return score.centipawns or 0
    return MATE_CENTIPAWNS if score.mate > 0 else -MATE_CENTIPAWNS


def _before_capture(board: chess.Board, side: chess.Color) -> int:
    """A side's balance before the last move, if it is known."""
    if not board.move_stack:
        return balance(board, side)
    before = board.copy(stack=1)
    before.pop()
    return balance(before, side)


def _traded(before: chess.Board, after: chess.Board, side: chess.Color) -> tuple[list[int], list[int]]:
    """What the other side lost and what this one lost, without what was traded for its like."""
    won, paid = (_lost(before, after, colour) for colour in (not side, side))
    for piece in list(won):
        like = next((other for other in (piece, *paid) if other in paid and PAWNS[other] == PAWNS[piece]), None)
        if like is not None:
            won.remove(piece)
            paid.remove(like)
    return won, paid


def _lost(before: chess.Board, after: chess.Board, colour: chess.Color) -> list[int]:
    """The pieces that a side has no longer."""
    lost = Counter({piece: len(before.pieces(piece, colour)) - len(after.pieces(piece, colour)) for piece in PAWNS})
    return list(lost.elements())


def _letters(pieces: list[int]) -> tuple[str, ...]:
    return tuple(
        chess.piece_symbol(piece).upper() for piece in sorted(pieces, key=lambda piece: (-PAWNS[piece], -piece))
    )
