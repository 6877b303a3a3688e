"""The rule of MA5: deeper hits are seen, and cost no more than two solutions of a hundred."""

import pytest

from kiebitz.lab.claims.judging import Verdict
from kiebitz.lab.experiments.ma5_deeper_hits import ENDINGS, TACTICS, compare, exercises, judge

HOLDS, _, FAILS, UNDECIDED, _ = Verdict
MANY, NONE = [(1000, 100), (1000, 110)] * 100, [(1000, 0)] * 200
FEW = [(1000, 0), (1000, 2)] * 20


@pytest.mark.parametrize(
    ("solved", "hits", "verdicts"),
    [
        ((3, 3, 400), MANY, [HOLDS, HOLDS]),
        ((30, 3, 400), MANY, [HOLDS, HOLDS]),
        ((0, 40, 400), MANY, [HOLDS, FAILS]),
        ((3, 10, 400), MANY, [HOLDS, UNDECIDED]),
        ((0, 0, 400), NONE, [FAILS, HOLDS]),
        ((0, 0, 10), FEW, [UNDECIDED, UNDECIDED]),
    ],
)
def test_seen_and_harmless(solved, hits, verdicts):
    judgement = judge({ENDINGS: solved, TACTICS: (0, 0, 1000)}, {ENDINGS: hits, TACTICS: MANY}, 5, [])
    assert [part.verdict for part in judgement.parts] == verdicts


def test_harm_in_either_kind_of_position_counts():
    hits = {ENDINGS: MANY, TACTICS: MANY}
    assert judge({ENDINGS: (0, 0, 400), TACTICS: (0, 40, 400)}, hits, 5, []).parts[1].verdict is FAILS


def test_a_position_that_is_lost_is_named():
    hits = {ENDINGS: MANY, TACTICS: MANY}
    assert "harm in WAC.124." in judge({ENDINGS: (0, 0, 400), TACTICS: (0, 1, 400)}, hits, 5, ["WAC.124"]).remark


def test_hits_of_a_greater_depth_are_counted():
    (found,) = compare(exercises(ENDINGS)[-1:], 8)
    assert 0 < found["deeper"] < found["hits"]
    assert len(found["solved"]) == len(found["centipawns"]) == 2
