import io

import chess
import chess.pgn
import pytest

pytest.importorskip("mcp", reason="the server for language models needs kiebitz[mcp]")

from kiebitz.protocols.mcp.held_game import HeldGame, RefusedError

pytestmark = pytest.mark.check

FOOLS_MATE = ("f3", "e5", "g2g4", "Qh4")


def played(*moves, game=None):
    game = game or HeldGame()
    for move in moves:
        game.move(move)
    return game


def test_a_game_that_is_played_to_its_end():
    game = played(*FOOLS_MATE)
    state = game.state
    assert state.moves == ("f3", "e5", "g4", "Qh4#")
    assert (state.result, state.ending, state.turn, state.is_check) == ("0-1", "Black mates", "white", True)
    assert game.legal_moves.moves == ()
    with pytest.raises(RefusedError, match=r"the game is over \(Black mates\): undo"):
        game.move("e4")
    game.undo()
    assert game.state.result == "*"


def test_a_game_is_loaded_from_its_pgn():
    pgn = '[White "A"]\n\n1. f3 (1. e4) e5 {open} 2. g4 Qh4# 0-1\n\n[White "B"]\n\n1. d4 d5 2. Zz9 *\n'
    game = HeldGame()
    game.load(pgn)
    assert (game.state.moves, game.state.result, game.state.dropped) == (("f3", "e5", "g4", "Qh4#"), "0-1", ())
    game.load(pgn, 1, 1)
    assert game.state.moves == ("f3",)
    game.load(pgn, 2)
    assert game.state.moves == ("d4", "d5")
    assert "Zz9" in game.state.dropped[0]


def test_what_is_refused_leaves_the_game_as_it_was():
    game = played("e4")
    before = game.state
    for refused, fault in (
        (lambda: game.move("e4"), "'e4' is not legal here; legal_moves lists what is"),
        (lambda: game.move("Zz9"), "'Zz9' is no move; legal_moves"),
        (lambda: game.begin("8/8/8/8/8/8/8/8 w - - 0 1"), "that is no position, .*king.*; the game is unchanged"),
        (lambda: game.begin("startpos", 5), "not both"),
        (lambda: game.begin(chess960=960), "no position 960: give 0 to 959"),
        (lambda: game.load("1. d4 *", 2), "no game 2, it has 1; the game is unchanged"),
        (lambda: game.load("1. d4 *", 1, 2), "has 1 plies"),
        (lambda: game.load("/etc/passwd"), "game 1 can't be played through|no game 1"),
        (lambda: game.load('[FEN "8/8/8/8/8/8/8/8 w - - 0 1"]\n\n*'), "can't be played through"),
    ):
        with pytest.raises(RefusedError, match=fault):
            refused()
        assert game.state == before
    game.undo()
    with pytest.raises(RefusedError, match="no move to take back"):
        game.undo()


@pytest.mark.parametrize(
    "begin",
    [{"chess960": 0}, {"fen": "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9"}],
)
def test_chess960(begin):
    game = HeldGame()
    game.begin(**begin)
    assert game.state.chess960
    assert game.state.moves == ()
    assert game.state.start_fen == game.state.fen == begin.get("fen", game.state.fen)


def test_saving_as_text_alone():
    saved = played(*FOOLS_MATE).save(None, "Anna", "Bert")
    assert saved.file is None
    read = chess.pgn.read_game(io.StringIO(saved.pgn))
    assert read.errors == []
    assert (read.headers["White"], read.headers["Black"], read.headers["Result"]) == ("Anna", "Bert", "0-1")
    assert [move.uci() for move in read.mainline_moves()] == ["f2f3", "e7e5", "g2g4", "d8h4"]
    with pytest.raises(RefusedError, match="without --games DIR"):
        played("e4").save("game.pgn", "?", "?")


def test_files_are_written_into_the_folder_and_never_over_another(tmp_path):
    folder, outside = tmp_path / "games", tmp_path / "outside.pgn"
    folder.mkdir()
    (folder / "link.pgn").symlink_to(outside)
    game = played("e4", game=HeldGame(folder))
    saved = game.save("first", "?", "?")
    assert saved.file == str(folder / "first.pgn")
    assert (folder / "first.pgn").read_text() == saved.pgn
    for name in ("first.pgn", "first", "link.pgn"):
        with pytest.raises(RefusedError, match="is there already: give another name"):
            game.save(name, "?", "?")
    for name in ("../outside", str(outside), "a/b.pgn", "..", ".", "", ".hidden", "a\nb", "a\0b", "c:d", "a\\b"):
        with pytest.raises(RefusedError, match="name a file by letters and digits"):
            game.save(name, "?", "?")
    with pytest.raises(RefusedError, match="can't be written, File name too long"):
        game.save("x" * 300, "?", "?")
    assert sorted(path.name for path in folder.iterdir()) == ["first.pgn", "link.pgn"]
    assert not outside.exists()
