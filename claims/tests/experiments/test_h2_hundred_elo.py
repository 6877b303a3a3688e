"""The rule of H2: 64% at 100 Elo by the formula, and within 3% in games; no figure shares a match with another."""

import pytest

from kiebitz.arena.match.elo import Estimate
from kiebitz.arena.match.openings import read_book
from kiebitz_claims.claims.judging import Verdict
from kiebitz_claims.experiments.h2_hundred_elo import CHAINS_OF_NODES, PAIRS, fit, judge

HOLDS, _, FAILS, UNDECIDED, _ = Verdict


@pytest.mark.parametrize(
    ("factor", "verdict"),
    [
        (None, UNDECIDED),
        (Estimate(1.0, 0.9, 1.1), HOLDS),
        (Estimate(1.0, 0.75, 1.25), UNDECIDED),
        (Estimate(0.9, 0.77, 1.0), UNDECIDED),
        (Estimate(0.5, 0.4, 0.7), FAILS),
        (Estimate(1.5, 1.3, 1.7), FAILS),
    ],
)
def test_the_score_must_be_known_within_the_margin(factor, verdict):
    assert [part.verdict for part in judge(factor, 120).parts] == [HOLDS, verdict]


def test_the_factor_of_one_chain_and_of_none():
    """One sum of 100 against a direct difference of 90, each with a deviation of 10: 0.9 ± 1.96 · √200 / 100."""
    factor = fit([(400, 100, 100.0, 10.0, 90.0, 10.0)])
    assert factor.value == pytest.approx(0.9)
    assert factor.error == pytest.approx(1.96 * 200**0.5 / 100)
    assert fit([]) is None


def test_surer_chains_weigh_more():
    chains = [(4, 1, 100.0, 10.0, 90.0, 10.0), (4, 1, 100.0, 1.0, 110.0, 1.0)]
    assert 1.09 < fit(chains).value < 1.1


def test_no_two_threes_share_a_player_and_no_match_repeats_an_opening():
    players = [nodes for three in CHAINS_OF_NODES for nodes in three]
    assert len(set(players)) == len(players)
    assert len(read_book().openings) >= PAIRS
