"""The solved ending against what is known of it and against its own rules."""

import chess
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from kiebitz.core.evaluation.classical.king_and_pawn import wins

squares = st.integers(0, 63)
# Positions won with the pawn on files a to d, both sides to move counted: a number that all solvers agree on.
WON = 111_282


def verdict(board: chess.Board) -> bool:
    (pawn,) = board.pieces(chess.PAWN, chess.WHITE)
    return wins(True, board.king(chess.WHITE), pawn, board.king(chess.BLACK), board.turn)


def is_won_after(board: chess.Board) -> bool:
    """Whether White wins after the move just made."""
    if not board.pieces(chess.PAWN, chess.WHITE):
        # Promoted or taken: a new queen wins unless she is lost at once or stalemates.
        queens = board.pieces(chess.QUEEN, chess.WHITE) | board.pieces(chess.ROOK, chess.WHITE)
        safe = not any(move.to_square in queens for move in board.legal_moves)
        return bool(queens) and safe and not board.is_stalemate()
    return verdict(board)


def test_as_many_wins_as_known():
    pawns = [square for square in chess.SQUARES[8:56] if chess.square_file(square) < 4]
    won = sum(
        wins(True, king, pawn, enemy, turn)
        for pawn in pawns
        for king in chess.SQUARES
        for enemy in chess.SQUARES
        for turn in (True, False)
    )
    assert won == WON


@given(squares, st.integers(8, 55), squares, st.booleans())
def test_a_verdict_follows_from_the_next_ones(king, pawn, enemy, turn):
    assume(len({king, pawn, enemy}) == 3)
    board = chess.Board(None)
    board.set_piece_map(
        {king: chess.Piece.from_symbol("K"), pawn: chess.Piece.from_symbol("P"), enemy: chess.Piece.from_symbol("k")}
    )
    board.turn = turn
    assume(board.is_valid())
    following = []
    for move in board.legal_moves:
        board.push(move)
        following.append(is_won_after(board))
        board.pop()
    if not following:
        expected = board.is_checkmate()
    else:
        expected = any(following) if turn else all(following)
    assert verdict(board) == expected


@given(squares, st.integers(8, 55), squares, st.booleans())
def test_colours_and_wings_are_alike(king, pawn, enemy, turn):
    expected = wins(True, king, pawn, enemy, turn)
    assert wins(False, king ^ 56, pawn ^ 56, enemy ^ 56, not turn) == expected
    assert wins(True, king ^ 7, pawn ^ 7, enemy ^ 7, turn) == expected


@pytest.mark.parametrize(("king", "pawn"), [(-1, 12), (64, 12), (4, 3), (4, 60)])
def test_squares_off_the_board_are_refused(king, pawn):
    with pytest.raises(ValueError, match="square"):
        wins(True, king, pawn, 63, True)
