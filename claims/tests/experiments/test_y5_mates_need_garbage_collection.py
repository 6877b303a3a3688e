"""The rule of Y5: overwriting loses mates, collecting at 30% solves more of them; in shogi first, and else."""

import pytest

from kiebitz_claims.claims.judging import Verdict
from kiebitz_claims.experiments.y5_mates_need_garbage_collection import (
    AS_CLAIMED,
    CHESS,
    COLLECTING,
    GAMES,
    MEMORIES,
    OVERWRITING,
    SHOGI,
    TABLE_ALONE,
    WAYS,
    judge,
    losses,
    outcomes,
    problems,
)

HOLDS, CONDITIONALLY, FAILS, UNDECIDED, _ = Verdict
MATES = 40


def ways(overwriting, claimed):
    """Of forty mates, the first so many are lost with the one small table by the ways of keeping entries."""
    lost = dict.fromkeys(WAYS, 0) | {way: overwriting + number for number, way in enumerate(OVERWRITING)}
    lost[AS_CLAIMED] = claimed
    return {way: [(int(number >= count), 1) for number in range(MATES)] for way, count in lost.items()}


@pytest.mark.parametrize(
    ("shogi_alone", "elsewhere", "verdicts"),
    [
        ((20, 4), (20, 4), [HOLDS, HOLDS]),
        ((20, 4), (0, 0), [CONDITIONALLY, CONDITIONALLY]),
        ((20, 20), (20, 4), [HOLDS, FAILS]),
        ((20, 30), (20, 4), [HOLDS, FAILS]),
        ((1, 0), (20, 4), [FAILS, FAILS]),
        # A sample's interval reaches across; stages of one problem have none.
        ((3, 0), (3, 0), [CONDITIONALLY, CONDITIONALLY]),
    ],
)
def test_mates_lost_by_overwriting_and_solved_by_collecting_at_30_percent(shogi_alone, elsewhere, verdicts):
    found = {
        (game, memory): ways(*(shogi_alone if (game, memory) == (SHOGI, TABLE_ALONE) else elsewhere))
        for game in GAMES
        for memory in MEMORIES
    }
    assert [part.verdict for part in judge(found).parts] == verdicts


def test_stages_of_one_problem_ask_for_no_sample():
    judgement = judge({(SHOGI, TABLE_ALONE): ways(3, 3), (CHESS, TABLE_ALONE): ways(3, 0)})
    settings = judgement.parts[1].settings
    assert settings[f"{CHESS} ({TABLE_ALONE})"].verdict is UNDECIDED


def test_nothing_solvable_is_undecided():
    nothing = {way: [(0, 0)] * MATES for way in WAYS}
    assert [part.verdict for part in judge({(SHOGI, TABLE_ALONE): nothing}).parts] == [UNDECIDED, UNDECIDED]


def test_lost_is_what_some_way_solves_with_room_for_all():
    rows = [
        (CHESS, TABLE_ALONE, "a", 1, 6, 0, 1, 0),
        (CHESS, TABLE_ALONE, "a", 2, 7, 0, 0, 0),
        (CHESS, TABLE_ALONE, "a", 3, 8, 1, 1, 1),
        (CHESS, TABLE_ALONE, "b", 1, 6, 0, 0, 1),
        (CHESS, TABLE_ALONE, "b", 2, 7, 1, 1, 0),
        (CHESS, TABLE_ALONE, "b", 3, 8, 0, 1, 1),
    ]
    found = outcomes(rows)[CHESS, TABLE_ALONE]
    assert losses(found, "a") == [0.5, 0]
    assert losses(found, "b") == [1, 0.5]


def test_forty_mates_of_chess_that_the_quick_run_has_not():
    quick, plan = ({mate.fen for mate in problems(CHESS, each)} for each in (True, False))
    assert len(plan) == 40
    assert quick.isdisjoint(plan)
    assert len(problems(SHOGI, quick=False)) == 13
    assert AS_CLAIMED in COLLECTING
