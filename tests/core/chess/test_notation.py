"""Moves as text: what is written, what is read, what is refused."""

import re

import chess
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kiebitz.core.chess.move import NO_MOVE, NULL_MOVE
from kiebitz.core.chess.notation import (
    MoveError,
    is_checkmate,
    is_stalemate,
    legal_moves,
    move_text,
    moves_by_sort,
    parse_move,
    push,
    push_null,
    text_of_code,
)
from kiebitz.core.chess.perft import perft
from kiebitz.core.chess.position import Position
from random_games import choices, few, play, set_up, starts

CASTLING = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"


@few
@given(starts(), choices)
def test_what_is_written_is_read_again(board, numbers):
    position = set_up(board)
    for _ in play(board, position, numbers):
        pass
    texts = legal_moves(position)
    moves = [parse_move(position, text) for text in texts]
    assert [move_text(position, move) for move in moves] == texts
    assert len(set(moves)) == len(moves)
    assert [text_of_code(position, move) for move in moves] == texts


@pytest.mark.parametrize("chess960", [False, True])
@pytest.mark.parametrize(
    ("text", "after"), [("e1g1", "R4RK1"), ("e1h1", "R4RK1"), ("e1c1", "2KR3R"), ("e1a1", "2KR3R")]
)
def test_castling_is_read_in_both_notations(chess960, text, after):
    position = Position(CASTLING, chess960)
    push(position, text)
    assert position.fen() == f"r3k2r/8/8/8/8/8/8/{after} b kq - 1 1"


@pytest.mark.parametrize("chess960", [None, True])
def test_a_step_of_the_king_is_never_taken_for_castling(chess960):
    """From f1, castling ends on g1, where the king could also step: only king takes rook tells them apart."""
    fen = "4k3/8/8/8/8/8/8/1R3K1R w HB - 0 1"
    position = Position(fen, chess960)
    assert {"f1g1", "f1h1", "f1b1"} <= set(legal_moves(position))
    assert len(set(legal_moves(position))) == len(legal_moves(position))
    push(position, "f1g1")
    assert position.fen().split()[0] == "4k3/8/8/8/8/8/8/1R4KR"
    position.pop()
    push(position, "f1h1")
    assert position.fen().split()[0] == "4k3/8/8/8/8/8/8/1R3RK1"


def test_a_promotion_needs_its_piece():
    for sort in "qrbnQN":
        position = Position("8/P3k3/8/8/8/8/8/4K3 w - - 0 1")
        push(position, "a7a8" + sort)
        assert position.fen().startswith(sort.upper() + "7/4k3/")
    position = Position("8/P3k3/8/8/8/8/8/4K3 w - - 0 1")
    for text in ("a7a8", "a7a8k", "a7a8p", "a7a8qq"):
        with pytest.raises(MoveError):
            push(position, text)


@pytest.mark.parametrize(
    "text",
    [
        *("", "e2", "e2 e4", "e2e4\x00", "e2e5", "e7e5", "a7a8q", "e2e4q"),
        *("e2-e4", "Nf3", "0000", "a1a1", "@@@@", "e9e4", "é2e4"),
    ],
)
def test_what_is_no_legal_move_is_refused_and_changes_nothing(text):
    position = Position()
    with pytest.raises(MoveError, match=re.escape(f"'{text}'")):
        push(position, text)
    assert position.fen() == Position().fen()
    position.check_invariants()


def test_an_endless_text_is_quoted_in_part():
    with pytest.raises(MoveError) as caught:
        parse_move(Position(), 1_000_000 * "e")
    assert len(str(caught.value)) < 150


@given(st.text(max_size=8))
def test_no_text_does_worse_than_a_move_error(text):
    position = Position()
    try:
        push(position, text)
    except MoveError:
        assert position.fen() == Position().fen()
    else:
        assert chess.Move.from_uci(text.lower()) in chess.Board().legal_moves


@pytest.mark.parametrize(
    ("call", "arguments"),
    [
        *[(legal_moves, ()), (moves_by_sort, ()), (push_null, ()), (is_checkmate, ()), (is_stalemate, ())],
        *[(parse_move, ("e2e4",)), (push, ("e2e4",)), (move_text, (0,)), (text_of_code, (1,)), (perft, (1,))],
    ],
)
def test_none_is_no_position(call, arguments):
    for wrong in (None, chess.Board(), "startpos"):
        with pytest.raises(TypeError):
            call(wrong, *arguments)
    if arguments:
        with pytest.raises(TypeError):
            call(Position(), None)


@pytest.mark.parametrize("code", [NO_MOVE, NULL_MOVE, 12 | 36 << 6, 0xFFFF, 1 << 16, -1, 1 << 70])
def test_a_code_that_is_no_legal_move_has_no_text(code):
    assert text_of_code(Position(), code) is None
