"""The rule of N2: 50 nodes against 1,000 with four plies left, 20 times as fast, and only about 5% added by failing."""

import pytest

from kiebitz_claims.claims.judging import Verdict
from kiebitz_claims.experiments.n2_cost_of_a_null_move import judge

HOLDS, _, FAILS, UNDECIDED, _ = Verdict
GAMES = range(6)


def verdicts(null, real, added, scatter=1):
    """Of six games with 40 null searches, 50 real refutations and 30 failing null moves, scattered by such a factor."""
    factors = [scatter, 1 / scatter, 1, 1, scatter, 1 / scatter]
    prices = {
        str(game): (
            40,
            round(40 * null * factor),
            50,
            round(50 * real / factor),
            30,
            round(added * 1e4 * factor),
            10_000,
        )
        for game, factor in zip(GAMES, factors, strict=True)
    }
    return [part.verdict for part in judge(prices, {str(game): (5, 100) for game in GAMES}).parts]


@pytest.mark.parametrize(
    ("null", "real", "added", "expected"),
    [
        (50, 1_000, 0.05, [HOLDS, HOLDS, HOLDS, HOLDS]),
        (25, 1_000, 0.1, [HOLDS, HOLDS, HOLDS, HOLDS]),
        (25, 1_000, 0.1001, [HOLDS, HOLDS, HOLDS, FAILS]),
        (46, 1_390, 0.009, [HOLDS, HOLDS, HOLDS, HOLDS]),
        (50, 1_000, 0, [HOLDS, HOLDS, HOLDS, HOLDS]),
        (43, 1_186, 0.12, [HOLDS, HOLDS, HOLDS, FAILS]),
        (10, 200, 0.02, [FAILS, FAILS, HOLDS, HOLDS]),
        (110, 1_500, 0.05, [FAILS, HOLDS, HOLDS, HOLDS]),
        (90, 600, 0.05, [HOLDS, HOLDS, FAILS, HOLDS]),
        (24, 2_001, 0.05, [FAILS, FAILS, FAILS, HOLDS]),
    ],
)
def test_within_a_factor_of_two(null, real, added, expected):
    assert verdicts(null, real, added) == expected


def test_what_scatters_decides_nothing():
    assert verdicts(50, 1_000, 0.1, scatter=6) == [UNDECIDED] * 4


def test_too_few_refutations_decide_nothing():
    prices = {"one": (20, 900, 29, 29_000, 30, 500, 10_000), "other": (9, 100, 0, 0, 0, 0, 0)}
    judgement = judge(prices, {"one": (12, 100), "other": (10, 100)})
    assert [part.verdict for part in judgement.parts] == [UNDECIDED, UNDECIDED, UNDECIDED, HOLDS]


def test_too_few_failures_decide_nothing():
    prices = {str(game): (40, 2_000, 50, 50_000, 4, 200, 4_000) for game in GAMES}
    judgement = judge(prices, {str(game): (5, 100) for game in GAMES})
    assert [part.verdict for part in judgement.parts] == [HOLDS, HOLDS, HOLDS, UNDECIDED]
