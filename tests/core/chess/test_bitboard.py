"""Attacks by table look-up against python-chess, for blockers of every density."""

import chess
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kiebitz.core.chess.bitboard import attacks_from
from kiebitz.core.chess.magics import BISHOP_MAGICS, ROOK_MAGICS

ALL_SQUARES = (1 << 64) - 1
words = st.integers(0, ALL_SQUARES)
# Few, half and many blockers.
occupancies = st.one_of(words, st.builds(int.__and__, words, words), st.builds(int.__or__, words, words))


def tables_of(square: int, diagonal: bool):
    """python-chess's masks and attacks of a bishop or rook."""
    if diagonal:
        return [(chess.BB_DIAG_MASKS[square], chess.BB_DIAG_ATTACKS[square])]
    return [
        (chess.BB_RANK_MASKS[square], chess.BB_RANK_ATTACKS[square]),
        (chess.BB_FILE_MASKS[square], chess.BB_FILE_ATTACKS[square]),
    ]


def every_set_of_blockers(tables):
    """Each set of the squares that matter, with the attacks through it."""
    relevant = sum(mask for mask, _ in tables)
    blockers = 0
    while True:
        yield blockers, sum(attacks[mask & blockers] for mask, attacks in tables)
        blockers = (blockers - relevant) & relevant
        if not blockers:
            return


@given(occupancies)
def test_attacks_are_those_of_python_chess_on_every_square(occupied):
    for square in chess.SQUARES:
        rook = chess.BB_RANK_ATTACKS[square][chess.BB_RANK_MASKS[square] & occupied]
        rook |= chess.BB_FILE_ATTACKS[square][chess.BB_FILE_MASKS[square] & occupied]
        bishop = chess.BB_DIAG_ATTACKS[square][chess.BB_DIAG_MASKS[square] & occupied]
        # Kinds count from the pawn: 0 here, 1 in python-chess.
        assert attacks_from(square, chess.ROOK - 1, occupied) == rook
        assert attacks_from(square, chess.BISHOP - 1, occupied) == bishop
        assert attacks_from(square, chess.QUEEN - 1, occupied) == rook | bishop
        assert attacks_from(square, chess.KNIGHT - 1, occupied) == chess.BB_KNIGHT_ATTACKS[square]
        assert attacks_from(square, chess.KING - 1, occupied) == chess.BB_KING_ATTACKS[square]


@pytest.mark.parametrize(("kind", "sets"), [(2, 5_248), (3, 102_400)])
def test_every_set_of_blockers_on_every_square(kind, sets):
    looked_up = 0
    for square in chess.SQUARES:
        for blockers, attacks in every_set_of_blockers(tables_of(square, kind == 2)):
            assert attacks_from(square, kind, blockers) == attacks
            looked_up += 1
    assert looked_up == sets


@pytest.mark.parametrize(
    ("square", "kind", "occupied", "error"),
    [
        *[(-1, 3, 0, ValueError), (64, 3, 0, ValueError), (0, -1, 0, ValueError), (0, 0, 0, ValueError)],
        *[(0, 6, 0, ValueError), (0, 3, -1, OverflowError), (0, 3, 1 << 64, OverflowError)],
    ],
)
def test_squares_and_kinds_that_do_not_exist_are_refused(square, kind, occupied, error):
    with pytest.raises(error):
        attacks_from(square, kind, occupied)


@pytest.mark.parametrize(("magics", "diagonal"), [(BISHOP_MAGICS, True), (ROOK_MAGICS, False)])
def test_magic_factors_index_without_collisions_that_matter(magics, diagonal):
    """A build with PEXT never uses the magic factors, so they are proven here for the builds that do."""
    for square in chess.SQUARES:
        tables = tables_of(square, diagonal)
        shift = 64 - sum(mask for mask, _ in tables).bit_count()
        seen: dict[int, int] = {}
        for blockers, attacks in every_set_of_blockers(tables):
            assert seen.setdefault((blockers * magics[square] & ALL_SQUARES) >> shift, attacks) == attacks
