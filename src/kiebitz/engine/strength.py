"""Playing below full strength: fewer positions a move, and a choice among the best lines by scores with noise.

``LEVELS`` maps ratings to nodes and noise; ratings between are interpolated. All of them search several lines, so that
nothing jumps from one to the next. How the table came about: neighbouring levels played each other
(``tools/calibrate_strength.py``); the measured differences gave a curve of rating over nodes, on which the levels were
placed 200 apart; then they were measured again, all of them. What was measured, with its errors, stands in the ledger
of experiments. The scale as a whole is anchored by convention: nobody with a rating has played against it.
"""

from __future__ import annotations

import math
from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, replace

from kiebitz.engine.eras import TODAY
from kiebitz.engine.limit import Limit
from kiebitz.engine.line import Line

CANDIDATES = 6
"""How many lines the choice is made from."""
SCORE_CLIP = 1000
"""A mate and any decisive advantage count as so many centipawns."""


@dataclass(frozen=True, slots=True)
class Level:
    """What a player of one rating may search, and how much it errs."""

    elo: int
    """The rating."""
    nodes: int
    """Positions to visit for a move."""
    noise: float
    """Standard deviation of what is added to each line's score, in centipawns."""


LEVELS = (
    Level(600, 145, 258.0),
    Level(800, 425, 157.0),
    Level(1000, 820, 108.0),
    Level(1200, 1_400, 78.0),
    Level(1400, 2_230, 56.5),
    Level(1600, 3_400, 40.0),
    Level(1800, 5_300, 29.0),
    Level(2000, 8_700, 19.5),
    Level(2200, 15_000, 11.3),
    Level(2400, 26_000, 5.4),
)
MIN_ELO, MAX_ELO = LEVELS[0].elo, LEVELS[-1].elo


def level_of(elo: int) -> Level:
    """The level of a rating, interpolated: nodes by ratio, noise linearly. Raises ValueError beyond the table."""
    if not MIN_ELO <= elo <= MAX_ELO:
        raise ValueError(f"a level of {elo} is outside {MIN_ELO} to {MAX_ELO}")
    index = min(bisect_right([level.elo for level in LEVELS], elo), len(LEVELS) - 1)
    below, above = LEVELS[index - 1], LEVELS[index]
    share = (elo - below.elo) / (above.elo - below.elo)
    nodes = math.exp(math.log(below.nodes) * (1 - share) + math.log(above.nodes) * share)
    return Level(elo, round(nodes), below.noise * (1 - share) + above.noise * share)


def settings_of(era: str) -> dict[str, str]:
    """What an engine that plays at a level is told beside its era: today's has the evaluation of the measurements."""
    return {"evaluation": "classical"} if era == TODAY else {}


class Handicap:
    """A player of one level. With the same seed and the same searches it chooses the same moves."""

    def __init__(self, level: Level, seed: int | None = None) -> None:
        import random  # Here, because the table of levels is read before ``uciok``, which shall be quick.

        self.level = level
        self._random = random.Random(seed)

    @property
    def candidates(self) -> int:
        """How many lines to search."""
        return CANDIDATES if self.level.noise else 1

    def limit(self, limit: Limit) -> Limit:
        """A limit with the level's nodes, if it is not stricter by itself."""
        return replace(limit, nodes=min(limit.nodes or self.level.nodes, self.level.nodes))

    def choose(self, lines: Sequence[Line]) -> Line | None:
        """The line to play; None if there is none."""
        noise = self.level.noise
        return max(
            lines, key=lambda line: line.score.clipped(SCORE_CLIP) + self._random.gauss(0.0, noise), default=None
        )
