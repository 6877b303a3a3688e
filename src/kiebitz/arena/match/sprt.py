"""The sequential probability ratio test: a match that ends as soon as the result is clear, as pure functions.

Two hypotheses about the Elo difference are fixed before the match, H0: ``elo0`` and H1: ``elo1``. After each pair of
games the log-likelihood ratio of the two is compared with two bounds; it leaves them upwards (H1 is accepted) or
downwards (H0), and is then wrong with probability ``beta`` or ``alpha`` at most (Wald 1945).

A hypothesis fixes only the mean of the results, not how often each occurs. The *generalised* ratio takes, for each
hypothesis, the distribution that fits the observed counts best among all that agree with it (maximum likelihood on the
multinomial of pairs). Its form, p_i = q_i / (1 + x f_i) for observed frequencies q_i and a constraint sum p_i f_i = 0,
follows from Lagrange multipliers. Michel Van den Bergh, "The Generalized Sequential Probability Ratio Test" and
"Comments on Normalized Elo", section 4.1. Elo scales and counts: see ``kiebitz.arena.match.elo``.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from kiebitz.arena.match.elo import NORMALIZED_ELO, games_per_unit, score_of_elo

Model = Literal["logistic", "normalized"]
Verdict = Literal["H0", "H1"]

DEFAULT_ERROR = 0.05
# The difference of a hypothesis: far beyond, a score can't be told from all points.
MOST_ELO = 2000
# A result that was never seen is not impossible; counts of nothing become this (as in fishtest).
UNSEEN = 1e-3
_EVEN = 0.5
_BISECTIONS = 60
_REFINEMENTS = 20
_SETTLED = 1e-9


@dataclass(frozen=True, slots=True)
class Sprt:
    """A test with its bounds. Raises ValueError for hypotheses or error rates that make none."""

    elo0: float
    """Elo difference of H0: no (sufficient) gain."""
    elo1: float
    """Elo difference of H1: a gain."""
    alpha: float = DEFAULT_ERROR
    """Probability of accepting H1 where H0 is true."""
    beta: float = DEFAULT_ERROR
    """Probability of accepting H0 where H1 is true."""
    model: Model = "logistic"
    """The Elo scale of the hypotheses."""

    def __post_init__(self) -> None:
        if not all(abs(each) <= MOST_ELO for each in (self.elo0, self.elo1)):
            raise ValueError(f"an SPRT's Elo differences are at most {MOST_ELO:,}, not {self.elo0:g} and {self.elo1:g}")
        if self.elo0 >= self.elo1:
            raise ValueError(f"an SPRT needs elo0 < elo1, not {self.elo0:g} and {self.elo1:g}")
        if not (0 < self.alpha < _EVEN and 0 < self.beta < _EVEN):
            raise ValueError(f"error rates lie between 0 and 0.5, not {self.alpha:g} and {self.beta:g}")

    @property
    def lower(self) -> float:
        """The ratio at which H0 is accepted."""
        return math.log(self.beta / (1 - self.alpha))

    @property
    def upper(self) -> float:
        """The ratio at which H1 is accepted."""
        return math.log((1 - self.beta) / self.alpha)

    def ratio(self, counts: Sequence[float]) -> float:
        """The generalised log-likelihood ratio of the counts; 0 for none."""
        return log_likelihood_ratio(counts, self.elo0, self.elo1, self.model)

    def verdict(self, counts: Sequence[float]) -> Verdict | None:
        """The hypothesis accepted, or None while the match must go on."""
        ratio = self.ratio(counts)
        return "H1" if ratio >= self.upper else "H0" if ratio <= self.lower else None


def log_likelihood_ratio(counts: Sequence[float], elo0: float, elo1: float, model: Model = "logistic") -> float:
    """log(likelihood of H1 / likelihood of H0), each at its best. Raises ValueError for counts of a wrong length."""
    games = games_per_unit(counts)
    if not sum(counts):
        return 0.0
    regular = [count or UNSEEN for count in counts]
    number = sum(regular)
    seen = [count / number for count in regular]
    scores = [index / (len(counts) - 1) for index in range(len(counts))]
    if model == "logistic":
        under0, under1 = (fit_mean(seen, scores, score_of_elo(elo)) for elo in (elo0, elo1))
    else:
        under0, under1 = (fit_deviations(seen, scores, elo / NORMALIZED_ELO * math.sqrt(games)) for elo in (elo0, elo1))
    return number * sum(q * math.log(p1 / p0) for q, p0, p1 in zip(seen, under0, under1, strict=True))


def fit_mean(seen: Sequence[float], scores: Sequence[float], mean: float) -> list[float]:
    """The distribution closest to the one seen whose mean score is ``mean``."""
    return _tilted(seen, [score - mean for score in scores])


def fit_deviations(seen: Sequence[float], scores: Sequence[float], deviations: float) -> list[float]:
    """The distribution closest to the one seen whose mean is so many of its own standard deviations above ½.

    The constraint isn't linear in the distribution; it is linearised around the last solution until that stands. From
    a distribution as far from ½ as wanted, or farther, each step leads to another, for the tangent lies above the
    root. So every linearised constraint can be kept.
    """
    fitted = _far_enough(seen, scores, deviations)
    for _ in range(_REFINEMENTS):
        mean, deviation = _mean_and_deviation(fitted, scores)
        before = fitted
        fitted = _tilted(
            seen,
            [score - _EVEN - deviations * deviation * (1 + ((score - mean) / deviation) ** 2) / 2 for score in scores],
        )
        if max(abs(new - old) for new, old in zip(fitted, before, strict=True)) < _SETTLED:
            break
    return fitted


def _far_enough(seen: Sequence[float], scores: Sequence[float], deviations: float) -> list[float]:
    """A distribution at least so many of its standard deviations away from ½: as seen, but for the best or worst score.

    Begun far from what was seen, the steps may end at a worse solution: there can be several.
    """
    fitted = list(seen)
    sign = math.copysign(1, deviations)
    favourite = -1 if sign > 0 else 0
    while True:
        mean, deviation = _mean_and_deviation(fitted, scores)
        if (mean - _EVEN) * sign >= abs(deviations) * deviation:
            return fitted
        fitted = [p / 2 for p in fitted]
        fitted[favourite] += _EVEN


def _mean_and_deviation(probabilities: Sequence[float], scores: Sequence[float]) -> tuple[float, float]:
    """The mean score of a distribution and its standard deviation."""
    mean = sum(p * score for p, score in zip(probabilities, scores, strict=True))
    return mean, math.sqrt(sum(p * (score - mean) ** 2 for p, score in zip(probabilities, scores, strict=True)))


def _tilted(seen: Sequence[float], functions: Sequence[float]) -> list[float]:
    """p_i = q_i / (1 + x f_i), with the x for which sum p_i f_i is 0; the sum falls with x."""
    low, high = -1 / max(functions), -1 / min(functions)
    for _ in range(_BISECTIONS):
        middle = (low + high) / 2
        if sum(q * f / (1 + middle * f) for q, f in zip(seen, functions, strict=True)) > 0:
            low = middle
        else:
            high = middle
    multiplier = (low + high) / 2
    return [q / (1 + multiplier * f) for q, f in zip(seen, functions, strict=True)]
