"""Means, shares and rates with their 95% intervals."""

from __future__ import annotations

import math
from collections.abc import Iterable

from kiebitz.arena.match.elo import Estimate

# Two-sided 95% points of Student's distribution by degrees of freedom, where a series doesn't give them; of the normal.
_STUDENT_95 = (12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228)
_NORMAL_95 = 1.959964
# If nothing is seen in n trials, the rate is below 3 / n with 95% confidence.
RULE_OF_THREE = 3.0
# What lies outside a 95% interval on each side; halvings that find an end to a double's precision.
_TAIL_95, _HALVINGS = 0.025, 53


def mean(values: Iterable[float], games: Iterable[object] | None = None) -> Estimate:
    """The arithmetic mean with its 95% interval, which is infinite for a single value. Raises ValueError for none.

    ``games`` says what each value comes from, where several may come from one: these depend on each other, so that
    the interval goes by games (cluster-robust errors, Liang & Zeger 1986).
    """
    numbers = list(values)
    if not numbers:
        raise ValueError("the mean of nothing")
    return ratio_of_sums(numbers, [1.0] * len(numbers), games)


def ratio_of_sums(above: Iterable[float], below: Iterable[float], games: Iterable[object] | None = None) -> Estimate:
    """A sum by another, as nodes by seconds are, with its 95% interval over the items; ``games`` as for ``mean``.

    The interval is that of the ratio linearised (Cochran 1977). Raises ValueError if the lower sum is nothing.
    """
    tops, bottoms = list(above), list(below)
    total = sum(bottoms)
    if not total:
        raise ValueError("a share of nothing")
    ratio = sum(tops) / total
    residuals: dict[object, float] = {}
    for top, bottom, game in zip(tops, bottoms, range(len(tops)) if games is None else games, strict=True):
        residuals[game] = residuals.get(game, 0.0) + top - ratio * bottom
    count = len(residuals)
    if count == 1:
        return Estimate(ratio, -math.inf, math.inf)
    variance = count / (count - 1) * sum(residual**2 for residual in residuals.values()) / total**2
    margin = student(count - 1) * math.sqrt(variance)
    return Estimate(ratio, ratio - margin, ratio + margin)


def share_of_sums(parts: Iterable[float], wholes: Iterable[float], games: Iterable[object] | None = None) -> Estimate:
    """``ratio_of_sums`` where each item is a part of its whole, so that no end of an interval lies outside 0 to 1."""
    found = ratio_of_sums(parts, wholes, games)
    return Estimate(found.value, max(found.low, 0.0), min(found.high, 1.0))


def geometric_mean(ratios: Iterable[float], games: Iterable[object] | None = None) -> Estimate:
    """The geometric mean of positive ratios, its interval that of the logarithms; ``games`` as for ``mean``."""
    logs = mean((math.log(ratio) for ratio in ratios), games)
    return Estimate(math.exp(logs.value), _exp(logs.low), _exp(logs.high))


