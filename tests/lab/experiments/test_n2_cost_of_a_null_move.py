"""The rule of N2: 50 nodes against 1,000 with four plies left, 20 times as fast, and about 5% wasted."""

import pytest

from kiebitz.lab.claims.judging import Verdict
from kiebitz.lab.experiments.n2_cost_of_a_null_move import judge

HOLDS, _, FAILS, UNDECIDED, _ = Verdict
GAMES = range(6)


def verdicts(null, real, waste, scatter=1):
    """Of six games with 40 null searches and 50 real refutations each, whose prices scatter by such a factor."""
    factors = [scatter, 1 / scatter, 1, 1, scatter, 1 / scatter]
    prices = {
        str(game): (40, round(40 * null * factor), 50, round(50 * real / factor))
        for game, factor in zip(GAMES, factors, strict=True)
    }
    wasted = {str(game): (round(waste * 10_000 * factor), 10_000) for game, factor in zip(GAMES, factors, strict=True)}
    return [part.verdict for part in judge(prices, wasted).parts]


@pytest.mark.parametrize(
    ("null", "real", "waste", "expected"),
    [
        (50, 1_000, 0.05, [HOLDS, HOLDS, HOLDS, HOLDS]),
        (25, 1_000, 0.1, [HOLDS, HOLDS, HOLDS, HOLDS]),
        (43, 1_186, 0.12, [HOLDS, HOLDS, HOLDS, FAILS]),
        (10, 200, 0.02, [FAILS, FAILS, HOLDS, FAILS]),
        (24, 2_001, 0.05, [FAILS, FAILS, FAILS, HOLDS]),
    ],
)
def test_within_a_factor_of_two(null, real, waste, expected):
    assert verdicts(null, real, waste) == expected


def test_what_scatters_decides_nothing():
    assert verdicts(50, 1_000, 0.05, scatter=6) == [UNDECIDED] * 4


def test_too_few_refutations_decide_nothing():
    judgement = judge({"one": (20, 900, 29, 29_000), "other": (9, 100, 0, 0)}, {"one": (5, 100), "other": (5, 100)})
    assert [part.verdict for part in judgement.parts] == [UNDECIDED, UNDECIDED, UNDECIDED, HOLDS]
