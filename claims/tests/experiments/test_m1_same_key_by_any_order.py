"""The rule of M1: one key that differs refutes it; and what is played out and back."""

from random import Random

import pytest

from kiebitz.core.chess.position import Position
from kiebitz_claims.claims.judging import Verdict
from kiebitz_claims.experiments.m1_same_key_by_any_order import judge, out_and_back, placement, play_games

HOLDS, _, FAILS, UNDECIDED, _ = Verdict
COUNTS = {"positions reached": 50, "key not its own": 0, "same position": 40, "same position, keys differ": 0}
COUNTS |= {"out and back": 30, "out and back, keys differ": 0}
BOTH = ("01110", "01110")


@pytest.mark.parametrize(
    ("ends", "counts", "verdicts"),
    [
        (BOTH, {}, [HOLDS, HOLDS, HOLDS, HOLDS]),
        (BOTH, {"other position, keys agree": 3}, [HOLDS, HOLDS, HOLDS, HOLDS]),
        (("01111", "01111"), {}, [FAILS, HOLDS, HOLDS, HOLDS]),
        (("01110", "01111"), {}, [FAILS, HOLDS, HOLDS, HOLDS]),
        (BOTH, {"same position, keys differ": 1}, [HOLDS, FAILS, HOLDS, HOLDS]),
        (BOTH, {"key not its own": 1}, [HOLDS, HOLDS, FAILS, HOLDS]),
        (BOTH, {"out and back, keys differ": 1}, [HOLDS, HOLDS, HOLDS, FAILS]),
        (BOTH, {"out and back": 0}, [HOLDS, HOLDS, HOLDS, UNDECIDED]),
        (BOTH, {"same position": 0, "positions reached": 0}, [HOLDS, UNDECIDED, UNDECIDED, HOLDS]),
    ],
)
def test_example_and_games_must_all_hold(ends, counts, verdicts):
    assert [part.verdict for part in judge(ends, COUNTS | counts).parts] == verdicts


def test_knights_come_back_to_the_same_key_by_four_moves():
    """In a bare position of kings and knights every way back is open, but for what a check forbids."""
    position = Position("7k/8/8/8/8/8/8/K6N w - - 0 1")
    found = [out_and_back(position, Random(seed)) for seed in range(20)]
    back = [after for after in found if after is not None]
    assert back
    for after in back:
        assert placement(after) == placement(position)
        assert after.hash_key == position.hash_key
        assert after.halfmove_clock == 4


def test_a_king_that_comes_back_has_lost_its_right_and_another_key():
    position = Position("k7/8/8/8/8/8/P7/4K2R w K - 0 1")
    found = [after for seed in range(40) if (after := out_and_back(position, Random(seed))) is not None]
    moved = [after for after in found if placement(after) != placement(position)]
    assert moved
    assert all(after.hash_key != position.hash_key for after in moved)


def test_games_try_everything():
    counts = play_games(3, 1)
    assert all(counts[tried] > 0 for tried in ("positions reached", "same position", "out and back"))