def median(values: Iterable[float]) -> Estimate:
    """The median with its 95% interval by order statistics (sign test), which knows of no distribution.

    For times, where a few values lie far away and carry a mean with them. Infinite for fewer than six values, which no
    order tells with 95%. Raises ValueError for none.
    """
    numbers = sorted(values)
    if not numbers:
        raise ValueError("the median of nothing")
    count = len(numbers)
    # How many values at each end may be left out: as many as all coins of a throw show no oftener than in 2.5%.
    outside, tail = 0, 0.0
    while (tail := tail + math.comb(count, outside) / 2**count) <= _TAIL_95:
        outside += 1
    middle = (numbers[(count - 1) // 2] + numbers[count // 2]) / 2
    if not outside:
        return Estimate(middle, -math.inf, math.inf)
    return Estimate(middle, numbers[outside - 1], numbers[count - outside])


def difference(more: Estimate, less: Estimate) -> Estimate:
    """One value less another that was measured apart from it; of infinite ones nothing is known."""
    value = more.value - less.value
    below = math.hypot(more.value - more.low, less.high - less.value)
    above = math.hypot(more.high - more.value, less.value - less.low)
    if not math.isfinite(value):
        return Estimate(0.0 if math.isnan(value) else value, -math.inf, math.inf)
    return Estimate(value, value - below, value + above)


def quotient(more: Estimate, less: Estimate) -> Estimate:
    """One positive value by another that was measured apart from it."""
    logs = difference(*(Estimate(*map(logarithm, (each.value, each.low, each.high))) for each in (more, less)))
    return Estimate(math.exp(logs.value), _exp(logs.low), _exp(logs.high))


def scaled(estimate: Estimate, factor: float) -> Estimate:
    """The same in another unit, as shares in per cent; the factor is positive."""
    return Estimate(*(factor * end for end in (estimate.value, estimate.low, estimate.high)))


def rate(count: int, trials: int) -> Estimate:
    """A count by its trials with the 95% interval of a Poisson count (Byar); of none the upper end is 3 / trials."""
    if not count:
        return Estimate(0.0, 0.0, RULE_OF_THREE / trials)
    low, high = (
        number * (1 - 1 / (9 * number) + side * _NORMAL_95 / (3 * math.sqrt(number))) ** 3
        for number, side in ((count, -1), (count + 1, 1))
    )
    return Estimate(count / trials, max(low, 0.0) / trials, high / trials)


def no_narrower(share: Estimate, drawn: int, whole: float = 1.0) -> Estimate:
    """A share of ``whole`` with an interval that reaches as far as what so many may not have shown, at least."""
    unseen = whole * rate(0, drawn).high
    return Estimate(share.value, min(share.low, share.value - unseen), max(share.high, share.value + unseen))


def paired_difference(only_one: int, only_other: int, pairs: int) -> Estimate:
    """The share that one solves less that of the other, of the same tasks (Bonett & Price 2012).

    ``only_one`` and ``only_other`` are the tasks that just one of them solves.
    """
    one, other = ((count + 1) / (pairs + 2) for count in (only_one, only_other))
    margin = _NORMAL_95 * math.sqrt((one + other - (one - other) ** 2) / (pairs + 2))
    return Estimate((only_one - only_other) / pairs, one - other - margin, one - other + margin)


def proportion(successes: float, trials: float) -> Estimate:
    """A proportion with its 95% interval (Agresti & Coull 1998)."""
    square = _NORMAL_95**2
    middle = (successes + square / 2) / (trials + square)
    error = proportion_error(successes, trials)
    return Estimate(successes / trials, max(middle - error, 0.0), min(middle + error, 1.0))


def exact_proportion(successes: int, trials: int) -> Estimate:
    """A proportion with its exact 95% interval, for few trials (Clopper & Pearson 1934)."""

    def at_least(count: int, share: float) -> float:
        return sum(
            math.comb(trials, number) * share**number * (1 - share) ** (trials - number)
            for number in range(count, trials + 1)
        )

    def share_where(count: int, chance: float) -> float:
        """The share with which so many or more are as likely as that."""
        low, high = 0.0, 1.0
        for _ in range(_HALVINGS):
            middle = (low + high) / 2
            low, high = (middle, high) if at_least(count, middle) < chance else (low, middle)
        return (low + high) / 2

    low = share_where(successes, _TAIL_95) if successes else 0.0
    high = share_where(successes + 1, 1 - _TAIL_95) if successes < trials else 1.0
    return Estimate(successes / trials, low, high)


def proportion_error(successes: float, trials: float) -> float:
    """Half the 95% interval of a proportion (Agresti & Coull 1998)."""
    square = _NORMAL_95**2
    middle = (successes + square / 2) / (trials + square)
    return _NORMAL_95 * math.sqrt(middle * (1 - middle) / (trials + square))


def student(freedom: int) -> float:
    """The two-sided 95% point of Student's distribution, to three places.

    Beyond the table by its expansion about the normal one's (Fisher & Cornish 1960; Abramowitz & Stegun 26.7.5).
    """
    if freedom <= len(_STUDENT_95):
        return _STUDENT_95[freedom - 1]
    z = _NORMAL_95
    terms = (
        z,
        (z**3 + z) / 4,
        (5 * z**5 + 16 * z**3 + 3 * z) / 96,
        (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384,
    )
    point: float = sum(term / freedom**power for power, term in enumerate(terms))
    return point


def _exp(value: float) -> float:
    return math.inf if value == math.inf else math.exp(value)


def logarithm(value: float) -> float:
    """The natural logarithm; of nothing and less it is minus infinity."""
    return math.log(value) if value > 0 else -math.inf
