"""A search under way: what comes while it runs, and every way to end it."""

import copy
import gc
import itertools
import pickle
import signal
import subprocess
import sys
import textwrap
import time
import weakref

import chess
import pytest

from injected_faults import interrupts, run_interrupted
from kiebitz import Engine, Limit
from kiebitz.engine.search import Search

SLOW = Limit(infinite=True)
MATE = "6k1/5ppp/8/8/8/8/8/R6K w - - 0 1"


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


def test_a_loop_left_by_break_ends_the_search(engine):
    for line in engine.stream(chess.Board(), SLOW):
        assert line.depth == 1
        break
    assert engine.analyse(chess.Board(), Limit(depth=2)).best_move


def test_a_loop_left_by_an_exception_ends_the_search(engine):
    stream = engine.stream(chess.Board(), SLOW)
    with pytest.raises(ZeroDivisionError):
        [1 / (line.depth - 1) for line in stream]
    assert stream.info.best_move
    assert not stream.is_running


def test_what_takes_a_few_lines_ends_the_search(engine):
    stream = engine.stream(chess.Board(), SLOW)
    assert [line.depth for line in itertools.islice(stream, 1)] == [1]
    assert stream.info.best_move


def test_lines_may_be_taken_one_by_one_before_a_loop(engine):
    stream = engine.stream(chess.Board(), Limit(depth=5))
    first = next(stream)
    lines = [first, *stream]
    assert [line.depth for line in lines if line.bound == "exact"] == [1, 2, 3, 4, 5]
    with pytest.raises(StopIteration):
        next(stream)


def test_a_stream_that_nobody_holds_ends_its_search(engine):
    gc.disable()
    try:
        stream = weakref.ref(engine.stream(chess.Board(), SLOW))
        assert stream() is None
        assert engine.analyse(chess.Board(), Limit(depth=2)).best_move
    finally:
        gc.enable()


def test_a_search_goes_on_without_its_engine_as_long_as_its_stream_is_held():
    stream = Engine(hash_mb=2).stream(chess.Board(), SLOW)
    assert next(stream).depth == 1
    assert stream.is_running
    stream.stop()
    assert stream.info.best_move


def test_a_finished_stream_holds_nothing_of_its_engine():
    """At once, also where ``while_waiting`` speaks of the stream: a table may be large."""
    gc.disable()
    try:
        engine = Engine(hash_mb=2)
        searchers = weakref.ref(engine._searchers)
        stream = engine.stream(chess.Board(), Limit(depth=5))
        stream.while_waiting = stream.ponderhit
        assert list(stream)
        del engine
        assert searchers() is None
        assert stream.info.depth == 5
        seen = weakref.ref(stream)
        del stream
        assert seen() is None
    finally:
        gc.enable()


@pytest.mark.check
def test_an_ended_search_leaves_nothing_to_a_finaliser(engine, monkeypatch):
    """Python swallows an interrupt that comes in one."""
    abandoned = []
    monkeypatch.setattr(Search, "abandon", abandoned.append)
    engine.analyse(chess.Board(), Limit(nodes=1))
    stream = engine.stream(chess.Board(), Limit(nodes=1))
    assert stream.info.best_move
    del stream
    gc.collect()
    assert not abandoned


def test_a_search_inside_the_loop_over_another_ends(engine):
    board = chess.Board()
    seen = 0
    for _ in engine.stream(board, Limit(depth=4)):
        while True:
            try:
                engine.analyse(board, Limit(depth=5))
                break
            except RuntimeError:
                time.sleep(0.001)
        seen += 1
    assert 4 <= seen < 20


def test_a_stream_is_not_copied(engine):
    stream = engine.stream(chess.Board(), Limit(depth=1))
    for double in (copy.copy, copy.deepcopy, pickle.dumps):
        with pytest.raises(TypeError, match="a Stream can't be copied or pickled"):
            double(stream)


def test_infinite_waits_for_stop_even_when_all_is_searched(engine):
    stream = engine.stream(MATE, Limit(infinite=True, depth=2))
    time.sleep(0.3)
    assert stream.is_running
    engine.stop()
    assert stream.info.score.mate == 1


@pytest.mark.check
def test_ponder_counts_time_from_ponderhit(engine):
    limit = Limit(white_clock_ms=200, black_clock_ms=200, ponder=True)
    stream = engine.stream(chess.Board(), limit)
    time.sleep(0.5)
    assert stream.is_running
    engine.ponderhit()
    assert stream.info.best_move


@pytest.mark.check
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


@pytest.mark.check
@interrupts
def test_an_interrupt_at_any_moment_of_waiting_leaves_the_engine_usable():
    run_interrupted(
        """
        import kiebitz, kiebitz.engine.search

        kiebitz.engine.search.POLL_S = 1e-6  # as good as nothing but moments at which an interrupt hurts
        engine = kiebitz.Engine()
        for _ in range(300):
            stream = engine.stream(kiebitz.engine.START_FEN, kiebitz.Limit(infinite=True))
            try:
                interrupt_within(1e-3, 4e-3)
                stream.info
            except KeyboardInterrupt:
                stream.stop()
            assert stream.info.best_move
        """
    )


def test_a_search_knows_by_how_much_it_outlasted_its_time(engine):
    assert engine.analyse(chess.Board(), Limit(depth=3)).depth == 3
    stream = engine.stream(chess.Board(), Limit(movetime_ms=50))
    assert stream.info.best_move
    assert stream.overtime_ms == stream.elapsed_ms - 50
    untimed = engine.stream(chess.Board(), Limit(depth=3))
    assert untimed.info.depth == 3
    assert untimed.overtime_ms == 0
