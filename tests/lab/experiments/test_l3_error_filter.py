"""The rule of L3: errors fall with depth, in every world, in some or in none."""

import pytest

from kiebitz.lab.claims.claim import Verdict
from kiebitz.lab.experiments.l3_error_filter import ENDINGS, filters, judge

FALLING, RISING = [0.3, 0.2, 0.1], [0.1, 0.2, 0.3]


@pytest.mark.parametrize(
    ("worlds", "verdict"),
    [
        ({"one": FALLING, "other": FALLING}, Verdict.HOLDS),
        ({"one": FALLING, "other": RISING}, Verdict.CONDITIONALLY),
        ({"one": RISING, "other": RISING}, Verdict.FAILS),
    ],
)
def test_in_every_world_in_some_or_in_none(worlds, verdict):
    assert judge(worlds, 100)[0] is verdict


@pytest.mark.parametrize(
    ("errors", "falls"),
    [
        ([0.3, 0.2, 1.1 * 0.3, 0.2, 0.29], True),
        ([0.3, 0.2, 0.34, 0.2, 0.29], False),
        ([0.3, 0.4, 0.2, 0.3, 0.1], True),
        ([0.3, 0.2, 0.3], False),
        ([0.3, 0.2, 0.29], True),
    ],
)
def test_a_tenth_more_after_two_plies_is_borne_if_the_last_is_less_than_the_first(errors, falls):
    assert filters(errors) is falls


def test_where_positions_are_counted_chance_is_borne():
    """Of 100 positions 30 are wrong, give or take 9; of 10,000 give or take 90."""
    errors = [0.3, 0.2, 0.38, 0.2, 0.1]
    assert filters(errors, 100)
    assert not filters(errors, 10_000)
    assert judge({f"ordered{ENDINGS}": errors}, 100)[0] is Verdict.HOLDS
    assert judge({"ordered": errors}, 100)[0] is Verdict.FAILS
