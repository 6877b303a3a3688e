"""What a GUI is told of a search."""

import io

import chess
import pytest

from kiebitz import Engine, Limit, Score
from kiebitz.engine import position_from
from kiebitz.engine.strength import Handicap, Level
from kiebitz.engine.tablebase import LOSS, WIN, RootKnowledge
from kiebitz.protocols.uci import narration
from kiebitz.protocols.uci.channel import LineWriter
from kiebitz.protocols.uci.narration import Narration

WON = "8/1P6/8/8/4K3/7p/6k1/8 w - - 0 1"


def narrated(limit, fen=chess.STARTING_FEN, **how):
    """The lines told of a search."""
    target = io.BytesIO()
    said_before_end = []
    position = position_from(fen)
    telling = Narration(LineWriter(target), position, **how)
    moves = telling.knowledge.moves if telling.knowledge else None
    with Engine(hash_mb=1) as engine:
        stream = engine.stream(position, telling.limit(limit), multipv=telling.lines_searched, searchmoves=moves)
        telling.run(stream, lambda: said_before_end.append(target.getvalue()))
    assert telling.has_ended
    assert len(said_before_end) == 1
    assert b"bestmove" not in said_before_end[0]
    return target.getvalue().decode().splitlines()


def words_of(line, name, count=1):
    words = line.split()
    at = words.index(name) + 1
    return words[at : at + count]


def test_every_iteration_is_told_and_the_best_move_at_last():
    lines = narrated(Limit(depth=5))
    assert {words_of(line, "depth")[0] for line in lines[:-1]} == set("12345")
    best, ponder = words_of(lines[-2], "pv", 2)
    assert lines[-1] == f"bestmove {best} ponder {ponder}"


def test_as_many_lines_as_asked_for():
    lines = narrated(Limit(depth=4), lines_shown=3)
    assert [words_of(line, "multipv")[0] for line in lines[-4:-1]] == list("123")


def test_the_move_under_way_once_a_search_is_long(monkeypatch):
    assert not any("currmove" in line for line in narrated(Limit(movetime_ms=100)))
    monkeypatch.setattr(narration, "CURRENT_MOVE_AFTER_MS", 50)
    told = [line.split() for line in narrated(Limit(movetime_ms=400)) if line.startswith("info currmove")]
    legal = {move.uci() for move in chess.Board().legal_moves}
    assert told
    assert all(words[2] in legal and words[3] == "currmovenumber" and 1 <= int(words[4]) <= 20 for words in told)


def test_chances_add_up():
    lines = narrated(Limit(depth=4), shows_chances=True)
    for line in lines[:-1]:
        assert sum(map(int, words_of(line, "wdl", 3))) == 1000
    assert not any(" wdl " in line for line in narrated(Limit(depth=2)))


@pytest.mark.parametrize(("result", "score", "chances"), [(WIN, "20000", "1000 0 0"), (LOSS, "-20000", "0 0 1000")])
def test_what_tablebases_know_counts(result, score, chances):
    knowledge = RootKnowledge(result, ("b7b8r",), 7)
    lines = narrated(Limit(depth=1), WON, knowledge=knowledge, shows_chances=True)
    assert lines[-1].startswith("bestmove b7b8r")
    assert words_of(lines[-2], "score", 2) == ["cp", score]
    assert words_of(lines[-2], "wdl", 3) == chances.split()
    assert words_of(lines[-2], "tbhits") == ["7"]


def test_a_weak_player_chooses_among_more_lines_than_it_shows():
    handicap = Handicap(Level(800, 230, 500.0), seed=1)
    best = set()
    for _ in range(5):
        lines = narrated(Limit(), handicap=handicap)
        assert words_of(lines[-2], "multipv") == ["1"]
        assert words_of(lines[-2], "pv")[0] == lines[-1].split()[1]
        assert all(words_of(line, "multipv") == ["1"] for line in lines[:-1])
        assert int(words_of(lines[-2], "nodes")[0]) <= 2000
        best.add(lines[-1].split()[1])
    assert len(best) > 1


def test_zugzwang_is_told_once():
    target = io.BytesIO()
    position = position_from("1q1k4/2Rr4/7K/2Q5/8/8/8/8 b - -")
    with Engine(hash_mb=1, null_move_policy="donninger") as engine:
        Narration(LineWriter(target), position).run(engine.stream(position, Limit(depth=8)), lambda: None)
    assert target.getvalue().decode().splitlines().count("info string zugzwang") == 1


def test_a_fault_of_our_own_comes_out_before_there_is_a_best_move():
    class Confused(RootKnowledge):
        def score(self, searched: Score) -> Score:
            raise ZeroDivisionError

    target = io.BytesIO()
    telling = Narration(LineWriter(target), position_from(WON), knowledge=Confused(WIN, ("b7b8q",), 1))
    with Engine(hash_mb=1) as engine, pytest.raises(ZeroDivisionError):
        telling.run(engine.stream(WON, Limit(depth=2)), lambda: None)
    assert not telling.has_ended
    assert target.getvalue() == b""
