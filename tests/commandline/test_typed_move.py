"""Moves as people type them."""

import chess
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kiebitz.commandline.typed_move import MoveTextError, read_move


@pytest.mark.parametrize(
    "text", ["Nf3", "nf3", "g1f3", "G1F3", "Ng1f3", "1.Nf3", "1. nf3!", "1 ... g1 f3", "N f3 !?", "g1-f3"]
)
def test_moves_as_people_write_them(text):
    assert read_move(chess.Board(), text) == chess.Move.from_uci("g1f3")


def test_castling_and_promotion():
    board = chess.Board("4k3/P7/8/8/8/8/8/4K2R w K - 0 1")
    for text in ("O-O", "0-0", "e1g1", "O–O", "0‑0", "o-o"):
        assert read_move(board, text) == chess.Move.from_uci("e1g1")
    for text in ("a8=Q", "a7a8q", "a8Q", "a8(Q)", "a8/Q", "a8♕", "a8=Q+!"):
        assert read_move(board, text) == chess.Move.from_uci("a7a8q")


@pytest.mark.parametrize("text", ["a8", "a7a8", "A7A8", "a8+", "a7-a8!"])
def test_a_promotion_asks_for_its_piece(text):
    board = chess.Board("4k3/P7/8/8/8/8/8/4K2R w K - 0 1")
    with pytest.raises(MoveTextError, match="promotes a pawn"):
        read_move(board, text)
    with pytest.raises(MoveTextError, match="not legal here"):
        read_move(board, "h8")


def test_a_small_b_is_a_bishop_where_no_pawn_can():
    board = chess.Board("7k/8/8/8/8/2n5/3B4/K7 w - - 0 1")
    assert read_move(board, "bxc3") == chess.Move.from_uci("d2c3")
    board.set_piece_at(chess.B2, chess.Piece.from_symbol("P"))
    assert read_move(board, "bxc3") == chess.Move.from_uci("b2c3")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("e5", "'e5' is not legal here"),
        ("e2e5", "is not legal here"),
        ("hello", "'hello' is no move"),
        ("Nd2", "is ambiguous: say from where"),
        ("--", "is no move"),
        ("0000", "is no move"),
        ("", "is no move"),
        ("\x1b[2J", r"'\?\[2J' is no move"),
        ("x" * 9999, "'x{40}' is no move"),
    ],
)
def test_what_is_no_move_is_said(text, said):
    with pytest.raises(MoveTextError, match=said):
        read_move(chess.Board("4k3/8/8/8/8/5N2/4P3/1N2K3 w - - 0 1"), text)


@given(st.text(max_size=12))
def test_any_text_is_a_legal_move_or_refused(text):
    board = chess.Board()
    try:
        move = read_move(board, text)
    except MoveTextError:
        return
    assert move in board.legal_moves
