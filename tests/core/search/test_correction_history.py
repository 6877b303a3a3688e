"""Correction history: what searches found beyond the static evaluation is added where the like comes again."""

import pytest

from kiebitz.core import parameters
from kiebitz.core.search import subtree
from traced_node import ALONE, HIGH, TracedNode

QUIET, QUIET_PATH = "4k3/pp3p2/8/3n4/8/2B5/PP4P1/4K3 w - - 0 1", ("a2a3", "a7a6")
# White takes a queen.
CAPTURE, CAPTURE_PATH = "4k3/pp6/3q4/8/8/2N5/PP6/4K2R w - - 0 1", ("a2a3", "d6d5")
PARTS = ("correction_pawns", "correction_men", "correction_moves", "correction_distant")


def node(fen, path, **values):
    return TracedNode(fen, path, **(ALONE | {"correction_history": 1, "reverse_futility": 1} | values))


def believed(traced):
    """The corrected evaluation: what reverse futility returns; the row has the static one."""
    assert traced.search(1, -5000, -4999).reason == "reverse futility"
    return traced.value


def test_the_evaluation_goes_towards_what_searches_found():
    traced = node(QUIET, QUIET_PATH)
    static = believed(traced)
    assert static == traced.row["evaluation"]
    found = traced.search(5, -HIGH, HIGH).value
    assert found != static
    corrected = believed(traced)
    assert min(static, found) <= corrected <= max(static, found)
    assert corrected != static
    assert traced.row["evaluation"] == static
    traced.worker.new_game()
    subtree.begin(traced.worker)
    assert believed(traced) == static


@pytest.mark.parametrize("part", PARTS)
def test_each_part_corrects_no_more_than_its_share(part):
    shares = dict.fromkeys(PARTS, 0) | {part: 30}
    traced = node(QUIET, QUIET_PATH, **shares)
    static = believed(traced)
    for _ in range(50):
        traced.search(2, static + 2000, static + 2001)
        traced.search(2, static - 2001, static - 2000)
    for _ in range(50):
        traced.search(2, -HIGH, HIGH)
    most = 30 * (2 if part == "correction_men" else 1)
    assert 0 < abs(believed(traced) - static) <= most


def test_captures_and_bounds_on_the_wrong_side_teach_nothing():
    traced = node(CAPTURE, CAPTURE_PATH)
    static = believed(traced)
    assert traced.search(1, -HIGH, HIGH).value > static + 300
    assert believed(traced) == static
    quiet = node(QUIET, QUIET_PATH)
    static = believed(quiet)
    assert quiet.search(1, static + 500, static + 501).value <= static + 500
    assert believed(quiet) <= static, "an upper bound above the evaluation denies nothing"


def test_switched_off_it_neither_learns_nor_speaks():
    traced = node(QUIET, QUIET_PATH, correction_history=0)
    static = believed(traced)
    traced.search(5, -HIGH, HIGH)
    assert believed(traced) == static
    assert parameters.defaults()["correction_history"] == 1
