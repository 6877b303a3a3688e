"""Static exchange evaluation against a plain recursive model of taking turns on one square."""

import random

import chess
import pytest

from kiebitz.core.chess.exchange import static_exchange
from kiebitz.core.chess.position import Position

VALUES = {chess.PAWN: 100, chess.KNIGHT: 320, chess.BISHOP: 330, chess.ROOK: 500, chess.QUEEN: 950, chess.KING: 0}


def model(board: chess.Board, move: chess.Move) -> int:
    """The worth of a capture sequence, written as directly as its definition: pins ignored, either side may stop."""
    if board.is_castling(move):
        return 0
    square = move.to_square
    if board.is_en_passant(move):
        gain = VALUES[chess.PAWN]
    else:
        victim = board.piece_type_at(square)
        gain = VALUES[victim] if victim else 0
    standing = board.piece_type_at(move.from_square)
    after = board.copy(stack=False)
    if board.is_en_passant(move):
        after.remove_piece_at(square ^ 8)
    after.remove_piece_at(move.from_square)
    if move.promotion:
        gain += VALUES[move.promotion] - VALUES[chess.PAWN]
        standing = move.promotion
    after.set_piece_at(square, chess.Piece(standing, board.turn))
    return gain - answer(after, square, not board.turn)


def answer(board: chess.Board, square: int, side: chess.Color) -> int:
    """What ``side`` gains by taking on the square, or by leaving it (0)."""
    attackers = board.attackers(side, square)
    if not attackers:
        return 0
    origin = min(attackers, key=lambda s: (board.piece_type_at(s), s))
    kind = board.piece_type_at(origin)
    if kind == chess.KING and board.attackers(not side, square):
        return 0
    gain = VALUES[board.piece_type_at(square)]
    after = board.copy(stack=False)
    after.remove_piece_at(origin)
    after.set_piece_at(square, chess.Piece(kind, side))
    return max(0, gain - answer(after, square, not side))


@pytest.mark.parametrize(
    ("fen", "move", "value"),
    [
        ("1k1r4/1pp4p/p7/4p3/8/P5P1/1PP4P/2K1R3 w - - 0 1", "e1e5", 100),
        ("1k1r3q/1ppn3p/p4b2/4p3/8/P2N2P1/1PP1R1BP/2K1Q3 w - - 0 1", "d3e5", -220),
        ("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", 100),
        ("1r2k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7b8q", 500 + 950 - 100),
        ("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "e1g1", 0),
    ],
)
def test_known_exchanges(fen, move, value):
    assert static_exchange(Position(fen), move) == value


def test_random_exchanges_equal_the_model():
    rng = random.Random(7)
    compared = 0
    while compared < 500:
        board = chess.Board()
        for _ in range(rng.randrange(10, 80)):
            moves = list(board.legal_moves)
            if not moves:
                break
            board.push(rng.choice(moves))
        position = Position(board.fen())
        for move in board.legal_moves:
            if board.is_capture(move) or move.promotion or rng.random() < 0.2:
                assert static_exchange(position, move.uci()) == model(board, move), (board.fen(), move)
                compared += 1
