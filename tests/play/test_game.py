import io

import chess
import chess.pgn
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kiebitz.play.game import Game, MoveTextError


def game_of(*moves, fen=chess.STARTING_FEN, player=chess.WHITE):
    game = Game(chess.Board(fen), player, "Kiebitz")
    for move in moves:
        game.push(game.read_move(move))
    return game


@pytest.mark.parametrize(
    "text", ["Nf3", "nf3", "g1f3", "G1F3", "Ng1f3", "1.Nf3", "1. nf3!", "1 ... g1 f3", "N f3 !?", "g1-f3"]
)
def test_moves_as_people_write_them(text):
    assert game_of().read_move(text) == chess.Move.from_uci("g1f3")


def test_castling_and_promotion():
    game = game_of(fen="4k3/P7/8/8/8/8/8/4K2R w K - 0 1")
    for text in ("O-O", "0-0", "e1g1"):
        assert game.read_move(text) == chess.Move.from_uci("e1g1")
    for text in ("a8=Q", "a7a8q", "a8Q"):
        assert game.read_move(text) == chess.Move.from_uci("a7a8q")


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
    game = game_of(fen="4k3/8/8/8/8/5N2/4P3/1N2K3 w - - 0 1")
    with pytest.raises(MoveTextError, match=said):
        game.read_move(text)


@given(st.text(max_size=12))
def test_any_text_is_a_legal_move_or_refused(text):
    game = game_of()
    try:
        move = game.read_move(text)
    except MoveTextError:
        return
    assert move in game.board.legal_moves


@pytest.mark.parametrize(
    ("game", "result", "reason"),
    [
        (game_of("f3", "e5", "g4", "Qh4#"), "0-1", "Black mates"),
        (game_of("Qf7", fen="7k/8/6K1/8/8/8/8/5Q2 w - - 0 1"), "1/2-1/2", "draw: stalemate"),
        (game_of("Kxd2", fen="4k3/8/8/8/8/8/3p4/4K3 w - - 0 1"), "1/2-1/2", "draw: neither side can mate"),
        (game_of(*["Nf3", "Nf6", "Ng1", "Ng8"] * 2), "1/2-1/2", "draw: the position has come about three times"),
        (game_of("Kd2", fen="4k3/8/8/8/8/8/8/R3K3 w - - 99 90"), "1/2-1/2", "draw: fifty moves"),
    ],
)
def test_endings(game, result, reason):
    assert game.ending is not None
    assert game.ending.result == result
    assert game.ending.reason.startswith(reason)
    assert game.take_back()
    assert game.ending is None


def test_taking_back_returns_to_the_players_turn():
    game = game_of("e4", "e5", "Nf3")
    assert game.take_back()
    assert game.board.fen() == game_of("e4", "e5").board.fen()
    assert game.take_back()
    assert not game.take_back()
    game = game_of("e4", player=chess.BLACK)
    assert not game.take_back()
    game = game_of("e4", "e5", "Nf3", player=chess.BLACK)
    assert game.take_back()
    assert [move.uci() for move in game.board.move_stack] == ["e2e4"]


def test_resignation_draw_and_second_thoughts():
    game = game_of("e4", "e5")
    game.resign()
    assert (game.ending.result, game.ending.reason) == ("0-1", "White resigns")
    assert game.take_back()
    assert game.ending is None
    game = game_of("e4", player=chess.BLACK)
    game.agree_draw()
    assert (game.ending.result, game.ending.reason) == ("1/2-1/2", "draw by agreement")


@pytest.mark.parametrize("board", [chess.Board(), chess.Board.from_chess960_pos(100)])
def test_the_pgn_is_read_back(board, tmp_path):
    game = Game(board, chess.BLACK, "Kiebitz at 1000")
    for _ in range(6):
        game.push(next(iter(game.board.legal_moves)))
    game.resign()
    path = tmp_path / "game.pgn"
    game.save(path, overwrite=False)
    read = chess.pgn.read_game(io.StringIO(path.read_text()))
    assert read.errors == []
    assert (read.headers["White"], read.headers["Black"]) == ("Kiebitz at 1000", "Player")
    assert read.headers["Result"] == "1-0"
    assert read.end().board().fen() == game.board.fen()
    with pytest.raises(FileExistsError):
        game.save(path, overwrite=False)
    game.save(path, overwrite=True)
