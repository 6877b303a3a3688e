"""The rule of N10: nobody here can say what a grandmaster considers; programs' factors are told."""

from kiebitz_claims.claims.judging import Verdict
from kiebitz_claims.experiments.n10_de_groots_factor import HASH_MB, SEARCHES, Searched, factor, judge
from kiebitz_claims.measuring.searching import search_once
from kiebitz_claims.measuring.settings import TODAY


def test_people_are_not_tested_and_programs_are_told():
    rows = [
        Searched(name, game, base * more)
        for name, base in zip(SEARCHES, (5, 4, 1.6), strict=True)
        for game, more in (("A", 0.99), ("B", 1), ("C", 1.01))
    ]
    judgement = judge(rows)
    assert judgement.verdict is Verdict.UNTESTABLE
    assert "5.00 (4.88 to 5.13) with nimzo, no null move, 4.00" in judgement.remark


def test_the_factor_is_that_of_a_ply():
    fen = "8/8/4k3/8/8/4K3/4P3/8 w - - 0 1"
    nodes = [line["nodes"] for line in search_once(fen, TODAY, hash_mb=HASH_MB, depth=6)["iterations"]]
    assert factor(fen, TODAY, 2, 6) == (nodes[5] / nodes[1]) ** (1 / 4)
