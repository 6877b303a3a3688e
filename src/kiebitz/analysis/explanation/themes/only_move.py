"""A move without an alternative."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from kiebitz.analysis.explanation.asker import Asker
from kiebitz.analysis.explanation.fact import Fact, Proof
from kiebitz.analysis.explanation.shown_line import ShownLine
from kiebitz.analysis.explanation.themes.material import centipawns

GOOD = -50
"""From how many centipawns on a move is good."""
NO_LONGER_GOOD = 50
"""At most so many centipawns the next best one keeps: whoever was ahead no longer is."""
MARGIN = 300
"""By how many centipawns the next best move must be worse."""


@dataclass(frozen=True, slots=True, kw_only=True)
class OnlyMove(Fact):
    """Every other move than the line's first gives the advantage away, or the game."""

    theme: ClassVar[str] = "only move"
    proof: ClassVar[Proof] = Proof.SEARCH

    second: str
    """The next best move, as UCI text."""
    centipawns: int | None
    """How much worse it is; None if it is mated."""


def find_only_move(best: ShownLine, asker: Asker) -> OnlyMove | None:
    """The best move, if all others, searched together, are much worse, and it is good and they are not.

    A mate says enough, to take back what has just been taken is too plain to be spoken of, and who has one move only
    doesn't choose.
    """
    if best.score.mate is not None or centipawns(best.score) < GOOD:
        return None
    start, first = best.start, best.moves[0]
    if start.move_stack and start.peek().to_square == first.to_square:
        return None
    others = [move for move in start.legal_moves if move != first]
    lines = asker.lines(start, 1, among=others) if others else ()
    if not lines:
        return None
    second = lines[0]
    worse = centipawns(best.score) - centipawns(second.score)
    if centipawns(second.score) > NO_LONGER_GOOD or worse < MARGIN:
        return None
    return OnlyMove(
        fen=best.fen,
        chess960=start.chess960,
        line=best.uci[:1],
        second=second.uci[0],
        centipawns=worse if second.score.mate is None else None,
    )
