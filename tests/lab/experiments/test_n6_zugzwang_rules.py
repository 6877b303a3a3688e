"""The rule of N6: what the null move loses and the rules leave of it, and when rule III calls zugzwang."""

import pytest

from kiebitz.lab.claims.judging import Verdict
from kiebitz.lab.experiments.n6_zugzwang_rules import LOST, NO_NULL, VARIANTS, WORTH_PASSING, judge

HOLDS, _, FAILS, UNDECIDED, _ = Verdict
MANY = 2_000
# What is called in a game: no zugzwang, one that loses, and one that doesn't yet (the value, and that of passing).
IDLE, LOSING, EARLY = (LOST, LOST + WORTH_PASSING - 1), (LOST, LOST + WORTH_PASSING), (LOST + 1, 0)


def verdicts(no_rule, all_rules, called=(80, 100), endings=MANY, games=()):
    """By endings that are lost without rules and with all, each at both limits of nodes, of those solved without."""
    outcomes = {variant: [(1, 1)] * endings for variant in VARIANTS}
    for variant, lost in (("no rule", no_rule), ("all rules", all_rules)):
        outcomes[variant] = [(0, 0)] * lost + [(1, 1)] * (endings - lost)
    assert outcomes[NO_NULL] == [(1, 1)] * endings
    return [part.verdict for part in judge(outcomes, called, list(games)).parts]


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


@pytest.mark.parametrize(
    ("games", "verdict"),
    [
        ([[IDLE, LOSING, EARLY]] * 40, HOLDS),
        ([[IDLE, EARLY, LOSING]] * 40, FAILS),
        ([[LOSING]] * 20 + [[EARLY]] * 20 + [[]] * 40, UNDECIDED),
    ],
)
def test_the_first_call_of_a_game_that_is_a_zugzwang_may_come_too_late(games, verdict):
    assert verdicts(100, 0, games=games)[3] is verdict


def test_calls_that_are_no_zugzwangs_say_nothing_of_its_time():
    outcomes = {variant: [(1, 1)] * MANY for variant in VARIANTS}
    found = judge(outcomes, (80, 100), [[IDLE, IDLE], []])
    assert found.parts[3].verdict is UNDECIDED
    assert found.parts[3].note == "none of 2 calls in 2 games was a zugzwang"
    assert found.remark == "In 2 games zugzwang was called 2 times, 0 times rightly."
