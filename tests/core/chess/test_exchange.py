"""Static exchange evaluation against a plain recursive model of taking turns on one square."""

import random

import chess
import pytest

from exchange_oracle import exchange
from kiebitz.core.chess.exchange import static_exchange
from kiebitz.core.chess.position import Position


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
                assert static_exchange(position, move.uci()) == exchange(board, move), (board.fen(), move)
                compared += 1
