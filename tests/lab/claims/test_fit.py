"""Intervals against ranges, and the verdict on a claim of several parts."""

import math

import pytest

from kiebitz.lab.claims.claim import Verdict
from kiebitz.lab.claims.fit import Fit, exactly, exceeds, fit, told, verdict_of
from kiebitz.match.elo import Estimate


@pytest.mark.parametrize(
    ("low", "high", "found"),
    [
        (1.0, 2.0, Fit.WITHIN),
        (1.2, 1.8, Fit.WITHIN),
        (0.9, 1.8, Fit.OPEN),
        (1.2, 2.1, Fit.OPEN),
        (0.5, 2.5, Fit.OPEN),
        (0.5, 1.0, Fit.OPEN),
        (0.5, 0.99, Fit.OUTSIDE),
        (2.01, 2.5, Fit.OUTSIDE),
        (-math.inf, math.inf, Fit.OPEN),
    ],
)
def test_an_interval_against_the_range_from_1_to_2(low, high, found):
    assert fit(Estimate(1.5, low, high), 1.0, 2.0) is found


def test_a_range_may_be_open_at_an_end():
    assert fit(Estimate(5.0, 1.0, math.inf), low=0.0) is Fit.WITHIN
    assert fit(exactly(1.1), high=1.0) is Fit.OUTSIDE


@pytest.mark.parametrize(
    ("low", "high", "found"),
    [(2.1, 3.0, Fit.WITHIN), (2.0, 3.0, Fit.OPEN), (0.5, 1.0, Fit.OPEN), (0.5, 0.9, Fit.OUTSIDE)],
)
def test_more_than_from_1_to_2(low, high, found):
    assert exceeds(Estimate(2.0, low, high), Estimate(1.5, 1.0, 2.0)) is found


@pytest.mark.parametrize(
    ("parts", "verdict"),
    [
        ((Fit.WITHIN, Fit.WITHIN), Verdict.HOLDS),
        ((Fit.WITHIN, Fit.OUTSIDE), Verdict.IN_PART),
        ((Fit.WITHIN, Fit.OUTSIDE, Fit.OPEN), Verdict.IN_PART),
        ((Fit.WITHIN, Fit.OPEN), Verdict.UNDECIDED),
        ((Fit.OPEN, Fit.OPEN), Verdict.UNDECIDED),
        ((Fit.OUTSIDE, Fit.OPEN), Verdict.FAILS),
        ((Fit.OUTSIDE,), Verdict.FAILS),
    ],
)
def test_the_verdict_on_several_parts(parts, verdict):
    assert verdict_of({str(number): part for number, part in enumerate(parts)}) is verdict


def test_every_part_is_told():
    assert told({"two plies": Fit.WITHIN, "200 Elo": Fit.OUTSIDE}) == "two plies: confirmed; 200 Elo: excluded"
