"""``!``: a move by far the best, and none that one plays at sight.

It must be what the engine would play itself, in a game that isn't lost, and every other one a blunder beside it, by two
searches: one of all others, as long as that of the position, and then one of the move and the best of them alone, three
times as long (``explanation.asker``). What a search of a few plies finds one plays at sight; nor does anybody earn
praise who takes back, gets out of check, or mates in two.
"""

from __future__ import annotations

from kiebitz.analysis.explanation.asker import Asker
from kiebitz.analysis.explanation.reason import Reason, Role
from kiebitz.analysis.explanation.shown_line import ShownLine
from kiebitz.analysis.explanation.themes.only_move import may_be_only_move, next_best, only_move
from kiebitz.analysis.judging.judgement import MAX_CENTIPAWNS, THRESHOLDS, win_percent

NAG = 1
"""The Numeric Annotation Glyph of PGN for ``!``."""
SYMBOL = "!"
PLIES_AT_SIGHT = 3
"""The plies of a search that sees at sight."""
MATE_AT_SIGHT = 2
MARGIN = THRESHOLDS[0][0]
"""So many points of the winning chances the next best move must lose: those of a blunder."""


def may_be_praised(line: ShownLine) -> bool:
    """True if the first move of a line, which the engine would play itself, is worth a longer look."""
    is_plain = line.start.is_check() or (line.score.mate is not None and line.score.mate <= MATE_AT_SIGHT)
    return not is_plain and may_be_only_move(line, mates=True)


def find_praise(line: ShownLine, asker: Asker) -> Reason | None:
    """Why a move that ``may_be_praised`` has earned a ``!``; None if it hasn't."""
    start, first = line.start, line.moves[0]
    if asker.at_sight(start, (), PLIES_AT_SIGHT) == first:
        return None
    other = next_best(line, asker)
    if other is None or _lead(line, other) < MARGIN:
        return None
    both = asker.compared(start, other.moves[0])
    if len(both) < 2 or both[0].moves[0] != first or _lead(*both) < MARGIN:
        return None
    return Reason(Role.PLAYED, only_move(line, both[1]))


def _lead(best: ShownLine, other: ShownLine) -> float:
    """The lead of a line over another, in points of the winning chances."""
    return win_percent(best.score.clipped(MAX_CENTIPAWNS)) - win_percent(other.score.clipped(MAX_CENTIPAWNS))
