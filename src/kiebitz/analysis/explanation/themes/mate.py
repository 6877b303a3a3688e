"""A forced mate."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from kiebitz.analysis.explanation.asker import Asker
from kiebitz.analysis.explanation.fact import Fact, Proof
from kiebitz.analysis.explanation.shown_line import ShownLine

MAX_MOVES = 8
"""The longest mate that is spoken of."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ForcedMate(Fact):
    """The side that moves first in the line mates, whatever is answered."""

    theme: ClassVar[str] = "mate"
    proof: ClassVar[Proof] = Proof.MATE_SEARCH

    in_moves: int
    """Moves to mate; 1 is mate at once."""


def find_mate(line: ShownLine, asker: Asker) -> ForcedMate | None:
    """A mate as ``mate_shown`` has it, and another search finds it as well."""
    mate = mate_shown(line)
    return mate if mate and (mate.in_moves == 1 or asker.has_mate(line.start, mate.in_moves)) else None


def mate_shown(line: ShownLine) -> ForcedMate | None:
    """A mate by the side that moves first, by the line alone: it ends with it, and is as long as its score says."""
    moves = line.score.mate
    if moves is None or not 0 < moves <= MAX_MOVES or len(line.moves) != 2 * moves - 1:
        return None
    if not line.boards[-1].is_checkmate():
        return None
    return ForcedMate(fen=line.fen, chess960=line.start.chess960, line=line.uci, in_moves=moves)
