"""Perft and bench in a dialogue: finished before what follows, ended at once when told to."""

import chess
import chess.engine
import pytest

from engine_process import PATIENCE_S

pytestmark = pytest.mark.check

MATED = "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1"


def test_perft_divides(engine):
    answers = engine.ask("position startpos", "go perft 4", wanted="Nodes searched")
    board = chess.Board()
    parts = dict(line.split(": ") for line in answers[:-2])
    assert set(parts) == {move.uci() for move in board.legal_moves}
    assert sum(map(int, parts.values())) == 197281
    assert parts["e2e4"] == "13160"
    assert answers[-2:] == ["", "Nodes searched: 197281"]
    answers = engine.ask("position fen " + MATED, "go perft 1", wanted="Nodes searched")
    assert answers[-1] == "Nodes searched: 0"


def test_perft_is_stopped_and_answers_meanwhile(engine):
    engine.send("position startpos", "go perft 9")
    assert engine.sync() == []
    engine.send("stop")
    answers = engine.until("info string perft stopped")
    assert not any(line.startswith("Nodes") for line in answers)


def test_a_count_is_finished_before_the_next_command(engine):
    engine.send("go perft 3", "go perft 2")
    assert [engine.until("Nodes searched")[-1] for _ in range(2)] == ["Nodes searched: 8902", "Nodes searched: 400"]


@pytest.mark.parametrize("command", ["go perft 12", "bench 60"])
@pytest.mark.parametrize("end", ["quit", "stop", None])
def test_a_count_ends_at_once_when_told_to(engine, command, end):
    engine.send(command)
    assert engine.sync() == [] or command.startswith("bench")
    if end == "stop":
        engine.send(end)
        engine.until(f"info string {command.split()[-2]} stopped")
    else:
        engine.end() if end is None else engine.send(end)
        assert engine.process.wait(PATIENCE_S) == 0


def test_a_bench_without_end_holds_nobody(engine):
    engine.send("bench 60", "stop")
    assert engine.sync() == []
    engine.send("quit")
    engine.end()
