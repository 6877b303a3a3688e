"""The rule of N6: what the null move loses and the rules leave of it, and when rule III calls zugzwang."""

import pytest

from kiebitz_claims.claims.judging import Verdict
from kiebitz_claims.claims.record import load
from kiebitz_claims.claims.results import PUBLISHED
from kiebitz_claims.experiments.n6_zugzwang_rules import (
    LOST,
    NO_NULL,
    STUDY,
    VARIANTS,
    WATCHED,
    WORTH_PASSING,
    ZUGZWANGS,
    Call,
    Game,
    Missed,
    Solved,
    Watched,
    endings_by_variant,
    judge,
)

HOLDS, _, FAILS, UNDECIDED, _ = Verdict
MANY = 2_000
LIMITS = ("endings, 1,000 nodes", "endings, 5,000")
# What is called in a game: no zugzwang, one that loses, and one that doesn't yet (the value, and that of passing).
IDLE, LOSING, EARLY = (LOST, LOST + WORTH_PASSING - 1), (LOST, LOST + WORTH_PASSING), (LOST + 1, 0)


def rows_of(outcomes):
    """What is stored of endings: counts by set and variant, and those that not all variants solve."""
    solved, missed = [Solved(ZUGZWANGS, NO_NULL, 7, 7, 100.0, 0)], [Missed(ZUGZWANGS, "KPvK", "other", *[0] * 6)]
    for number, name in enumerate(LIMITS):
        marks = [[found[number] for found in outcomes[variant]] for variant in VARIANTS]
        solved += [
            Solved(name, variant, sum(column), len(column), 100 * sum(column) / len(column), 0)
            for variant, column in zip(VARIANTS, marks, strict=True)
        ]
        missed += [
            Missed(name, "KPvK", f"ending {place}", *each)
            for place, each in enumerate(zip(*marks, strict=True))
            if not all(each)
        ]
    return solved, missed


def judged(outcomes, called=(80, 100), games=()):
    """By outcomes of endings, zugzwangs that rule III calls and their number, and what is called in each game."""
    watched = [Watched(ZUGZWANGS, "KPvK", "other", 1, 0)]
    watched += [Watched(WATCHED, "KRvKN", str(place), 1, int(place < called[0])) for place in range(called[1])]
    calls = [Call(number, 50, "", *call) for number, found in enumerate(games, 1) for call in found]
    return judge(
        *rows_of(outcomes), watched, [Game(number, len(found)) for number, found in enumerate(games, 1)], calls
    )


def test_variants_are_the_columns_of_positions():
    assert load(PUBLISHED, "N6").result.table("Every position that not all solve").headings[3:] == tuple(VARIANTS)
    assert len(Missed(*"abc", *range(6)).marks) == len(VARIANTS)


def test_endings_are_paired_over_the_limits_of_nodes():
    outcomes = {variant: [(0, 1), (1, 1), (1, 0)] for variant in VARIANTS} | {"no rule": [(0, 0), (1, 1), (1, 1)]}
    assert {variant: sorted(found) for variant, found in endings_by_variant(*rows_of(outcomes)).items()} == {
        variant: sorted(found) for variant, found in outcomes.items()
    }
    stored = load(PUBLISHED, "N6").result
    endings = endings_by_variant(STUDY.rows(stored, Solved), STUDY.rows(stored, Missed))
    assert {len(found) for found in endings.values()} == {1_200}


def verdicts(no_rule, all_rules, called=(80, 100), endings=MANY, games=()):
    """By endings that are lost without rules and with all, each at both limits of nodes; below 0 without null moves."""
    outcomes = {variant: [(1, 1)] * endings for variant in VARIANTS}
    for variant, lost in (("no rule", no_rule), ("all rules", all_rules)):
        outcomes[variant] = [(0, 0)] * lost + [(1, 1)] * (endings - max(lost, 0))
    if no_rule < 0:
        outcomes[NO_NULL] = outcomes["all rules"] = [(0, 0)] * -no_rule + [(1, 1)] * (endings + no_rule)
    return [part.verdict for part in judged(outcomes, called, games).parts]


@pytest.mark.parametrize(
    ("no_rule", "all_rules", "expected"),
    [
        (100, 0, [HOLDS, HOLDS]),
        (10, 0, [HOLDS, HOLDS]),
        (100, 100, [HOLDS, FAILS]),
        (-100, 0, [FAILS, UNDECIDED]),
        (0, 0, [UNDECIDED, UNDECIDED]),
        (40, 4, [HOLDS, UNDECIDED]),
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
        ([[LOSING]] * 6, HOLDS),
        ([[LOSING]] * 5, UNDECIDED),
    ],
)
def test_the_first_call_of_a_game_that_is_a_zugzwang_may_come_too_late(games, verdict):
    assert verdicts(100, 0, games=games)[3] is verdict


def test_calls_that_are_no_zugzwangs_say_nothing_of_its_time():
    outcomes = {variant: [(1, 1)] * MANY for variant in VARIANTS}
    assert judged(outcomes, games=[[IDLE, IDLE], []]).parts[3].verdict is UNDECIDED
