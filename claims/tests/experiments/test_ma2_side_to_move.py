"""The rule of MA2: harm without the side in some kind of position, little by three ways; and what a search finds."""

import pytest

from kiebitz.core.chess.position import Position
from kiebitz_claims.claims.judging import Verdict
from kiebitz_claims.experiments.ma2_side_to_move import (
    CODE,
    FEW_MEN,
    LEFT_OUT,
    SEPARATE,
    SIDE_CODE,
    STORED,
    WAYS,
    Compared,
    Search,
    compare,
    judge,
    positions,
)

HOLDS, _, FAILS, UNDECIDED, _ = Verdict
FEN = "8/8/8/3k4/8/3K4/3P4/8 w - - 0 1"


def found(harmed=0, stored=0, separate=0, count=400):
    """So many positions of which the first ones are a pawn off with the side left out, and by two of the other ways."""
    return [
        Compared(
            f"{number}",
            (20, 20 + 100 * (number < stored), 20 - 100 * (number < separate), 20 + 100 * (number < harmed)),
            ("e2e4", "e2e4", "e2e4", "d2d4" if number < harmed else "e2e4"),
            (50, 40, 45, 60),
            (0, 0, 0, 6),
        )
        for number in range(count)
    ]


@pytest.mark.parametrize(
    ("compared", "verdicts"),
    [
        ({"opening": found(), FEW_MEN: found(40)}, [HOLDS, HOLDS]),
        ({"opening": found(), FEW_MEN: found()}, [FAILS, HOLDS]),
        # One kind suffices; and what separate tables change as well is no harm of the side left out.
        ({"opening": found(40, 0, 40), FEW_MEN: found(40)}, [HOLDS, UNDECIDED]),
        ({FEW_MEN: found(40, 0, 40)}, [FAILS, FAILS]),
        ({FEW_MEN: found(40, 60)}, [HOLDS, FAILS]),
        ({"opening": found(count=30), FEW_MEN: found(3, count=60)}, [UNDECIDED, HOLDS]),
        ({FEW_MEN: found(3, 1, 0, 20)}, [UNDECIDED, UNDECIDED]),
    ],
)
def test_needed_and_solved(compared, verdicts):
    assert [part.verdict for part in judge(compared).parts] == verdicts


def test_the_sides_code_is_the_difference_of_two_keys():
    white, black = (Position(f"8/8/8/3k4/8/3K4/3P4/8 {side} - - 0 1").hash_key for side in "wb")
    assert white ^ black == SIDE_CODE


@pytest.mark.parametrize("way", [CODE, STORED, SEPARATE])
def test_three_ways_have_two_places_for_the_two_sides_and_the_fourth_has_one(way):
    white, black = (Position(f"8/8/8/3k4/8/3K4/3P4/8 {side} - - 0 1") for side in "wb")
    search, without = Search(way), Search(LEFT_OUT)
    tables_and_keys = {(id(table), key) for table, key, _ in map(search.place, (white, black))}
    assert len(tables_and_keys) == 2
    assert without.place(white)[:2] == without.place(black)[:2]
    assert [without.place(position)[2] for position in (white, black)] == [0, 1]


def test_a_lost_tempo_is_confused_only_where_the_side_is_left_out():
    by_way = dict(zip(WAYS, compare(FEN, 7), strict=True))
    assert [by_way[way][3] for way in (CODE, STORED, SEPARATE)] == [0, 0, 0]
    assert by_way[LEFT_OUT][3] > 0
    assert all(hits > others for _, _, hits, others in by_way.values())


@pytest.mark.parametrize("way", [CODE, STORED, SEPARATE])
def test_the_search_finds_a_mate_and_a_stalemate(way):
    value, move = Search(way).best("7k/8/6K1/8/8/8/8/R7 w - - 0 1", 2)
    assert (value > 31_000, move) == (True, "a1a8")
    assert Search(way).best("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", 2)[0] == 0


def test_the_plan_takes_other_positions_than_a_first_look():
    taken, looked_at = ({fen for found in positions(quick).values() for _, fen in found} for quick in (False, True))
    assert not taken & looked_at
    assert len(positions(False)[FEW_MEN]) == 125
