"""Mobility and good places, each shown by two positions that differ in it."""

import pytest

from kiebitz.core.chess.position import Position
from kiebitz.core.evaluation.classical.weighted_sum import explain


def dynamic(fen: str) -> int:
    """Middlegame value of White's dynamic features."""
    return explain(Position(fen))["dynamic"][0][0]


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        pytest.param("6k1/5ppp/8/8/8/8/5PPP/R5K1", "6k1/5ppp/8/8/8/8/P4PPP/R5K1", id="rook on open file"),
        pytest.param("6k1/p4ppp/8/8/8/8/5PPP/R5K1", "6k1/p4ppp/8/8/8/8/P4PPP/R5K1", id="rook on half-open file"),
        pytest.param("6k1/p2R1ppp/8/8/8/8/P4PPP/6K1", "6k1/p4ppp/3R4/8/8/8/P4PPP/6K1", id="rook on rank 7"),
        pytest.param("6k1/p4ppp/8/8/3N4/4P3/5PPP/6K1", "6k1/2p2ppp/8/8/3N4/4P3/5PPP/6K1", id="outpost"),
        pytest.param("6k1/8/8/8/4P3/8/3B2P1/6K1", "6k1/8/8/8/3P4/8/3B1P2/6K1", id="bishop and pawns"),
        pytest.param("6k1/5ppp/8/8/8/8/5PPP/5RK1", "6k1/5ppp/8/8/8/8/5PPP/5K1R", id="trapped rook"),
    ],
)
def test_better_and_worse_places(better, worse):
    assert dynamic(f"{better} w - - 0 1") > dynamic(f"{worse} w - - 0 1")


@pytest.mark.parametrize("piece", "NBRQ")
def test_a_piece_in_the_middle_moves_more_freely_than_one_shut_in(piece):
    free = dynamic(f"6k1/8/8/8/3{piece}4/8/8/1K6 w - - 0 1")
    shut_in = dynamic(f"6k1/8/8/8/1p6/1P6/PPP5/{piece}K6 w - - 0 1")
    assert free > shut_in


def test_a_pinned_piece_is_less_mobile():
    assert dynamic("4r1k1/8/8/8/4N3/8/8/4K3 w - - 0 1") < dynamic("3r2k1/8/8/8/4N3/8/8/4K3 w - - 0 1")


def test_room_counts_while_there_are_pieces():
    wide = "r1bqk2r/1p3ppp/p1nppn2/8/2PPP3/2N2N2/PP3PPP/R1BQKB1R w KQkq - 0 1"
    narrow = "r1bqk2r/1p3ppp/p1nppn2/8/8/2NPPN2/PPP2PPP/R1BQKB1R w KQkq - 0 1"
    assert dynamic(wide) > dynamic(narrow)
