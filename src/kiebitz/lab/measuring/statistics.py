"""Means with their errors."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from statistics import fmean, stdev

from kiebitz.match.elo import Estimate

# Two-sided 95% points of Student's distribution by degrees of freedom; beyond the table the normal one's.
_STUDENT_95 = (12.71, 4.30, 3.18, 2.78, 2.57, 2.45, 2.36, 2.31, 2.26, 2.23, 2.20, 2.18, 2.16, 2.14, 2.13, 2.12, 2.11)
_STUDENT_95_TAIL, _NORMAL_95 = 2.05, 1.96
_TAIL = 60


def mean(values: Iterable[float]) -> Estimate:
    """The arithmetic mean with its 95% interval, which is infinite for a single value. Raises ValueError for none."""
    numbers: Sequence[float] = list(values)
    if not numbers:
        raise ValueError("the mean of nothing")
    middle = fmean(numbers)
    margin = _student(len(numbers) - 1) * stdev(numbers) / math.sqrt(len(numbers)) if len(numbers) > 1 else math.inf
    return Estimate(middle, middle - margin, middle + margin)


def geometric_mean(ratios: Iterable[float]) -> Estimate:
    """The geometric mean of positive ratios, its interval that of the logarithms."""
    logs = mean(math.log(ratio) for ratio in ratios)
    return Estimate(math.exp(logs.value), _exp(logs.low), _exp(logs.high))


def proportion_error(successes: float, trials: float) -> float:
    """Half the 95% interval of a proportion (Agresti & Coull 1998)."""
    square = _NORMAL_95**2
    middle = (successes + square / 2) / (trials + square)
    return _NORMAL_95 * math.sqrt(middle * (1 - middle) / (trials + square))


def _student(freedom: int) -> float:
    if freedom <= len(_STUDENT_95):
        return _STUDENT_95[freedom - 1]
    return _STUDENT_95_TAIL if freedom < _TAIL else _NORMAL_95


def _exp(value: float) -> float:
    return math.inf if value == math.inf else math.exp(value)
