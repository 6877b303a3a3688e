"""The plain-Python search against the book's: minimax over captures at the end, no cut missed, no node forgotten."""

from itertools import groupby, pairwise

import chess
import pytest

from kiebitz.core.chess.position import Position
from kiebitz_hydra.question import INFINITY, MATE
from kiebitz_hydra.reference import Reference, evaluator, ordered
from machines import HARD, positions, without_past

CORE = evaluator()


def minimax(board, depth):
    """The value without any window; with no depth left, standing pat or capturing."""
    captures_only = depth == 0
    moves = [move for move in ordered(board, captures_only=captures_only) if board.is_legal(move)]
    best = CORE.value(Position(without_past(board))) if captures_only else -INFINITY
    for move in moves:
        board.push(move)
        best = max(best, -minimax(board, max(depth - 1, 0)))
        board.pop()
    if not moves and not captures_only:
        return -MATE if board.is_check() else 0
    return best


@pytest.mark.parametrize("fen", [HARD[1], *HARD[6:]])
def test_alpha_beta_is_minimax(fen):
    board = chess.Board(fen)
    reference = Reference()
    value = reference.search(board, 1)
    assert value == minimax(board, 1)
    assert board.fen() == chess.Board(fen).fen()


@pytest.mark.parametrize(("fen", "plies"), [(HARD[9], 1), ("k7/8/2K5/8/8/8/8/1Q6 w - - 0 1", 1)])
def test_mates_are_counted_in_plies(fen, plies):
    reference = Reference()
    assert reference.search(chess.Board(fen), 2) == MATE - plies
    assert reference.best is not None


def test_no_move():
    assert Reference().search(chess.Board(HARD[10]), 1) == -MATE
    assert Reference().search(chess.Board(HARD[11]), 1) == 0


def test_order():
    """The greatest victims first, and all men who can go to a square one after another, the least first."""
    for board in positions(40):
        moves = list(ordered(board, captures_only=False))
        victims = [board.piece_type_at(move.to_square) or 0 for move in moves if not board.is_en_passant(move)]
        assert victims == sorted(victims, reverse=True)
        for earlier, later in pairwise(moves):
            if earlier.to_square == later.to_square:
                assert board.piece_type_at(earlier.from_square) <= board.piece_type_at(later.from_square)
        targets = [move.to_square for move in moves]
        assert len(list(groupby(targets))) == len(set(targets))
