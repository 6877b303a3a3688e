"""A move without an alternative."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from kiebitz.explanation.fact import Fact, Proof
from kiebitz.explanation.shown_line import ShownLine
from kiebitz.explanation.themes.material import centipawns

MARGIN = 150
"""By how much the second-best move must be worse, in centipawns."""
DECIDED = 700
"""Beyond this many centipawns the game is decided; a move that stays beyond them isn't worse."""


@dataclass(frozen=True, slots=True, kw_only=True)
class OnlyMove(Fact):
    """Every other move than the line's first is much worse."""

    theme: ClassVar[str] = "only move"
    proof: ClassVar[Proof] = Proof.SEARCH

    second: str
    """The second-best move, as UCI text."""
    centipawns: int
    """How much worse it is, evaluations cut off where a game is decided."""


def find_only_move(lines: Sequence[ShownLine]) -> OnlyMove | None:
    """The best of at least two lines, if the second one is much worse and the best isn't lost.

    To take back what has just been taken is too plain to be called so, and a mate says enough.
    """
    if len(lines) < 2 or (lines[0].score.mate or 0) > 0:
        return None
    best, second = lines[0], lines[1]
    values = [max(-DECIDED, min(DECIDED, centipawns(line.score))) for line in (best, second)]
    if values[0] - values[1] < MARGIN or values[0] <= -DECIDED:
        return None
    stack = best.start.move_stack
    if stack and stack[-1].to_square == best.moves[0].to_square:
        return None
    return OnlyMove(
        fen=best.fen,
        chess960=best.start.chess960,
        line=best.uci[:1],
        second=second.uci[0],
        centipawns=values[0] - values[1],
    )
