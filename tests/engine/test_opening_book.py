import contextlib
import os

import chess
import chess.polyglot
import pytest

from kiebitz.engine import position_from
from kiebitz.engine.opening_book import BookError, OpeningBook
from polyglot_book import write_book
from sources import DATA

PINNED = {
    "4r2k/8/8/3pP3/8/8/8/4K3 w - d6 0 1": "e1f2",
    "4r2k/8/8/3pP3/8/8/8/4K3 w - - 0 1": "e1f2",  # by all rules the same position
    "7k/8/8/3pP3/8/8/8/4K3 w - d6 0 1": None,  # not pinned: another one
    "4r2k/8/3n4/3pP3/8/8/8/4K3 w - - 0 1": None,
}


def test_moves_come_as_often_as_they_weigh(tmp_path):
    path = tmp_path / "book.bin"
    write_book(path, [(chess.Board(), "e2e4", 3), (chess.Board(), "d2d4", 1), (chess.Board(), "a2a3", 0)])
    book = OpeningBook(str(path), seed=1)
    assert len(book) == 3
    moves = [book.move(position_from()) for _ in range(400)]
    assert set(moves) == {"e2e4", "d2d4"}
    assert 250 < moves.count("e2e4") < 350
    assert book.move(position_from(moves=["e2e4"])) is None
    assert book.moves(position_from()) == (("e2e4", 3), ("d2d4", 1))
    assert book.moves(position_from(moves=["e2e4"])) == ()
    book.close()


def test_castling_is_written_as_the_position_does_and_an_illegal_entry_is_no_move(tmp_path):
    path = tmp_path / "book.bin"
    fen = "4k3/8/8/8/8/8/8/4K2R w K - 0 1"
    write_book(path, [(chess.Board(fen), "e1h1", 1), (chess.Board(), "e2e5", 1)])  # Polyglot's own way of castling.
    with contextlib.closing(OpeningBook(str(path))) as book:
        assert book.move(position_from(fen)) == "e1g1"
        assert book.move(position_from(fen, chess960=True)) == "e1h1"
        assert book.move(position_from()) is None


@pytest.mark.parametrize(("fen", "move"), PINNED.items())
def test_a_pinned_pawn_that_could_take_en_passant_is_in_the_key(fen, move):
    with contextlib.closing(OpeningBook(str(DATA / "polyglot_pinned_en_passant.bin"))) as book:
        assert book.move(position_from(fen)) == move


def test_what_is_no_book_is_refused(tmp_path):
    path = tmp_path / "book.bin"
    for content in (None, b"", b"no book at all"):
        if content is not None:
            path.write_bytes(content)
        with pytest.raises(BookError, match=r"book\.bin"):
            OpeningBook(str(path))
    for wrong in (str(tmp_path), "a\0b", "long" * 5000):
        with pytest.raises(BookError):
            OpeningBook(wrong)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes with names here")
def test_a_pipe_is_not_waited_for(tmp_path):
    os.mkfifo(tmp_path / "book.bin")
    with pytest.raises(BookError, match="it is no file"):
        OpeningBook(str(tmp_path / "book.bin"))


SHUFFLES = ["g1f3", "g8f6", "f3g1", "f6g8"]


@pytest.mark.parametrize("played", [SHUFFLES[:3], [*SHUFFLES, *SHUFFLES[:3]], ["e2e4", "e7e5", *SHUFFLES[:3]]])
def test_a_repetition_is_left_to_the_search(tmp_path, played):
    path = tmp_path / "book.bin"
    board = chess.Board()
    for move in played:
        board.push_uci(move)
    position = position_from(moves=played)
    write_book(path, [(board, "f6g8", 100)])
    with contextlib.closing(OpeningBook(str(path))) as book:
        assert book.moves(position) == (("f6g8", 100),)
        assert book.move(position) is None
    write_book(path, [(board, "f6g8", 100), (board, "e7e6" if board.piece_at(chess.E7) else "d7d6", 1)])
    with contextlib.closing(OpeningBook(str(path))) as book:
        assert {book.move(position) for _ in range(20)} <= {"e7e6", "d7d6"}
        assert "f6g8" in {book.move(position_from(board.fen())) for _ in range(20)}  # without the moves before it


def test_a_book_that_shuffles_draws_no_game(tmp_path):
    path = tmp_path / "book.bin"
    boards = [chess.Board() for _ in SHUFFLES]
    for number, board in enumerate(boards):
        for move in SHUFFLES[:number]:
            board.push_uci(move)
    write_book(path, [(board, move, 1) for board, move in zip(boards, SHUFFLES, strict=True)])
    with contextlib.closing(OpeningBook(str(path))) as book:
        played = []
        while (move := book.move(position_from(moves=played))) and len(played) < 20:
            played.append(move)
    assert played == SHUFFLES[:3]
