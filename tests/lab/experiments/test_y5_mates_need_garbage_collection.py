"""The rule of Y5: overwriting loses mates, collecting at 30% at most half as many; in shogi first, and else."""

import pytest

from kiebitz.lab.claims.judging import Verdict
from kiebitz.lab.experiments.y5_mates_need_garbage_collection import (
    AS_CLAIMED,
    CHESS,
    COLLECTING,
    GAMES,
    MEMORIES,
    OVERWRITING,
    SHOGI,
    TABLE_ALONE,
    judge,
    losses,
)

HOLDS, CONDITIONALLY, FAILS, UNDECIDED, _ = Verdict
SIZES, SOLVABLE = 4, 500


def lost_by(game, memory, overwriting, claimed):
    """Mates lost with every size by the ways of keeping entries, the first of overwriting the best."""
    lost = {(game, memory, way): SIZES * (overwriting + number) for number, way in enumerate(OVERWRITING)}
    lost |= dict.fromkeys(((game, memory, way) for way in COLLECTING), 0)
    return lost | {(game, memory, AS_CLAIMED): SIZES * claimed}


@pytest.mark.parametrize(
    ("shogi_alone", "elsewhere", "verdicts"),
    [
        ((100, 20), (100, 20), [HOLDS, HOLDS]),
        ((100, 20), (5, 5), [CONDITIONALLY, CONDITIONALLY]),
        ((100, 90), (100, 20), [HOLDS, FAILS]),
        ((100, 50), (100, 20), [HOLDS, UNDECIDED]),
        ((5, 1), (100, 20), [FAILS, UNDECIDED]),
        ((26, 1), (0, 0), [UNDECIDED, CONDITIONALLY]),
    ],
)
def test_mates_lost_by_overwriting_and_by_collecting_at_30_percent(shogi_alone, elsewhere, verdicts):
    lost, solvable = {}, {}
    for game in GAMES:
        for memory in MEMORIES:
            solvable[game, memory] = SOLVABLE
            lost |= lost_by(game, memory, *(shogi_alone if (game, memory) == (SHOGI, TABLE_ALONE) else elsewhere))
    assert [part.verdict for part in judge(lost, solvable, SIZES).parts] == verdicts


def test_lost_is_what_the_best_way_solves_with_room_for_all():
    def row(way, entries, solved):
        return CHESS, TABLE_ALONE, way, entries, 0.0, solved, 0, 0.0

    rows = [row("a", 1000, 9), row("b", 1000, 10), row("a", 10, 4), row("a", 20, 7), row("b", 10, 1), row("b", 20, 10)]
    lost, solvable, small = losses(rows)
    assert lost == {(CHESS, TABLE_ALONE, "a"): 9, (CHESS, TABLE_ALONE, "b"): 9}
    assert (solvable, small) == ({(CHESS, TABLE_ALONE): 10}, 2)
