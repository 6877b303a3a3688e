"""The rule of N9: a fiasco is 50 Elo or a tenth of the suite; the motif takes the relaxed rule in, or it does not."""

import pytest

from kiebitz.arena.match.elo import Estimate
from kiebitz_claims.claims.judging import Verdict
from kiebitz_claims.experiments.n9_one_pawn_may_hang import judge, taken_in

HOLDS, _, FAILS, UNDECIDED, _ = Verdict
NO_FIASCO = Estimate(0.0, -30.0, 30.0)


@pytest.mark.parametrize(
    ("relaxed", "elo", "verdict"),
    [
        # Of 300 positions the strict rule solves 263, and with them all that the relaxed one does.
        (263, Estimate(90.0, 50.0, 130.0), HOLDS),
        (210, NO_FIASCO, HOLDS),
        (263, Estimate(40.0, 1.0, 80.0), UNDECIDED),
        (263, Estimate(0.0, -50.0, 50.0), UNDECIDED),
        (230, NO_FIASCO, UNDECIDED),
        (263, NO_FIASCO, FAILS),
        (263, Estimate(-26.1, -57.2, 4.5), FAILS),
        (290, NO_FIASCO, FAILS),
    ],
)
def test_the_strict_rule_against_the_relaxed(relaxed, elo, verdict):
    assert judge(suite(relaxed), elo, 200, {"printed": values(50, 0)}).parts[0].verdict is verdict


def suite(relaxed):
    """The suite, of which the relaxed rule solves so many."""
    return {rule: "+" * solved + "-" * (300 - solved) for rule, solved in (("strict", 263), ("relaxed", relaxed))}


def test_the_suite_is_compared_position_by_position():
    """Both solve half of it, each another half: nothing is known to a tenth; the same half: they are the same."""
    apart = {"strict": "+-" * 150, "relaxed": "-+" * 150}
    assert judge(apart, NO_FIASCO, 200, {"printed": values(50, 0)}).parts[0].verdict is UNDECIDED
    alike = {"strict": "+-" * 150, "relaxed": "+-" * 150}
    assert judge(alike, NO_FIASCO, 200, {"printed": values(50, 0)}).parts[0].verdict is FAILS


def values(both_right, only_strict_right, only_relaxed_right=0):
    """White's without rule, strict and relaxed, of so many positions."""
    return [(0, 199, 0)] * both_right + [(0, 0, 200)] * only_strict_right + [(-50, 150, 149)] * only_relaxed_right


@pytest.mark.parametrize(
    ("printed", "coming", "verdict"),
    [
        (values(10, 40), values(50, 0), HOLDS),
        (values(50, 0), values(10, 40), HOLDS),
        (values(60, 0), values(50, 0), FAILS),
        (values(44, 6), values(50, 0), UNDECIDED),
        # All rules find one value: nobody could be taken in.
        ([(0, 0, 0)] * 49 + [(0, 199, 0)], [(5, 5, 5)] * 50, UNDECIDED),
        (values(10, 0, 40), values(10, 0, 40), FAILS),
    ],
)
def test_the_motif_in_any_form(printed, coming, verdict):
    assert judge(suite(263), NO_FIASCO, 400, {"printed": printed, "coming": coming}).parts[1].verdict is verdict


def test_taken_in_is_two_pawns_above_the_search_without_the_rule():
    assert taken_in(values(5, 3, 2)) == (3, 2)
