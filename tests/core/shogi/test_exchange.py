"""Static exchange evaluation of shogi against a plain recursive model of taking turns on one square."""

import random

import pytest
import shogi

from kiebitz.core.shogi.exchange import static_exchange
from kiebitz.core.shogi.notation import legal_moves
from kiebitz.core.shogi.position import ShogiPosition
from random_shogi import random_games, scattered

BOARD = dict(zip("PLNSBRG", (100, 260, 280, 400, 620, 700, 480), strict=True)) | dict(
    zip(("+P", "+L", "+N", "+S", "+B", "+R"), (460, 460, 480, 480, 880, 1020), strict=True)
)
HAND = dict(zip("PLNSBRG", (115, 290, 310, 430, 680, 770, 520), strict=True))


def worth(symbol):
    """What changes when a man is taken: one side loses it, the other holds it; nobody takes a king."""
    symbol = symbol.upper()
    return 0 if symbol == "K" else BOARD[symbol] + HAND[symbol[-1]]


def model(board, move):
    """The worth of a capture sequence, written as directly as its definition: pins ignored, either side may stop."""
    target = move.to_square
    victim = board.piece_at(target)
    gain = worth(victim.symbol()) if victim else 0
    men = {square: board.piece_at(square).symbol() for square in shogi.SQUARES if board.piece_at(square)}
    if move.from_square is None:
        standing = shogi.PIECE_SYMBOLS[move.drop_piece_type].upper()
    else:
        standing = men.pop(move.from_square).upper()
        if move.promotion:
            gain += BOARD["+" + standing] - BOARD[standing]
            standing = "+" + standing
    men[target] = standing if board.turn == shogi.BLACK else standing.lower()
    return gain - answer(men, target, 1 - board.turn)


def answer(men, square, side):
    """What ``side`` gains by taking on the square, or by leaving it (0)."""
    board = board_of(men)
    takers = list(board.attackers(side, square))
    if not takers:
        return 0
    origin = min(takers, key=lambda place: (men[place].upper() == "K", worth(men[place])))
    if men[origin].upper() == "K" and list(board.attackers(1 - side, square)):
        return 0
    gain = worth(men[square])
    after = {place: man for place, man in men.items() if place != origin}
    after[square] = men[origin]
    return max(0, gain - answer(after, square, 1 - side))


def board_of(men):
    board = shogi.Board()
    board.clear()
    for square, symbol in men.items():
        board.set_piece_at(square, shogi.Piece.from_symbol(symbol))
    return board


@pytest.mark.parametrize(
    ("sfen", "move", "value"),
    [
        # A pawn that nobody guards; one that a gold guards, taken by a rook.
        ("4k4/9/9/9/4p4/9/9/4R4/4K4 b - 1", "5h5e", 215),
        ("4k4/9/9/4g4/4p4/9/9/4R4/4K4 b - 1", "5h5e", 215 - 1470),
        # A promotion, and a drop that is taken.
        ("k8/9/9/4P4/9/9/9/9/4K4 b - 1", "5d5c+", 360),
        ("k8/9/9/9/4p4/9/9/9/4K4 b G 1", "G*5f", -1000),
    ],
)
def test_known_exchanges(sfen, move, value):
    assert static_exchange(ShogiPosition(sfen), move) == value


@pytest.mark.check
def test_the_model_agrees():
    chance = random.Random(12)
    positions = [*(position.copy() for _, _, position in random_games(chance, 60)), *scattered(chance, 60)]
    for position in positions:
        board = shogi.Board(position.sfen())
        for text in chance.sample(legal_moves(position), min(6, len(legal_moves(position)))):
            assert static_exchange(position, text) == model(board, shogi.Move.from_usi(text)), (position.sfen(), text)
