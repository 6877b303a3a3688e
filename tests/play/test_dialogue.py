import io

import chess
import chess.pgn
import pytest
from rich.console import Console

from kiebitz import Limit
from kiebitz.engine.strength import Handicap, level_of
from kiebitz.games.chess.game import CHESS, board_of_game
from kiebitz.play.dialogue import Dialogue
from kiebitz.play.opponent import Opponent
from kiebitz.play.played_game import PlayedGame


def talk(*lines, fen=chess.STARTING_FEN, player=chess.WHITE, nodes=500, elo=None, is_terminal=False, analysed=None):
    """A whole dialogue: the game and what was said."""
    game = PlayedGame(CHESS, player, "Kiebitz", fen)
    target = io.StringIO()
    typed = iter(lines)

    def read(prompt):
        target.write(prompt)
        try:
            return next(typed)
        except StopIteration:
            raise EOFError from None

    limit, handicap = (Limit(nodes=nodes), None) if elo is None else (Limit(), Handicap(level_of(elo), seed=1))
    with Opponent(CHESS, limit, handicap) as opponent:
        console = Console(file=target, width=120, force_terminal=is_terminal, color_system=None)
        analyse = ([] if analysed is None else analysed).append
        Dialogue(game, opponent, console, analyse=analyse, read=read, unicode=False).run()
    assert next(typed, None) is None or "quit" in lines
    return game, target.getvalue()


def test_moves_and_answers():
    game, said = talk("e4", "", "Nf3", "nonsense", "quit")
    assert game.moves[::2] == ["e2e4", "g1f3"]
    assert len(game.moves) == 4
    assert "1. e4" in said
    assert "1... " in said
    assert "'nonsense' is no move. 'help' says what can be typed." in said


def test_the_engine_mates():
    game, said = talk("Kh8", fen="6k1/8/5KQ1/8/8/8/8/8 b - - 0 1", player=chess.BLACK, nodes=2000)
    assert game.ending.reason == "White mates"
    assert "1-0, White mates." in said


def test_words():
    game, said = talk("e4", "hint", "undo", "undo", "flip", "board", "help", "HELP", "draw", "save")
    assert not game.moves
    assert " is good; " in said
    assert "There is no move of yours to take back." in said
    assert said.count("offer a draw") == 2
    assert "Kiebitz plays on." in said
    assert "Say where: save game.pgn" in said


def test_a_draw_is_agreed_where_the_engine_is_no_better():
    game, _ = talk("draw", fen="4k3/8/8/8/8/8/8/Q3K3 w - - 0 40")
    assert game.ending.reason == "draw by agreement"
    game, said = talk("draw", "quit", fen="q3k3/8/8/8/8/8/8/4K3 w - - 0 40")
    assert game.ending is None
    assert "Kiebitz plays on." in said


def test_after_the_end_words_still_work():
    game, said = talk("resign", "e4", "hint", "draw", "resign", "undo")
    assert said.count("0-1, White resigns.") == 5
    assert "no move of yours" in said
    assert game.ending is not None
    for take_back in ("undo", "takeback", "Take back"):
        game, _ = talk("e4", "resign", take_back, "d4")
        assert game.ending is None
        assert game.moves[0] == "d2d4"


def test_draws_by_rule_are_announced():
    fen = "8/8/8/8/8/2k5/8/K6r w - - 0 1"  # In check; one move, then the rook takes or checks again.
    _, said = talk(fen="4k3/8/8/8/8/8/4p3/4K3 w - - 99 90", nodes=50)
    assert "Your move" in said
    _, said = talk("Kxe2", fen="4k3/8/8/8/8/8/4p3/4K3 w - - 99 90", nodes=50)
    assert "1/2-1/2, draw: neither side can mate with what is left." in said
    _, said = talk("Ka2", fen=fen)
    assert "Check." in said


def test_saving(tmp_path):
    path = tmp_path / "my game.pgn"
    other = tmp_path / "other.pgn"
    other.write_text("precious")
    _, said = talk("e4", f"save {path}", "d4", f"save {path}", f"save {other}", f"save {tmp_path}/no/x", "save a\0b")
    assert said.count(f"Saved: {path}") == 2
    assert path.read_text().count("[Event ") == 1
    assert f"{other} exists already" in said
    assert other.read_text() == "precious"
    assert said.count("can't be written: ") == 2
    assert "a?b can't be written" in said


def test_taking_back_returns_to_the_players_turn():
    def game_of(moves, player=chess.WHITE):
        game = PlayedGame(CHESS, player, "Kiebitz")
        for move in moves.split():
            game.push(move)
        return game

    for moves, player, left in (("e2e4 e7e5 g1f3", True, ["e2e4", "e7e5"]), ("e2e4 e7e5 g1f3", False, ["e2e4"])):
        game = game_of(moves, player)
        assert game.take_back()
        assert game.moves == left
        assert game.take_back() == player
        assert not game.take_back()
    assert not game_of("e2e4", chess.BLACK).take_back()


@pytest.mark.parametrize("start", ["", chess.Board.from_chess960_pos(100).shredder_fen()])
def test_the_record_names_the_player(start):
    game = PlayedGame(CHESS, chess.BLACK, "Kiebitz at 1000", start, chess960=bool(start))
    for _ in range(6):
        game.push(game.read(str(next(iter(board_of_game(game).legal_moves)))))
    game.resign(game.player)
    read = chess.pgn.read_game(io.StringIO(game.record_text()))
    assert read.errors == []
    assert (read.headers["White"], read.headers["Black"]) == ("Kiebitz at 1000", "Player")
    assert (read.headers["Event"], read.headers["Termination"]) == ("Game in the terminal", "normal")
    assert read.headers["Result"] == "1-0"


@pytest.mark.parametrize("elo", [600, 1500])
def test_levels_play_legal_games(elo):
    game, _ = talk("e4", "d4", "Nf3", "Nc3", "Bd3", "a3", elo=elo)
    assert len(game.moves) >= 2


def test_a_game_left_on_a_terminal_is_kept(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for lines in ((), ("hint", "quit"), ("e4", "save mine.pgn", "quit")):
        talk(*lines, is_terminal=True)
    talk("e4", "quit")  # no terminal: a script saves what it wants to keep
    assert [path.name for path in tmp_path.iterdir()] == ["mine.pgn"]
    _, said = talk("e4", "quit", is_terminal=True)
    (kept,) = tmp_path.glob("kiebitz-*.pgn")
    assert f"Saved: {kept.name}" in said
    assert "1. e4" in kept.read_text()
    talk("d4", "save other.pgn", "Nf3", is_terminal=True)
    assert " 2. Nf3" in (tmp_path / "other.pgn").read_text()  # the end of input leaves, too


def test_an_analysis_is_offered_at_the_end(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    analysed = []
    _, said = talk("analyse", "e4", "resign", "analyse", "save again.pgn", "analyse", "quit", analysed=analysed)
    assert "There is nothing to analyse yet." in said
    assert "'analyse' says what went wrong" in said
    assert [path.name for path in analysed] == [*(path.name for path in tmp_path.glob("kiebitz-*.pgn")), "again.pgn"]
