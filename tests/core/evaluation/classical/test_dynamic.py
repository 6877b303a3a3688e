"""Mobility and good places, each shown by two positions that differ in it by their weights."""

import pytest

from evaluated import difference, module, taken_apart, times, weights

# A feature of a series is its name and how many squares the piece can go to.
ROOK = "rook_mobility"


def dynamic(board: str):
    """White's dynamic features."""
    return module(board, "dynamic")


def wired(board: str):
    """The same as the coprocessor's wires have them."""
    return taken_apart(f"{board} w - - 0 1", wired_dynamic=1).modules["dynamic"][0]


@pytest.mark.parametrize(
    ("better", "worse", "gained", "lost"),
    [
        ("5ppp/8/8/8/8/5PPP/R5K1", "5ppp/8/8/8/8/P4PPP/R5K1", ("rook_open_file", (ROOK, 12)), ((ROOK, 5),)),
        (  # The rook attacks the undefended pawn besides.
            *("p4ppp/8/8/8/8/5PPP/R5K1", "p4ppp/8/8/8/8/P4PPP/R5K1"),
            *(("rook_half_open_file", (ROOK, 11), ("threat_by_rook", 0), "hanging"), ((ROOK, 5),)),
        ),
        (  # The f-pawn, which only its king defends, is attacked.
            *("R4ppp/8/8/8/8/5PPP/6K1", "5ppp/8/R7/8/8/5PPP/6K1"),
            *(("rook_on_seventh", (ROOK, 12), ("threat_by_rook", 0)), ((ROOK, 14),)),
        ),
        ("p4ppp/8/8/3N4/4P3/5PPP/6K1", "2p2ppp/8/8/3N4/4P3/5PPP/6K1", ("knight_outpost",), ()),
        (
            *("5ppp/8/8/3B4/4P3/5PPP/6K1", "2p2ppp/8/8/3B4/4P3/5PPP/6K1"),
            *(("bishop_outpost", ("bishop_mobility", 9)), (("bishop_mobility", 8),)),
        ),
        ("8/8/8/4P3/8/3B2P1/6K1", "8/8/8/3P4/8/3B1P2/6K1", (), 2 * ("bishop_own_colour_pawn",)),
        ("5ppp/8/8/8/8/5PPP/5RK1", "5ppp/8/8/8/8/5PPP/5K1R", ((ROOK, 5),), ((ROOK, 1), "trapped_rook")),
    ],
)
def test_places_differ_by_their_weights(better, worse, gained, lost):
    gain = difference(dynamic("6k1/" + better), dynamic("6k1/" + worse))
    assert gain == difference(weights(*gained), weights(*lost))
    assert 0 < gain[0] < 100
    assert 0 < gain[1] < 100


def test_a_rook_that_can_still_castle_is_not_trapped():
    shut_in, free = dynamic("4k3/8/8/8/8/8/5PPP/4K2R w - - 0 1"), dynamic("4k3/8/8/8/8/8/5PPP/4K2R w K - 0 1")
    assert difference(free, shut_in) == times(weights("trapped_rook"), -1)


@pytest.mark.parametrize(
    ("piece", "kind", "name", "squares", "place"),
    [("N", 0, "knight", 8, ()), ("B", 1, "bishop", 13, ()), ("R", 2, "rook", 14, ("rook_open_file",))],
)
def test_a_piece_is_worth_by_the_squares_it_can_go_to(piece, kind, name, squares, place):
    board = f"6k1/8/8/8/3{piece}4/8/8/1K6"
    assert dynamic(board) == weights((f"{name}_mobility", squares), *place)
    # By wires each square is worth the same.
    base, step = weights(("linear_mobility_base", kind), *place), weights(("linear_mobility_step", kind))
    assert wired(board) == (base[0] + squares * step[0], base[1] + squares * step[1])


def test_a_pinned_knight_cannot_move():
    pinned, free = dynamic("4r1k1/8/8/8/4N3/8/8/4K3"), dynamic("3r2k1/8/8/8/4N3/8/8/4K3")
    assert pinned == weights(("knight_mobility", 0))
    assert free == weights(("knight_mobility", 8))


def test_room_counts_while_there_are_pieces():
    wide = "r1bqk2r/1p3ppp/p1nppn2/8/2PPP3/2N2N2/PP3PPP/R1BQKB1R w KQkq - 0 1"
    narrow = "r1bqk2r/1p3ppp/p1nppn2/8/8/2NPPN2/PPP2PPP/R1BQKB1R w KQkq - 0 1"
    assert 10 < difference(dynamic(wide), dynamic(narrow))[0] < 120


def test_by_wires_a_rook_does_not_see_through_a_rook():
    """Rook a5 goes to 14 squares, rook a1 to four before it and three beside it; a battery would add a6, a7, a8."""
    rook = weights(("linear_mobility_base", 2), "rook_open_file")
    step = weights(("linear_mobility_step", 2))
    assert wired("8/8/8/R7/8/7k/8/R3K3") == (2 * rook[0] + 21 * step[0], 2 * rook[1] + 21 * step[1])
