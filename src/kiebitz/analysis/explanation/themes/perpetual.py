"""A draw by checks without end."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from kiebitz.analysis.explanation.fact import Fact, Proof
from kiebitz.analysis.explanation.man import balance
from kiebitz.analysis.explanation.shown_line import ShownLine
from kiebitz.analysis.explanation.themes.material import ALONE, centipawns
from kiebitz.engine.score import Score

BEHIND = 2
"""By how many pawns a side must be behind to be worse."""
WORSE = -150
"""Or what another move is worth to it at most, in centipawns."""
CYCLE = 4
"""The fewest plies from a position to the same one again."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PerpetualCheck(Fact):
    """The line gives check until a position has come again, by the side that was worse."""

    theme: ClassVar[str] = "perpetual check"
    proof: ClassVar[Proof] = Proof.SEARCH

    again: int
    """After how many plies the position stood for the first time in which the line ends."""


def find_perpetual(line: ShownLine, otherwise: Score | None = None) -> PerpetualCheck | None:
    """A line worth nothing to either side, in which a position comes again and its mover, who is worse, always checks.

    It is worse if it is behind in men, or if ``otherwise`` is bad: what it would have had if the other side, or it
    itself, had moved otherwise, in its view. The search must have looked a few plies further.
    """
    if line.score.mate is not None or line.score.centipawns != 0:
        return None
    is_behind = balance(line.start, line.side) <= -BEHIND
    if not is_behind and (otherwise is None or centipawns(otherwise) > WORSE):
        return None
    seen = [board.epd() for board in line.boards]
    for end in range(CYCLE, len(seen)):
        first = next((ply for ply in range(end - CYCLE, -1, -1) if seen[ply] == seen[end]), None)
        if first is None:
            continue
        if line.depth < end + ALONE.plies_beyond:
            return None
        checked = line.boards[first + 1 : end + 1]
        if not all(board.is_check() for board in checked if board.turn is not line.side):
            return None
        return PerpetualCheck(fen=line.fen, chess960=line.start.chess960, line=line.uci[:end], again=first)
    return None
