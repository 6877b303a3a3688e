"""Plain values, and what pieces are worth together."""

import pytest

from evaluated import difference, module, times, weights


def values(board: str):
    """White's piece values."""
    return module(board, "piece_values")


def test_a_queen_and_five_pawns_are_their_plain_sum():
    pawns = times(weights(("piece_values", 0)), 5)
    assert difference(values("4k3/8/8/8/8/8/PPPPP3/3QK3"), pawns) == weights(("piece_values", 4))


def test_men_are_worth_what_players_say():
    """In pawns of their phase: a minor piece three to four, a rook five to six, a queen nine to twelve."""
    pawn, knight, bishop, rook, queen = (weights(("piece_values", kind)) for kind in range(5))
    for phase in range(2):
        assert 2.7 * pawn[phase] < knight[phase] <= bishop[phase] < 4 * pawn[phase]
        assert 4.5 * pawn[phase] < rook[phase] < 6 * pawn[phase]
        assert 9 * pawn[phase] < queen[phase] < 12 * pawn[phase]
        assert bishop[phase] < rook[phase] < 2 * bishop[phase] < queen[phase]


def test_the_bishop_pair_is_more_than_two_bishops():
    one, two = values("4k3/8/8/8/8/8/8/2B1K3"), values("4k3/8/8/8/8/8/8/2B1KB2")
    pair = difference(two, times(one, 2))
    assert pair == weights("bishop_pair")
    assert 10 < pair[0] < 60
    assert 25 < pair[1] < 80


def test_a_second_rook_is_a_little_less_than_the_first():
    # Without pawns each rook counts so much more than its plain value.
    one, two = values("4k3/8/8/8/8/8/8/R3K3"), values("4k3/8/8/8/8/8/8/R3K2R")
    assert difference(two, times(one, 2)) == weights("rook_pair")
    assert -40 < weights("rook_pair")[0] < 0


@pytest.mark.parametrize(("piece", "kind", "weight"), [("N", 1, "knight_by_pawns"), ("R", 3, "rook_by_pawns")])
@pytest.mark.parametrize(("pawns", "surplus"), [("PPPPPPPP", 3), ("PPPPP3", 0), ("8", -5)])
def test_knights_like_pawns_and_rooks_like_their_absence(piece, kind, weight, pawns, surplus):
    alone, beside = values(f"4k3/8/8/8/8/8/{pawns}/4K3"), values(f"4k3/8/8/8/8/8/{pawns}/1{piece}2K3")
    worth = difference(beside, alone)
    assert difference(worth, weights(("piece_values", kind))) == times(weights(weight), surplus)
