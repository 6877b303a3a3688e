"""What Python programs do with any object: fork, spawn, copy, pickle, share among threads, drop, exit in mid-search."""

import asyncio
import copy
import multiprocessing
import os
import pickle
import subprocess
import sys
import textwrap
import threading

import chess
import chess.engine
import pytest

import kiebitz
from kiebitz import Engine, Limit

ENDLESS = Limit(infinite=True)
PATIENCE_S = 60


def ends_cleanly(code):
    """What a program prints that must end by itself, without a word on standard error."""
    done = subprocess.run(
        [sys.executable, "-X", "dev", "-W", "error", "-c", textwrap.dedent(code)],
        capture_output=True,
        text=True,
        timeout=PATIENCE_S,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout.split()


# ---------------------------------------------------------------------------------------------- processes


def in_a_fork(work):
    """What a forked child's work returns, as text; its end must not take long."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            os.write(writing, str(work()).encode())
        except BaseException as fault:
            os.write(writing, f"{type(fault).__name__}: {fault}".encode())
        finally:
            os._exit(0)
    os.close(writing)
    with open(reading, "rb") as said:
        answer = said.read().decode()
    os.waitpid(child, 0)
    return answer


@pytest.mark.check
@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system does not fork")
@pytest.mark.filterwarnings("ignore:This process:DeprecationWarning")
def test_a_fork_has_engines_of_its_own():
    with Engine(hash_mb=1) as engine:
        move = engine.analyse("startpos", Limit(depth=4)).best_move
        engine.new_game()
        assert in_a_fork(lambda: engine.analyse("startpos", Limit(depth=4)).best_move) == move
        with engine.stream("startpos", ENDLESS) as stream:
            next(stream)
            assert in_a_fork(lambda: Engine(hash_mb=1).analyse("startpos", Limit(depth=4)).best_move) == move
            assert "was searching when the process was forked" in in_a_fork(
                lambda: engine.play("startpos", Limit(nodes=9))
            )
            assert "goes on in the process that was forked" in in_a_fork(lambda: stream.info)
            ended = in_a_fork(lambda: (len(list(stream)), stream.stop(), stream.close(), engine.close()))
            assert ended.endswith(", None, None, None)")
            assert stream.is_running
        assert stream.info.best_move


@pytest.mark.check
@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system does not fork")
@pytest.mark.filterwarnings("ignore:This process:DeprecationWarning")
def test_a_simple_engine_says_in_a_fork_that_its_thread_is_elsewhere():
    limit = chess.engine.Limit(nodes=100)
    with kiebitz.SimpleEngine() as engine:
        for ask in (lambda: engine.play(chess.Board(), limit), engine.ping, lambda: engine.options):
            assert "EngineTerminatedError: this engine's thread is in the process" in in_a_fork(ask)
        assert in_a_fork(engine.close) == "None"
        assert in_a_fork(lambda: kiebitz.SimpleEngine().play(chess.Board(), limit).move)
        assert engine.play(chess.Board(), limit).move


def search_elsewhere(limit):
    """What a spawned process finds."""
    with Engine(hash_mb=1) as engine:
        return engine.analyse("startpos", limit)


@pytest.mark.check
def test_spawned_processes_search_and_send_what_they_find():
    with multiprocessing.get_context("spawn").Pool(1) as pool:
        (found,) = pool.map(search_elsewhere, [Limit(depth=4)])
    here = search_elsewhere(Limit(depth=4))
    assert [(line.moves, line.score, line.fen) for line in found.lines] == [
        (line.moves, line.score, line.fen) for line in here.lines
    ]


# ---------------------------------------------------------------------------------------------- copies


def test_what_is_found_can_be_pickled_and_copied():
    with Engine(hash_mb=1) as engine:
        info = engine.analyse(chess.Board(), Limit(depth=4), multipv=2)
        found = [
            Limit(depth=3),
            info,
            info.lines[0],
            info.lines[0].score,
            engine.evaluate(chess.Board()),
            engine.table.survey(),
            engine.table.look_up(chess.Board()),
            kiebitz.search_batch([chess.STARTING_FEN, "nonsense"], Limit(nodes=500)),
        ]
        trace = engine.trace(chess.Board(), Limit(depth=3))
    for thing in found:
        assert pickle.loads(pickle.dumps(thing)) == copy.copy(thing) == copy.deepcopy(thing) == thing
    assert (pickle.loads(pickle.dumps(trace)).rows == copy.deepcopy(trace).rows).all()


def test_what_searches_can_not():
    with Engine(hash_mb=1) as engine, engine.stream("startpos", ENDLESS) as stream, kiebitz.SimpleEngine() as simple:
        for thing in (engine, stream, simple):
            for duplicate in (copy.copy, copy.deepcopy, pickle.dumps):
                with pytest.raises(TypeError, match="pickle"):
                    duplicate(thing)


# ---------------------------------------------------------------------------------------------- threads


def test_threads_have_engines_of_their_own():
    found = {}

    def ask(number):
        with kiebitz.SimpleEngine() as simple, Engine(hash_mb=1) as engine:
            found[number] = (
                simple.play(chess.Board(), chess.engine.Limit(nodes=2000)).move,
                engine.play(chess.Board(), Limit(nodes=2000)),
                asyncio.run(ask_a_loop()),
            )

    async def ask_a_loop():
        async with kiebitz.AsyncEngine(hash_mb=1) as engine:
            return await engine.play(chess.Board(), Limit(nodes=2000))

    threads = [threading.Thread(target=ask, args=(number,)) for number in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(PATIENCE_S)
    assert set(found) == {0, 1, 2, 3}
    assert len(set(found.values())) == 1


# ---------------------------------------------------------------------------------------------- the end


@pytest.mark.check
@pytest.mark.parametrize(
    "code",
    [
        "engine = kiebitz.Engine(); stream = engine.stream('startpos', ENDLESS); print(next(stream).depth)",
        "engine = kiebitz.Engine(threads=2); stream = engine.stream('startpos', ENDLESS); print(next(stream).depth)",
        "print(next(kiebitz.Engine().stream('startpos', ENDLESS)).depth)",
        "stream = kiebitz.Engine().stream('startpos', kiebitz.Limit(mate=9)); stream.while_waiting = stream; print(1)",
        "engine = kiebitz.SimpleEngine(); analysis = engine.analysis(chess.Board()); print(analysis.get()['depth'])",
        "threading.Thread(target=kiebitz.Engine().analyse, args=('startpos', ENDLESS), daemon=True).start(); print(1)",
        """async def main():
            engine = kiebitz.AsyncEngine()
            print((await anext(aiter(engine.stream('startpos', ENDLESS)))).depth)
        asyncio.run(main(), debug=True)""",
        """async def main():
            engine = kiebitz.AsyncEngine()
            searching = asyncio.create_task(engine.analyse('startpos', ENDLESS))
            begun_s = time.process_time()
            while time.process_time() < begun_s + 0.1:
                await asyncio.sleep(0)
            print(1)
        asyncio.run(main(), debug=True)""",
    ],
    ids=["stream", "threads", "dropped", "mate", "SimpleEngine", "daemon", "AsyncEngine", "task"],
)
def test_a_program_ends_in_mid_search(code):
    code = textwrap.dedent("        " + code)
    # asyncio's debug mode remarks on whatever takes long, which on a busy machine is anything.
    begin = """if True:
        import asyncio, chess, logging, threading, time, kiebitz
        logging.getLogger("asyncio").setLevel(logging.ERROR)
        ENDLESS = kiebitz.Limit(infinite=True)
    """
    assert ends_cleanly(textwrap.dedent(begin) + code) == ["1"]
