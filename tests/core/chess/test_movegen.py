"""Legal moves against python-chess: along random games, in scattered positions, and in the hard cases by name."""

import chess
import pytest
from hypothesis import given

from kiebitz.core.chess.notation import (
    checking_moves,
    is_checkmate,
    is_stalemate,
    legal_codes,
    legal_moves,
    moves_by_sort,
)
from kiebitz.core.chess.perft import perft
from kiebitz.core.chess.position import Position
from random_games import choices, few, play, scattered, set_up, starts


def agree(position: Position, board: chess.Board) -> None:
    """Assert that every generator tells what python-chess tells."""
    moves = legal_moves(position)
    expected = {board.uci(move): move for move in board.legal_moves}
    assert len(set(moves)) == len(moves)
    assert set(moves) == set(expected)
    noisy, quiet = moves_by_sort(position)
    assert sorted(noisy + quiet) == sorted(moves)
    assert set(noisy) == {text for text, move in expected.items() if move.promotion or board.is_capture(move)}
    assert set(checking_moves(position)) == {text for text, move in expected.items() if board.gives_check(move)}
    # Counted without writing them.
    assert perft(position, 1) == len(moves)
    assert is_checkmate(position) == board.is_checkmate()
    assert is_stalemate(position) == board.is_stalemate()


def judge_every_code(position: Position) -> None:
    """A move from the table or a killer may be any 16 bits; it is played only if ``is_legal`` says so."""
    generated, judged = legal_codes(position)
    assert generated == judged


@few
@given(starts(), choices)
def test_every_position_of_a_random_game(board, numbers):
    position = set_up(board)
    agree(position, board)
    for _ in play(board, position, numbers):
        agree(position, board)


@given(scattered())
def test_scattered_men(pair):
    """Many pins, checks and promotions at once, as games seldom have them."""
    board, position = pair
    agree(position, board)
    judge_every_code(position)


HARD = {
    "the most moves that a position has": "R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1",
    "the most captures of a position": "r1n1n1b1/1P1P1P1P/1N1N1N2/2RnQrRq/2pKp3/3BNQbQ/k7/4Bq2 w - - 0 1",
    "two men leave the king's rank at once": "8/8/8/8/k2Pp2Q/8/8/3K4 b - d3 0 1",
    "en passant uncovers a diagonal": "8/6bb/8/8/R1pP2k1/4P3/P7/K7 b - d3 0 1",
    "en passant takes the checking pawn": "8/8/8/2k5/3Pp3/8/8/4K3 b - d3 0 1",
    "en passant interposes": "4k3/8/8/K2pP2r/8/8/8/8 w - d6 0 1",
    "the pawn in front is pinned to its file": "4r1k1/8/8/3pP3/8/8/8/4K3 w - d6 0 1",
    "two pawns may take": "4k3/8/8/2PpP3/8/8/8/4K3 w - d6 0 1",
    "double check": "4k3/8/8/8/1b6/8/4r3/4K3 w - - 0 1",
    "castling out of check": "4k3/8/8/8/4r3/8/8/R3K2R w KQ - 0 1",
    "castling through an attacked square": "4k3/8/8/8/5r2/8/8/R3K2R w KQ - 0 1",
    "castling long past an attacked b1": "1r2k3/8/8/8/8/8/8/R3K3 w Q - 0 1",
    "castling past a knight": "4k3/8/8/8/8/8/8/RN2K1NR w KQ - 0 1",
    "stalemate": "k7/2Q5/8/8/8/8/8/7K b - - 0 1",
    "mate": "k7/1Q6/1K6/8/8/8/8/8 b - - 0 1",
    "a pawn that promotes and takes at once": "r1r1k3/1P6/8/8/8/8/8/4K3 w - - 0 1",
}


@few
@given(starts(), choices)
def test_every_16_bits_are_judged_as_the_generator_would_in_games(board, numbers):
    """Castling and en passant, which scattered men don't have."""
    position = set_up(board)
    for _ in play(board, position, numbers):
        pass
    judge_every_code(position)


@pytest.mark.parametrize("fen", HARD.values(), ids=HARD.keys())
def test_hard_cases(fen):
    for board in (chess.Board(fen), chess.Board(fen).mirror()):
        position = Position(board.fen())
        agree(position, board)
        judge_every_code(position)


@pytest.mark.parametrize(
    "fen",
    [
        "4k3/8/8/8/8/8/8/5KR1 w G - 0 1",  # king and rook change places
        "4k3/8/8/8/8/8/8/RK6 w A - 0 1",  # the king jumps, the rook steps
        "4k3/8/8/8/8/8/8/1RK5 w B - 0 1",  # the king stays
        "4k3/8/8/8/8/8/8/5RKR w F - 0 1",  # the way is blocked by the other rook
        "4k3/8/8/8/8/8/8/rR2K3 w B - 0 1",  # the rook that leaves shielded the king from a1
        "4k3/8/8/8/8/8/8/qR1K4 w B - 0 1",
        "1r2k3/8/8/8/8/8/8/1RK5 w B - 0 1",
        "2r1k3/8/8/8/8/8/8/R4K2 w A - 0 1",  # the king would pass an attacked square
        "4k3/8/8/8/8/8/8/1R3K1R w HB - 0 1",
        "1r3k1r/8/8/8/8/8/8/4K3 b hb - 0 1",
    ],
)
def test_chess960_castling(fen):
    board = chess.Board(fen, chess960=True)
    for oracle in (board, board.mirror()):
        position = Position(oracle.fen(shredder=True), True)
        agree(position, oracle)
        judge_every_code(position)
