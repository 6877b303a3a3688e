"""A search under way: what comes while it runs, and every way to end it."""

import signal
import subprocess
import sys
import textwrap
import time

import chess
import pytest

from kiebitz import Engine, Limit

SLOW = Limit(infinite=True)


@pytest.fixture
def engine():
    with Engine(hash_mb=2) as engine:
        yield engine


def test_stream_yields_every_iteration(engine):
    lines = list(engine.stream(chess.Board(), Limit(depth=7)))
    assert [line.depth for line in lines if line.bound == "exact"] == [1, 2, 3, 4, 5, 6, 7]
    assert all(lines[i].nodes <= lines[i + 1].nodes for i in range(len(lines) - 1))


def test_stream_left_early_ends_the_search(engine):
    with engine.stream(chess.Board(), SLOW) as stream:
        assert next(stream).depth == 1
    assert not stream.is_running
    assert engine.analyse(chess.Board(), Limit(depth=2)).best_move


def test_infinite_waits_for_stop_even_when_all_is_searched(engine):
    stream = engine.stream("6k1/5ppp/8/8/8/8/8/R6K w - - 0 1", Limit(infinite=True, depth=2))
    time.sleep(0.3)
    assert stream.is_running
    engine.stop()
    assert stream.info.score.mate == 1


def test_ponder_counts_time_from_ponderhit(engine):
    limit = Limit(white_clock_ms=200, black_clock_ms=200, ponder=True)
    stream = engine.stream(chess.Board(), limit)
    time.sleep(0.5)
    assert stream.is_running
    engine.ponderhit()
    assert stream.info.best_move


@pytest.mark.skipif(sys.platform == "win32", reason="sends a POSIX signal")
def test_ctrl_c_ends_a_search_and_leaves_the_engine_usable():
    program = textwrap.dedent(
        """
        import kiebitz
        engine = kiebitz.Engine()
        print("ready", flush=True)
        try:
            engine.analyse(kiebitz.engine.START_FEN, kiebitz.Limit(infinite=True))
        except KeyboardInterrupt:
            print(engine.analyse(kiebitz.engine.START_FEN, kiebitz.Limit(depth=3)).depth, flush=True)
        """
    )
    process = subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, text=True)
    assert process.stdout.readline() == "ready\n"
    time.sleep(0.3)
    process.send_signal(signal.SIGINT)
    out, _ = process.communicate(timeout=20)
    assert out == "3\n"
    assert process.returncode == 0
