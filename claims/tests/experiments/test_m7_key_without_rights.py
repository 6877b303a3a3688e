"""The rule of M7: the reduced key surely loses no more than 20 Elo, and would save a hundredth of the time at least."""

import pytest

from kiebitz.arena.match.elo import Estimate
from kiebitz_claims.claims.judging import Verdict
from kiebitz_claims.experiments.m7_key_without_rights import judge, longer

HOLDS, _, FAILS, UNDECIDED, _ = Verdict


@pytest.mark.parametrize(
    ("elo", "verdict"),
    [
        (Estimate(0.0, -20.0, 20.0), HOLDS),
        (Estimate(-5.0, -9.0, -1.0), HOLDS),
        (Estimate(0.0, -20.1, 20.0), UNDECIDED),
        (Estimate(-30.0, -40.0, -20.0), UNDECIDED),
        (Estimate(-30.0, -40.0, -20.1), FAILS),
    ],
)
def test_the_match_decides(elo, verdict):
    judgement = judge({"opening": 266.0}, (0, 48), (elo, 300), times(1.03))
    assert [part.verdict for part in judgement.parts] == [verdict, HOLDS]


def times(ratio, scatter=0.001):
    """Of ten games, three positions each."""
    return [(f"game {number // 3}", ratio + scatter * (number % 7 - 3)) for number in range(30)]


@pytest.mark.parametrize(
    ("found", "verdict"),
    [(times(1.03), HOLDS), (times(1.002), FAILS), (times(0.98), FAILS), (times(1.01, 0.01), UNDECIDED)],
)
def test_the_effort_is_what_the_reduced_key_takes_longer(found, verdict):
    assert judge({"opening": 266.0}, (0, 48), (Estimate(0.0, -20.0, 20.0), 300), found).parts[1].verdict is verdict


def test_longer_is_told_in_per_cent():
    assert longer([("one", 1.5), ("other", 1.5)]) == pytest.approx(Estimate(50.0, 50.0, 50.0), abs=1e-9)
