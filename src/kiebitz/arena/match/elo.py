"""Strength from match results, as pure functions.

Counts are results by value, worst first, all from the first player's view: five numbers for pairs of games with colours
swapped (pentanomial: 0, ½, 1, 1½ and 2 points of 2), or three for single games (losses, draws, wins). Pairs are the
better unit: an opening that favours one side shows in both games of a pair, and a pair of games is what is independent
of the next. Scores are fractions of the points, from 0 to 1.

Two scales:

- *logistic* Elo, what rating lists print: score = 1 / (1 + 10^(-elo / 400));
- *normalized* Elo, which doesn't depend on how drawish the openings are: the score's distance from ½ in standard
  deviations of one game, times 800 / ln 10 (for small differences between equal players without draws it is the
  logistic Elo). Michel Van den Bergh, "Normalized Elo" and "Comments on Normalized Elo" (2020-2021).
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import NormalDist

CONFIDENCE = 0.95
# Logistic Elo that one standard deviation of score is worth at ½, where a game's deviation is ½.
NORMALIZED_ELO = 800 / math.log(10)
_NORMAL = NormalDist()
DEVIATIONS = _NORMAL.inv_cdf((1 + CONFIDENCE) / 2)
_EVEN = 0.5
GAMES_BY_LENGTH = {3: 1, 5: 2}


@dataclass(frozen=True, slots=True)
class Estimate:
    """A value with its 95% confidence interval; infinite ends say that nothing is known."""

    value: float
    """The most likely value."""
    low: float
    """Lower end of the interval."""
    high: float
    """Upper end of the interval."""

    @property
    def error(self) -> float:
        """Half the width of the interval."""
        return (self.high - self.low) / 2


def games_per_unit(counts: Sequence[float]) -> int:
    """Number of games in one counted unit: 2 for pentanomial counts, 1 for trinomial ones. Raises ValueError."""
    try:
        return GAMES_BY_LENGTH[len(counts)]
    except KeyError:
        raise ValueError(f"{len(counts)} counts; give 5 (pairs of games) or 3 (games), worst first") from None


def moments(counts: Sequence[float]) -> tuple[float, float, float]:
    """Number of units, mean score and variance of one unit's score; the mean of nothing is ½."""
    games_per_unit(counts)
    number = float(sum(counts))
    if not number:
        return 0.0, _EVEN, 0.0
    step = 1 / (len(counts) - 1)
    mean = sum(index * step * count for index, count in enumerate(counts)) / number
    variance = sum((index * step - mean) ** 2 * count for index, count in enumerate(counts)) / number
    return number, mean, variance


def elo_of_score(score: float) -> float:
    """Logistic Elo of an expected score; infinite at 0 and 1."""
    if score <= 0:
        return -math.inf
    if score >= 1:
        return math.inf
    return -400 * math.log10(1 / score - 1)


def score_of_elo(elo: float) -> float:
    """Expected score of a logistic Elo difference."""
    return 1 / (1 + 10 ** (-elo / 400))


def logistic(counts: Sequence[float]) -> Estimate:
    """Logistic Elo difference with its interval (normal approximation on the score)."""
    number, mean, variance = moments(counts)
    if not variance:
        return Estimate(elo_of_score(mean), -math.inf, math.inf)
    margin = DEVIATIONS * math.sqrt(variance / number)
    return Estimate(elo_of_score(mean), elo_of_score(mean - margin), elo_of_score(mean + margin))


def normalized(counts: Sequence[float]) -> Estimate:
    """Normalized Elo difference with its interval; the deviation is taken as known."""
    number, mean, variance = moments(counts)
    if not variance:
        return Estimate(0.0 if mean == _EVEN else math.copysign(math.inf, mean - _EVEN), -math.inf, math.inf)
    deviation_of_game = math.sqrt(variance * games_per_unit(counts))
    margin = DEVIATIONS * math.sqrt(variance / number)
    low, value, high = (
        (score - _EVEN) / deviation_of_game * NORMALIZED_ELO for score in (mean - margin, mean, mean + margin)
    )
    return Estimate(value, low, high)


def likelihood_of_superiority(counts: Sequence[float]) -> float:
    """Probability that the first player is the stronger one, from 0 to 1."""
    number, mean, variance = moments(counts)
    if not variance:
        # All alike, as coins that fall on one side: with any chance of it as likely beforehand (Laplace).
        one_way = 1 - 0.5 ** (number + 1)
        return _EVEN if mean == _EVEN else one_way if mean > _EVEN else 1 - one_way
    return _NORMAL.cdf((mean - _EVEN) / math.sqrt(variance / number))
