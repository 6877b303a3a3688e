"""A verdict by intervals: each part of a claim gives a range; what is measured lies in it, or not, or may."""

from __future__ import annotations

import math
from collections.abc import Mapping
from enum import Enum

from kiebitz.lab.claims.claim import Verdict
from kiebitz.match.elo import Estimate


class Fit(Enum):
    """How a measured interval lies to a range."""

    WITHIN = "confirmed"
    OUTSIDE = "excluded"
    OPEN = "open"


def fit(measured: Estimate, low: float = -math.inf, high: float = math.inf) -> Fit:
    """Whether the 95% interval lies within the range from ``low`` to ``high``, outside it, or across an end."""
    if low <= measured.low and measured.high <= high:
        return Fit.WITHIN
    return Fit.OUTSIDE if measured.high < low or measured.low > high else Fit.OPEN


def exceeds(more: Estimate, less: Estimate) -> Fit:
    """Whether one interval lies wholly above another."""
    if more.low > less.high:
        return Fit.WITHIN
    return Fit.OUTSIDE if more.high < less.low else Fit.OPEN


def verdict_of(parts: Mapping[str, Fit]) -> Verdict:
    """The verdict on a claim of these parts; it fails if one is excluded and none confirmed."""
    found = set(parts.values())
    if found == {Fit.WITHIN}:
        return Verdict.HOLDS
    if Fit.OUTSIDE in found:
        return Verdict.IN_PART if Fit.WITHIN in found else Verdict.FAILS
    return Verdict.UNDECIDED


def told(parts: Mapping[str, Fit]) -> str:
    """'1 to 2 plies: confirmed; 200 to 300 Elo: excluded'."""
    return "; ".join(f"{name}: {found.value}" for name, found in parts.items())


def exactly(value: float) -> Estimate:
    """What repeats exactly, as an interval without width."""
    return Estimate(value, value, value)
