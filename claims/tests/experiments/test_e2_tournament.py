"""The rule of E2: every step between the documents' programs is won, at equal nodes and at equal time."""

from itertools import combinations

import pytest

from kiebitz.engine.eras import ERAS
from kiebitz_claims.claims.judging import Verdict
from kiebitz_claims.experiments.e2_tournament import (
    BY_CLOCK,
    BY_NODES,
    BY_TIME,
    GNU_CHESS,
    LACKS,
    RUNGS,
    Match,
    judge,
    standings_of,
)
from kiebitz_claims.measuring.matches import MatchResult

ALL = [*RUNGS, GNU_CHESS]
ORDERED, REVERSED, EVEN = "++=+" * 10, "--=-" * 10, "+-=" * 12


def judged(by_nodes, by_time, stranger):
    """The verdict where each newer program scores so against each older one, and Hydra so against GNU Chess."""
    matches = [
        Match(limit, newer, older, 0, 0, 0, each)
        for limit, each in ((BY_NODES, by_nodes), (BY_TIME, by_time))
        for older, newer in combinations(RUNGS, 2)
    ]
    matches += [Match(BY_CLOCK, "hydra", GNU_CHESS, 0, 0, 0, stranger)] if stranger else []
    standings = [
        row
        for limit in sorted({row.limit for row in matches})
        for row in standings_of(
            limit, ALL, {(row.first, row.second): MatchResult(row.each_game) for row in matches if row.limit == limit}
        )
    ]
    return judge([], standings, matches), standings


@pytest.mark.parametrize(
    ("by_nodes", "by_time", "stranger", "verdicts"),
    [
        (ORDERED, ORDERED, ORDERED, (Verdict.HOLDS,) * 3),
        (ORDERED, REVERSED, ORDERED, (Verdict.HOLDS, Verdict.FAILS, Verdict.HOLDS)),
        (EVEN, ORDERED, REVERSED, (Verdict.UNDECIDED, Verdict.HOLDS, Verdict.FAILS)),
        (ORDERED, ORDERED, "", (Verdict.HOLDS, Verdict.HOLDS, Verdict.UNTESTABLE)),
    ],
)
def test_every_step_is_asked_in_both_round_robins(by_nodes, by_time, stranger, verdicts):
    judgement, _ = judged(by_nodes, by_time, stranger)
    assert tuple(part.verdict for part in judgement.parts) == verdicts


def test_all_eras_play_but_the_one_whose_network_changes():
    assert {*LACKS} == {*(ERAS.keys() - {"today"}), GNU_CHESS}


def test_the_cross_table_has_both_views_of_a_pairing_and_what_each_lacks():
    _, standings = judged(ORDERED, ORDERED, ORDERED)
    rows = {row.player: row for row in standings if row.limit == BY_TIME}
    assert next(iter(rows)) == "hydra"
    assert rows["hydra"].tartan == 87.5
    assert rows["tartan"].hydra == 12.5
    assert rows["tartan"].tartan is None
    assert rows["tartan"].games == 120
    assert GNU_CHESS not in rows
    clocked = {row.player: row for row in standings if row.limit == BY_CLOCK}
    assert clocked["hydra"].gnuchess == 87.5
    assert clocked.keys() == {"hydra", GNU_CHESS}
