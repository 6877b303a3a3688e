"""Shield, storm and castling."""

import pytest

from kiebitz.core.chess.position import Position
from kiebitz.core.evaluation.classical.weighted_sum import explain


def cover(fen: str) -> int:
    """Middlegame value of White's cover."""
    return explain(Position(fen))["king_cover"][0][0]


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        pytest.param("6k1/8/8/8/8/8/5PPP/6K1", "6k1/8/8/8/8/6P1/5P1P/6K1", id="unmoved"),
        pytest.param("6k1/8/8/8/8/7P/5PP1/6K1", "6k1/8/8/8/6P1/8/5P1P/6K1", id="far advanced"),
        pytest.param("6k1/8/8/8/8/8/5PPP/6K1", "6k1/8/8/8/8/8/5P1P/6K1", id="missing"),
        pytest.param("6k1/6p1/8/8/8/8/5PPP/6K1", "6k1/8/8/8/6p1/8/5PPP/6K1", id="stormed"),
        pytest.param("6k1/8/8/8/7p/7P/5PP1/6K1", "6k1/8/8/8/6p1/7P/5PP1/6K1", id="rammed"),
        pytest.param("6k1/6p1/8/8/8/8/5P1P/6K1", "6k1/8/8/8/8/8/5P1P/6K1", id="open file"),
    ],
)
def test_better_and_worse_cover(better, worse):
    assert cover(f"{better} w - - 0 1") > cover(f"{worse} w - - 0 1")


def test_a_king_that_may_castle_has_the_cover_it_can_choose():
    rights = "r3k2r/8/8/8/8/8/PPP2PPP/R3K2R w {} - 0 1"
    castled = "r3k2r/8/8/8/8/8/PPP2PPP/R4RK1 w - - 0 1"
    assert cover(rights.format("KQ")) == cover(rights.format("K")) == cover(castled)
    assert cover(rights.format("-")) < cover(rights.format("Q")) < cover(castled)


def test_in_the_endgame_the_king_belongs_near_its_pawns():
    near = explain(Position("7k/8/8/8/1PK5/8/8/8 w - - 0 1"))["king_cover"][0][1]
    far = explain(Position("7k/8/8/8/1P6/8/8/7K w - - 0 1"))["king_cover"][0][1]
    assert near > far
