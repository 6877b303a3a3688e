"""Plain values, and what pieces are worth together."""

from kiebitz.core.evaluation.weights import WEIGHTS

from kiebitz.core.chess.position import Position
from kiebitz.core.evaluation.classical.weighted_sum import explain


def values(fen: str) -> tuple[int, int]:
    """White's piece values."""
    return explain(Position(fen))["piece_values"][0]


def test_a_queen_and_five_pawns_are_their_plain_sum():
    pawn, queen = WEIGHTS["piece_values"].values[0], WEIGHTS["piece_values"].values[4]
    found = values("4k3/8/8/8/8/8/PPPPP3/3QK3 w - - 0 1")
    assert found == (queen[0] + 5 * pawn[0], queen[1] + 5 * pawn[1])


def test_the_bishop_pair_is_more_than_two_bishops():
    one, two = values("4k3/8/8/8/8/8/8/2B1K3 w - - 0 1"), values("4k3/8/8/8/8/8/8/2B1KB2 w - - 0 1")
    pair = WEIGHTS["bishop_pair"].values[0]
    assert (two[0] - 2 * one[0], two[1] - 2 * one[1]) == pair


def test_knights_like_pawns_and_rooks_like_their_absence():
    def gain(piece: str) -> int:
        with_pawns = values(f"4k3/8/8/8/8/8/PPPPPPPP/1{piece}2K3 w - - 0 1")[1]
        pawns = values("4k3/8/8/8/8/8/PPPPPPPP/4K3 w - - 0 1")[1]
        return with_pawns - pawns - values(f"4k3/8/8/8/8/8/8/1{piece}2K3 w - - 0 1")[1]

    assert gain("N") > 0 > gain("R")
