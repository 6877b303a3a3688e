"""The rule of Y5: overwriting loses mates, collecting at 30% at most half as many."""

import pytest

from kiebitz.lab.claims.claim import Verdict
from kiebitz.lab.experiments.y5_mates_need_garbage_collection import (
    AS_CLAIMED,
    COLLECTING,
    MEMORIES,
    NODES_TOO,
    OVERWRITING,
    TABLE_ALONE,
    judge,
)

SIZES, SOLVABLE = 4, 45
"""Of 180 mates in all, a way that loses more than 9 loses mates."""


def losses(memory, overwriting, claimed, other_collecting):
    """Mates lost by the ways of keeping entries."""
    lost = {(memory, way): overwriting + number for number, way in enumerate(OVERWRITING)}
    lost |= {(memory, way): other_collecting for way in COLLECTING}
    return lost | {(memory, AS_CLAIMED): claimed}


@pytest.mark.parametrize(
    ("alone", "nodes_too", "verdict"),
    [
        ((10, 5, 5), (100, 50, 90), Verdict.HOLDS),
        ((10, 5, 5), (9, 0, 0), Verdict.CONDITIONALLY),
        ((100, 51, 51), (10, 5, 5), Verdict.CONDITIONALLY),
        ((100, 51, 50), (9, 0, 0), Verdict.CONDITIONALLY),
        ((100, 51, 51), (100, 51, 0), Verdict.FAILS),
        ((9, 4, 0), (9, 4, 0), Verdict.FAILS),
    ],
)
def test_mates_lost_by_overwriting_collecting_at_30_percent_and_otherwise(alone, nodes_too, verdict):
    lost = losses(TABLE_ALONE, *alone) | losses(NODES_TOO, *nodes_too)
    assert judge(lost, dict.fromkeys(MEMORIES, SOLVABLE), SIZES)[0] is verdict
