"""Playing below full strength: fewer positions a move, and a choice among the best lines by scores with noise.

``LEVELS`` maps ratings to nodes and noise; ratings between are interpolated. The differences between the rows are what
``tools/calibrate_strength.py`` measures by letting neighbouring levels play each other; the scale as a whole is
anchored by convention, because ratings of people can't be measured here.
"""

from __future__ import annotations

import math
from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, replace

from kiebitz.limit import Limit
from kiebitz.line import Line

CANDIDATES = 6
"""How many lines the choice is made from."""
SCORE_CLIP = 1000
"""A mate and any decisive advantage count as so many centipawns."""


@dataclass(frozen=True, slots=True)
class Level:
    """One strength."""

    elo: int
    nodes: int
    """Positions to visit for a move."""
    noise: float
    """Standard deviation of what is added to each line's score, in centipawns."""


LEVELS = (
    Level(600, 145, 258.0),
    Level(800, 480, 143.0),
    Level(1000, 800, 109.0),
    Level(1200, 1_420, 77.0),
    Level(1400, 2_480, 52.0),
    Level(1600, 3_960, 35.0),
    Level(1800, 6_700, 24.0),
    Level(2000, 11_500, 15.0),
    Level(2200, 20_000, 8.0),
    Level(2400, 50_000, 0.0),
)
LEAST_ELO, MOST_ELO = LEVELS[0].elo, LEVELS[-1].elo


def level_of(elo: int) -> Level:
    """The level of a rating, interpolated: nodes by ratio, noise linearly. Raises ValueError beyond the table."""
    if not LEAST_ELO <= elo <= MOST_ELO:
        raise ValueError(f"a level of {elo} is outside {LEAST_ELO} to {MOST_ELO}")
    index = min(bisect_right([level.elo for level in LEVELS], elo), len(LEVELS) - 1)
    below, above = LEVELS[index - 1], LEVELS[index]
    share = (elo - below.elo) / (above.elo - below.elo)
    nodes = math.exp(math.log(below.nodes) * (1 - share) + math.log(above.nodes) * share)
    return Level(elo, round(nodes), below.noise * (1 - share) + above.noise * share)


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
