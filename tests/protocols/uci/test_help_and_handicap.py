"""What a GUI may set: books, networks, tablebases, chances shown, limited strength, eras."""

import re

import chess
import chess.engine
import pytest

from networks import Weights
from polyglot_book import write_book
from sources import DATA
from uci_talk import best_move, infos

pytestmark = pytest.mark.check

MATED = "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1"
TABLES = DATA / "syzygy"


def test_book_moves_are_played_at_once(engine, tmp_path):
    path = tmp_path / "a book.bin"
    write_book(path, [(chess.Board(), "g1h3", 1)])
    engine.send("setoption name OwnBook value true", f"setoption name BookFile value {path}")
    assert engine.sync() == ["info string book of 1 entries; it is used if OwnBook is true"]
    assert engine.ask("go movetime 60000") == ["info string book move g1h3", "bestmove g1h3"]
    assert best_move(engine.ask("position startpos moves e2e4", "go depth 4")) != "(none)"
    engine.send("position startpos", "go infinite")
    engine.until("info depth 5 ")
    engine.send("stop")
    assert engine.until("bestmove")  # Analysis is never cut short by a book.
    assert len(engine.ask("go depth 4 searchmoves e2e4 d2d4")) > 2
    engine.send(f"setoption name BookFile value {tmp_path / 'none.bin'}")
    assert "option unchanged: BookFile can't be" in engine.sync()[0]
    assert engine.ask("go depth 1")[-1] == "bestmove g1h3"
    engine.send("setoption name BookFile value <empty>")
    answers = engine.ask("go depth 4")
    assert answers[0] == "info string OwnBook is true, but there is no book; set BookFile"
    assert len(answers) > 2


def test_a_network_of_one_s_own(engine, tmp_path):
    """It evaluates from then on; what is none changes nothing, and levels are played without."""

    def nodes() -> str:
        engine.send("setoption name Clear Hash")
        return re.search(r" nodes (\d+) ", engine.ask("go depth 5")[-2])[1]

    path = tmp_path / "my own.network"
    path.write_bytes(Weights.drawn(1).packed())
    era = "setoption name Era value"
    engine.send(f"{era} classical")
    classical = nodes()
    engine.send(f"{era} today", f"setoption name EvalFile value {path}")
    own = nodes()
    assert own != classical
    path.with_suffix(".bad").write_bytes(b"no network")
    engine.send(f"setoption name EvalFile value {path.with_suffix('.bad')}")
    assert "option unchanged: EvalFile can't be" in engine.sync()[0]
    assert nodes() == own
    engine.send(f"{era} classical")
    assert nodes() == classical
    engine.send(f"{era} today")
    assert nodes() == own


def test_tablebases_at_the_root(engine, tmp_path):
    engine.send(f"setoption name SyzygyPath value {TABLES}")
    assert engine.sync() == ["info string Found 35 WDL and 26 DTZ tablebase files (up to 4-man)"]
    for fen, sign in (("8/1P6/8/8/4K3/8/6k1/8 w - - 0 1", 1), ("8/1P6/8/8/4K3/8/6k1/8 b - - 0 1", -1)):
        answers = engine.ask(f"position fen {fen}", "go depth 5")
        last = infos(answers)[-1]["score"].split()
        assert int(last[1]) * sign > 0
        assert last[0] == "mate" or int(last[1]) == sign * 20_000
        assert all(" tbhits " in line for line in answers if line.startswith("info depth"))
    answers = engine.ask("position fen 8/1P6/8/8/4K3/8/6k1/8 w - - 0 1", "go depth 5")
    assert best_move(answers) == "b7b8q"
    assert " tbhits 0 " in "".join(engine.ask("position startpos", "go depth 3"))
    engine.send("setoption name SyzygyPath value /nowhere")
    assert "option unchanged: SyzygyPath can't be /nowhere: no tables in /nowhere" in engine.sync()[0]
    for file in TABLES.glob("K*"):
        (tmp_path / file.name).write_bytes(b"damaged" * 40)
    engine.send(f"setoption name SyzygyPath value {tmp_path}")
    engine.sync()
    answers = engine.ask("position fen 8/1P6/8/8/4K3/8/6k1/8 w - - 0 1", "go depth 5")
    assert answers[0].startswith("info string no help from the tablebases: a damaged table")
    assert best_move(answers) != "(none)"


def test_limited_strength(engine):
    engine.send("setoption name UCI_LimitStrength value true", "setoption name UCI_Elo value 800")
    moves = set()
    for _ in range(20):
        answers = engine.ask("go movetime 60000")
        moves.add(best_move(answers))
        last = infos(answers)[-1]
        assert last["pv"][0] == best_move(answers)
        assert last["multipv"] == 1
        assert last["nodes"] < 5_000
    assert len(moves) > 1
    engine.send("setoption name UCI_Elo value 9000")
    assert "UCI_Elo goes from 600 to 2400; 2400 taken instead of '9000'" in engine.sync()[0]
    engine.send("setoption name UCI_Elo value 600")
    assert engine.ask(f"position fen {MATED}", "go depth 3")[-1] == "bestmove (none)"
    engine.send("setoption name UCI_LimitStrength value false", "position startpos")
    assert infos(engine.ask("go nodes 20000"))[-1]["nodes"] > 10_000


def test_skill_level_is_a_rating(engine):
    """As Stockfish's option, which programs set that know no UCI_Elo."""
    engine.send("setoption name Skill Level value 2")
    assert infos(engine.ask("go movetime 60000"))[-1]["nodes"] < 5_000
    engine.send("setoption name Skill Level value 21")
    assert "Skill Level goes from 0 to 20; 20 taken instead of '21'" in engine.sync()[0]
    assert infos(engine.ask("go nodes 20000"))[-1]["nodes"] > 10_000
