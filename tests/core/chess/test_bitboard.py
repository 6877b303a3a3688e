"""Attacks by table look-up against python-chess, for blockers of every density."""

import chess
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kiebitz.core.chess.bitboard import attacks_from, uses_pext
from kiebitz.core.chess.magics import BISHOP_MAGICS, ROOK_MAGICS

ALL_SQUARES = (1 << 64) - 1
words = st.integers(0, ALL_SQUARES)
# Few, half and many blockers.
occupancies = st.one_of(words, st.builds(int.__and__, words, words), st.builds(int.__or__, words, words))
PIECES = (chess.KNIGHT, chess.BISHOP, chess.ROOK, chess.QUEEN, chess.KING)


def oracle(square: int, piece: chess.PieceType, occupied: int) -> int:
    board = chess.BaseBoard.empty()
    for blocker in chess.scan_forward(occupied):
        board.set_piece_at(blocker, chess.Piece(chess.PAWN, chess.BLACK))
    board.set_piece_at(square, chess.Piece(piece, chess.WHITE))
    return board.attacks_mask(square)


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


@given(st.sampled_from(chess.SQUARES), st.sampled_from(PIECES), occupancies)
def test_attacks_through_the_public_interface_of_python_chess(square, piece, occupied):
    assert attacks_from(square, piece - 1, occupied) == oracle(square, piece, occupied)


@pytest.mark.parametrize("diagonal", [False, True])
def test_every_set_of_blockers_on_every_square(diagonal):
    """The whole table: 102,400 look-ups for rooks, 5,248 for bishops."""
    looked_up = 0
    for square in chess.SQUARES:
        if diagonal:
            tables = [(chess.BB_DIAG_MASKS[square], chess.BB_DIAG_ATTACKS[square])]
        else:
            tables = [
                (chess.BB_RANK_MASKS[square], chess.BB_RANK_ATTACKS[square]),
                (chess.BB_FILE_MASKS[square], chess.BB_FILE_ATTACKS[square]),
            ]
        relevant = 0
        for mask, _ in tables:
            relevant |= mask
        blockers = 0
        while True:
            expected = 0
            for mask, attacks in tables:
                expected |= attacks[mask & blockers]
            assert attacks_from(square, 2 if diagonal else 3, blockers) == expected
            looked_up += 1
            blockers = (blockers - relevant) & relevant
            if not blockers:
                break
    assert looked_up == (5_248 if diagonal else 102_400)


def test_squares_and_kinds_that_do_not_exist_are_refused():
    for square in (-1, 64):
        with pytest.raises(ValueError, match=rf"square {square} is not in 0\.\.63"):
            attacks_from(square, 3, 0)
    for kind in (-1, 0, 6):
        with pytest.raises(ValueError, match=f"kind {kind}"):
            attacks_from(0, kind, 0)
    for occupied in (-1, 1 << 64):
        with pytest.raises(OverflowError):
            attacks_from(0, 3, occupied)


def test_magic_factors_index_without_collisions_that_matter():
    """A build with PEXT never uses the magic factors, so they are proven here for the builds that do."""
    assert isinstance(uses_pext(), bool)
    for square in chess.SQUARES:
        rook_masks = (
            (chess.BB_RANK_MASKS[square], chess.BB_RANK_ATTACKS[square]),
            (chess.BB_FILE_MASKS[square], chess.BB_FILE_ATTACKS[square]),
        )
        bishop_masks = ((chess.BB_DIAG_MASKS[square], chess.BB_DIAG_ATTACKS[square]),)
        for magic, tables in ((ROOK_MAGICS[square], rook_masks), (BISHOP_MAGICS[square], bishop_masks)):
            relevant = 0
            for mask, _ in tables:
                relevant |= mask
            shift = 64 - relevant.bit_count()
            seen: dict[int, int] = {}
            blockers = 0
            while True:
                attacks = 0
                for mask, by_blockers in tables:
                    attacks |= by_blockers[mask & blockers]
                assert seen.setdefault((blockers * magic & ALL_SQUARES) >> shift, attacks) == attacks
                blockers = (blockers - relevant) & relevant
                if not blockers:
                    break
