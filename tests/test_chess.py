"""``kiebitz.chess``: python-chess's names, with our boards."""

from types import ModuleType

import chess
import chess.pgn

import kiebitz
import kiebitz.chess as ours


def test_it_has_every_name_of_python_chess():
    names = {name for name, value in vars(chess).items() if name[0] != "_" and not isinstance(value, ModuleType)}
    assert names <= set(dir(ours))
    assert set(ours.__all__) <= set(dir(ours))
    assert ours.pgn is chess.pgn
    assert ours.SQUARES is chess.SQUARES


def test_boards_moves_and_pieces_are_ours():
    assert (ours.Board, ours.Move, ours.Piece) == (kiebitz.Board, kiebitz.Move, kiebitz.Piece)
    assert issubclass(ours.IllegalMoveError, chess.IllegalMoveError)
    board = ours.Board()
    board.push(ours.Move(ours.E2, ours.E4))
    assert board.piece_at(ours.E4) == ours.Piece(ours.PAWN, ours.WHITE)
