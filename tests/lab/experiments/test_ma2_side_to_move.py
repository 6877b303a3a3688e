"""The rule of MA2: false hits without the side, and none by three ways; and what a hit is."""

import pytest

from kiebitz.core.chess.position import Position
from kiebitz.lab.claims.judging import Verdict
from kiebitz.lab.experiments.ma2_side_to_move import (
    CODE,
    LEFT_OUT,
    SEPARATE,
    SIDE_CODE,
    STORED,
    WAYS,
    hits_of,
    judge,
    questions,
)

HOLDS, _, FAILS, UNDECIDED, _ = Verdict
FEN = "8/8/8/3k4/8/3K4/3P4/8 w - - 0 1"


def judged(confused=50, false=0):
    """Of twelve games with two positions each, in every other one twice as many confused."""
    hits = {way: [(str(game // 2), 1000, 0) for game in range(24)] for way in WAYS}
    hits[LEFT_OUT] = [(str(game // 2), 1000, confused * (game // 2 % 2 + 1)) for game in range(24)]
    hits[SEPARATE] = [(str(game // 2), 900, false) for game in range(24)]
    return judge(hits)


@pytest.mark.parametrize(
    ("made_up", "expected"),
    [({}, [HOLDS, HOLDS]), ({"confused": 0}, [FAILS, HOLDS]), ({"false": 1}, [HOLDS, FAILS])],
)
def test_needed_and_told(made_up, expected):
    assert [part.verdict for part in judged(**made_up).parts] == expected


def test_fewer_hits_of_another_way_are_told():
    assert judged().remark == (
        "Hits by those of the code, as many entries in all: 1.000 (1.000 to 1.000) and 0.900 (0.900 to 0.900) "
        "(side stored and separate tables)."
    )


def test_a_scattered_share_of_false_hits_decides_nothing():
    hits = {way: [("0", 1000, 0), ("1", 1000, 0)] for way in WAYS}
    hits[LEFT_OUT] = [("0", 1000, 0), ("1", 1000, 20)]
    assert judge(hits).parts[0].verdict is UNDECIDED


def test_the_sides_code_is_the_difference_of_two_keys():
    white, black = (Position(f"8/8/8/3k4/8/3K4/3P4/8 {side} - - 0 1").hash_key for side in "wb")
    assert white ^ black == SIDE_CODE


def test_a_lost_tempo_is_a_false_hit_only_where_the_side_is_left_out():
    asked = questions(FEN, 7)
    # Inner nodes begin after White's first move.
    assert asked[0][1] == 1
    found = {way: hits_of(way, asked) for way in WAYS}
    assert [found[way][1] for way in (CODE, STORED, SEPARATE)] == [0, 0, 0]
    assert found[LEFT_OUT][1] > 0
    assert found[LEFT_OUT][0] > found[CODE][0] > 0
