"""The rule of N6: the null move loses endings, the rules leave none of these losses, and rule III calls zugzwang."""

import pytest

from kiebitz.lab.claims.judging import Verdict
from kiebitz.lab.experiments.n6_zugzwang_rules import NO_NULL, VARIANTS, judge

HOLDS, _, FAILS, UNDECIDED, _ = Verdict
MANY = 2_000


def verdicts(no_rule, all_rules, called=(80, 100), endings=MANY):
    """By endings that are lost without rules and with all, each at both limits of nodes, of those solved without."""
    outcomes = {variant: [(1, 1)] * endings for variant in VARIANTS}
    for variant, lost in (("no rule", no_rule), ("all rules", all_rules)):
        outcomes[variant] = [(0, 0)] * lost + [(1, 1)] * (endings - lost)
    assert outcomes[NO_NULL] == [(1, 1)] * endings
    return [part.verdict for part in judge(outcomes, called).parts]


@pytest.mark.parametrize(
    ("no_rule", "all_rules", "expected"),
    [
        (100, 0, [HOLDS, HOLDS]),
        (100, 100, [HOLDS, FAILS]),
        (0, 0, [FAILS, HOLDS]),
        (25, 10, [UNDECIDED, UNDECIDED]),
    ],
)
def test_losses_and_what_the_rules_leave_of_them(no_rule, all_rules, expected):
    assert verdicts(no_rule, all_rules) == [*expected, HOLDS, UNDECIDED]


@pytest.mark.parametrize(("called", "verdict"), [((80, 100), HOLDS), ((50, 100), UNDECIDED), ((20, 100), FAILS)])
def test_zugzwang_called_at_the_root(called, verdict):
    assert verdicts(100, 0, called)[2] is verdict


def test_nothing_seen_in_few_endings_decides_nothing():
    assert verdicts(0, 0, endings=270)[:2] == [UNDECIDED, UNDECIDED]
