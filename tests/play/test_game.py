import io

import chess
import chess.pgn
import pytest

from kiebitz.play.game import Game


def game_of(*moves, fen=chess.STARTING_FEN, player=chess.WHITE):
    game = Game(chess.Board(fen), player, "Kiebitz")
    for move in moves:
        game.push(game.board.parse_san(move))
    return game


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


@pytest.mark.parametrize(
    ("fen", "side", "result", "reason"),
    [
        ("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", chess.BLACK, "1-0", "Black loses on time"),
        ("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", chess.WHITE, "1/2-1/2", "draw: White's time is up, but Black can't mate"),
        ("4k3/4p3/8/8/8/8/8/4K1N1 w - - 0 1", chess.BLACK, "1-0", "Black loses on time"),  # a pawn in the way helps
        ("6Rk/8/7K/8/8/8/8/8 b - - 0 1", chess.BLACK, "1/2-1/2", "draw: Black's time is up, but White can't mate"),
        ("6Rk/8/6K1/8/8/8/7P/8 b - - 0 1", chess.BLACK, "1-0", "Black loses on time"),
        ("4k3/4q3/8/8/8/8/8/4K1N1 w - - 0 1", chess.BLACK, "1/2-1/2", "draw: Black's time is up, but White can't mate"),
    ],
)
def test_who_can_not_mate_does_not_win_on_time(fen, side, result, reason):
    game = game_of(fen=fen)
    game.lose_on_time(side)
    assert (game.ending.result, game.ending.reason) == (result, reason)
    assert game.record("A game").headers["Termination"] == "time forfeit"


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
    assert (read.headers["Event"], read.headers["Termination"]) == ("Game in the terminal", "normal")
    assert read.headers["Result"] == "1-0"
    assert read.end().board().fen() == game.board.fen()
    with pytest.raises(FileExistsError):
        game.save(path, overwrite=False)
    game.save(path, overwrite=True)
