"""The rule of H5: the shortest calls of four plies decide."""

import pytest

from kiebitz.arena.match.elo import Estimate
from kiebitz_claims.claims.judging import Verdict
from kiebitz_claims.experiments.h5_calls_a_second import WINDOWS, a_second, claimed_by, judge

OPEN, NULL = WINDOWS
HOLDS, _, FAILS, UNDECIDED, UNTESTABLE = Verdict


def calls(low, high):
    """Calls a second, of twenty games."""
    return Estimate((low + high) / 2, low, high), 20


@pytest.mark.parametrize(
    ("low", "high", "verdict"),
    [(66_667, 70_000, HOLDS), (66_000, 66_666, FAILS), (66_000, 67_000, UNDECIDED), (130, 140, FAILS)],
)
def test_calls_of_the_better_window(low, high, verdict):
    judgement = judge(
        {
            (1, OPEN): calls(290_000, 310_000),
            (3, NULL): calls(190_000, 210_000),
            (4, OPEN): calls(low, high),
            (4, NULL): calls(6, 8),
        }
    )
    assert judgement.verdict is verdict


def test_where_too_few_are_made_the_claimed_ones_are_so_many_times_as_many():
    assert claimed_by(Estimate(100, -50, 250)) == Estimate(1_000, 400, float("inf"))


def test_a_second_is_as_many_calls_as_fit_into_its_cycles():
    rows = [(4, OPEN, "opening", "a", 10, 500), (4, OPEN, "ending", "b", 30, 1_500), (4, NULL, "opening", "a", 5, 50)]
    found = a_second(rows)
    assert found[4, OPEN][0].value == pytest.approx(50_000)
    assert found[4, NULL][0].value == pytest.approx(1_000_000)
    assert found[4, OPEN][1] == 2


def test_four_plies_not_measured():
    assert judge({(3, OPEN): calls(90_000, 110_000)}).verdict is UNDECIDED


def test_without_a_simulator():
    assert judge({}).verdict is UNTESTABLE
