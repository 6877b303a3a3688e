"""The rule of MA1: a probe takes longer at all, and a search by a hundredth at least."""

import pytest

from kiebitz_claims.claims.judging import Verdict
from kiebitz_claims.experiments.ma1_mod_and_and import HASH_MB, design_of, judge
from kiebitz_claims.measuring.searching import search_once
from kiebitz_claims.measuring.settings import MINIMAX

HOLDS, _, FAILS, UNDECIDED, _ = Verdict


@pytest.mark.parametrize(
    ("longer", "ratio", "verdicts"),
    [
        (4.0, 1.05, [HOLDS, HOLDS]),
        (4.0, 1.0, [HOLDS, FAILS]),
        (-4.0, 0.99, [FAILS, FAILS]),
        (0.0, 1.01, [UNDECIDED, UNDECIDED]),
    ],
)
def test_nanoseconds_and_whole_searches(longer, ratio, verdicts):
    rounds = [longer - 1, longer + 1] * 10
    searches = [ratio * 1.002, ratio / 1.002] * 10
    assert [part.verdict for part in judge(rounds, searches, 1).parts] == verdicts


def test_searches_of_different_nodes_decide_nothing():
    assert [part.verdict for part in judge([4.0, 5.0], [1.1, 1.2], 2).parts] == [UNDECIDED, UNDECIDED]
    assert judge([4.0, 5.0], [1.1, 1.2], 2).parts[1].measured is None


def test_both_indexes_find_the_same():
    fen = "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3"
    found = [
        search_once(fen, MINIMAX, hash_mb=HASH_MB, nodes=50_000, design=design_of(index)) for index in ("and", "mod")
    ]
    assert found[0]["iterations"][-1]["nodes"] == found[1]["iterations"][-1]["nodes"]
    assert found[0]["move"] == found[1]["move"]
    assert found[0]["permille"] == found[1]["permille"]
