"""Winning chances from an evaluation, as the programs of a game reckon them."""

from __future__ import annotations

import math
from dataclasses import dataclass

from kiebitz.engine.score import Score


@dataclass(frozen=True, slots=True)
class Chances:
    """How an evaluation becomes winning chances; both take the same side's view."""

    steepness: float
    """How fast chances change with an evaluation, per centipawn; at 0 they are 50%."""
    most: int
    """Where an evaluation is cut off, in centipawns; also what a mate counts where a number is asked for."""

    def win_percent(self, centipawns: int) -> float:
        """Winning chances from 0 to 100."""
        cut = max(-self.most, min(self.most, centipawns))
        return 50 + 50 * (2 / (1 + math.exp(-self.steepness * cut)) - 1)

    def of(self, score: Score, *, mated: float = 100.0) -> float:
        """Winning chances from 0 to 100 by a score; ``mated`` where mate is on the board."""
        if score.mate is not None:
            return mated if score.mate == 0 else 100.0 * (score.mate > 0)
        return self.win_percent(score.centipawns or 0)
