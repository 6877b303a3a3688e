"""Tartan's board against python-chess, move by move."""

import chess
import pytest
from hypothesis import given

from kiebitz.classroom.board.generator import has_legal_move, legal_moves, moves
from kiebitz.classroom.board.mailbox import BLACK_KING_SLOT, GONE, NO_SLOT, SLOTS, Mailbox, Move
from kiebitz.classroom.board.squares import (
    BORDER,
    CASTLING_ROOK,
    EN_PASSANT_PAWN,
    PAWN,
    ROOK,
    SQUARES,
    square_name,
    square_named,
)
from kiebitz.core.chess.fen import FenError
from random_games import SPARSE, choices, st

STARTS = (chess.STARTING_FEN, *SPARSE)
REPETITIONS = (2, 3, 4)


def check_lists(board):
    """The piece list and the board say the same."""
    for slot, square in enumerate(board.places):
        if square != GONE:
            assert board.slot_at[square] == slot
            assert (board.squares[square] > 0) == (slot < BLACK_KING_SLOT)
    standing = {square for square in SQUARES if board.squares[square]}
    assert standing == {square for square in board.places if square != GONE}
    assert all(board.slot_at[square] == NO_SLOT for square in set(range(120)) - standing)
    assert all(board.squares[square] == BORDER for square in set(range(120)) - set(SQUARES))


def play(board, text):
    board.make(next(move for move in legal_moves(board) if str(move) == text))


@pytest.mark.check
@given(st.sampled_from(STARTS), choices)
def test_random_games_there_and_back(fen, numbers):
    oracle, board = chess.Board(fen), Mailbox(fen)
    for number in numbers:
        moves = sorted(legal_moves(board), key=str)
        assert [str(move) for move in moves] == sorted(map(chess.Move.uci, oracle.legal_moves))
        assert has_legal_move(board) == bool(moves)
        if not moves:
            break
        move = moves[number % len(moves)]
        board.make(move)
        oracle.push_uci(str(move))
        check_lists(board)
        assert board.fen() == oracle.fen(en_passant="legal")
        assert board.is_check() == oracle.is_check()
        for count in REPETITIONS:
            assert (board.repetitions() >= count) == oracle.is_repetition(count)
    while oracle.move_stack:
        oracle.pop()
        board.unmake()
        assert board.fen() == oracle.fen(en_passant="legal")
    check_lists(board)
    with pytest.raises(IndexError):
        board.unmake()


def test_the_board_itself_knows_the_special_rights():
    board = Mailbox("r3k2r/8/8/8/4p3/8/3P4/R3K2R w KQk - 0 1")
    corners = {name: board.squares[square_named(name)] for name in ("a1", "h1", "a8", "h8")}
    assert corners == {"a1": CASTLING_ROOK, "h1": CASTLING_ROOK, "a8": -ROOK, "h8": -CASTLING_ROOK}
    play(board, "d2d4")
    assert board.squares[square_named("d4")] == EN_PASSANT_PAWN
    play(board, "e8f7")
    assert board.squares[square_named("d4")] == PAWN
    assert board.squares[square_named("h8")] == -ROOK
    board.unmake()
    assert board.squares[square_named("h8")] == -CASTLING_ROOK
    play(board, "e4d3")
    assert board.squares[square_named("d4")] == 0


def test_a_pawn_that_no_one_may_take_is_not_marked():
    """The black pawn is pinned, so that taking en passant would be illegal."""
    board = Mailbox("4k3/8/8/8/4p3/8/3P4/4RK2 w - - 0 1")
    play(board, "d2d4")
    assert board.squares[square_named("d4")] == PAWN
    assert board.en_passant_pawn == 0


def test_the_picture_of_the_start():
    lines = str(Mailbox()).splitlines()
    assert len(lines) == 10
    assert lines[0].split() == ["16"] * 12
    assert lines[8].split() == ["16", "16", "6", "3", "4", "7", "8", "4", "3", "6", "16", "16"]
    assert lines[1].split()[6] == "-8"


def test_slots_are_kept_for_the_whole_game():
    board = Mailbox("4k3/P7/8/8/8/8/8/4K3 w - - 0 1")
    slot = board.slot_at[square_named("a7")]
    play(board, "a7a8n")
    assert square_name(board.places[slot]) == "a8"
    assert len(board.places) == SLOTS


def test_a_fen_that_is_none_is_refused():
    for fen in ("", "rubbish", "8/8/8/8/8/8/8/8 w - - 0 1", "4k3/8/8/8/8/8/8/4K w - - 0 1"):
        with pytest.raises(FenError):
            Mailbox(fen)


def test_whose_king_was_taken_has_no_moves():
    """The article's sign that the game is over: the move list stays empty."""
    board = Mailbox("4k3/p3R3/8/8/8/8/8/4K3 b - - 0 1")
    board.make(Move(square_named("a7"), square_named("a6")))
    board.make(Move(square_named("e7"), square_named("e8")))
    assert moves(board) == []
    assert board.is_check()
    board.unmake()
    board.unmake()
    assert len(moves(board)) == 7
