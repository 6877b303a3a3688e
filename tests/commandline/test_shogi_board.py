"""Boards of shogi by their letters: what is read comes back as it was."""

import random

import pytest

from kiebitz.commandline.shogi_board import HAND, RANKS, SIZE, ShogiBoard
from random_shogi import scattered


def sfen_of(board):
    """A board written again."""
    ranks = []
    for row in board.rows:
        rank = "".join(man or "." for man in row)
        for free in range(SIZE, 0, -1):
            rank = rank.replace("." * free, str(free))
        ranks.append(rank)
    held = "".join(
        f"{count if count > 1 else ''}{letter if side == 0 else letter.lower()}"
        for side, hand in enumerate(board.hands)
        for letter, count in hand.items()
    )
    return f"{'/'.join(ranks)} {'b' if board.is_black_to_move else 'w'} {held or '-'}"


@pytest.mark.check
def test_what_is_read_is_all_there():
    for position in scattered(random.Random(2), 200):
        sfen = position.sfen()
        assert sfen_of(ShogiBoard.of(sfen)) == " ".join(sfen.split()[:3])


def test_squares_have_names():
    board = ShogiBoard.of("+Pk7/9/9/9/9/9/9/9/8L b 3p2R 1")
    assert [board.man(square) for square in ("9a", "8a", "1i", "5e")] == ["+P", "k", "L", ""]
    assert board.hands == ({"R": 2}, {"P": 3})
    assert (len(RANKS), len(HAND)) == (9, 7)
