"""The rule of E1: every step of the ladder is won, by the ratings that all games together give."""

import pytest

from kiebitz_claims.claims.judging import Verdict
from kiebitz_claims.experiments.e1_ladder_of_eras import judge
from kiebitz_claims.measuring.matches import MatchResult

NAMES = ["tartan", "minimax", "nimzo"]
WON, SPLIT, LOST = (20, 2, 2), (11, 2, 11), (2, 2, 20)


def outcomes(minimax_tartan, nimzo_minimax, nimzo_tartan):
    """A round robin of three."""
    return {
        ("nimzo", "minimax"): ended(*nimzo_minimax),
        ("nimzo", "tartan"): ended(*nimzo_tartan),
        ("minimax", "tartan"): ended(*minimax_tartan),
    }


def ended(won, drawn, lost):
    """A match of so many games."""
    return MatchResult("+" * won + "=" * drawn + "-" * lost)


@pytest.mark.parametrize(
    ("minimax_tartan", "nimzo_minimax", "nimzo_tartan", "verdict"),
    [
        (WON, WON, WON, Verdict.HOLDS),
        ((24, 0, 0), (24, 0, 0), (24, 0, 0), Verdict.HOLDS),
        (WON, SPLIT, WON, Verdict.UNDECIDED),
        (SPLIT, SPLIT, SPLIT, Verdict.UNDECIDED),
        (WON, LOST, SPLIT, Verdict.FAILS),
        (LOST, LOST, LOST, Verdict.FAILS),
    ],
)
def test_every_step_must_be_won_surely(minimax_tartan, nimzo_minimax, nimzo_tartan, verdict):
    assert judge(NAMES, outcomes(minimax_tartan, nimzo_minimax, nimzo_tartan)).verdict is verdict


@pytest.mark.parametrize(("nimzo_tartan", "verdict"), [(WON, Verdict.UNDECIDED), ((24, 0, 0), Verdict.HOLDS)])
def test_games_with_a_third_decide_a_step_that_its_own_leave_open(nimzo_tartan, verdict):
    assert judge(NAMES, outcomes((18, 1, 5), (15, 1, 8), nimzo_tartan)).verdict is verdict
