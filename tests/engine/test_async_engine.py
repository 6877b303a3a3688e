"""The asyncio twin: the same answers, and every way to end a search without leaving anything behind."""

import asyncio
import copy
import gc
import pickle
import threading
import weakref

import chess
import pytest

from kiebitz import AsyncEngine, Engine, FenError, Limit, OptionError
from processes import wait_until

ENDLESS = Limit(infinite=True)


def run(coroutine_function):
    """Run a test's coroutine with an engine in asyncio's debug mode; no thread and no task may be left behind."""

    async def with_engine():
        async with AsyncEngine(hash_mb=2) as engine:
            await coroutine_function(engine)
        assert len(asyncio.all_tasks()) == 1
        # The thread of an earlier search may be in its last instant.
        wait_until(lambda: not [thread for thread in threading.enumerate() if thread.name.startswith("kiebitz")])

    asyncio.run(with_engine(), debug=True)


async def begun(engine):
    """A search of an engine has begun."""
    while engine._search is None or not engine._search.is_running:
        await turns(1)


async def turns(count):
    """The loop has gone round so many times."""
    for _ in range(count):
        await asyncio.sleep(0)


def test_the_answers_are_those_of_the_engine():
    with Engine(hash_mb=2) as twin:
        info = twin.analyse(chess.Board(), Limit(depth=6), multipv=2)
        twin.new_game()
        depths = [line.depth for line in twin.stream(chess.Board(), Limit(depth=6))]
        twin.new_game()
        move = twin.play(chess.Board(), Limit(depth=6))

    async def ask(engine):
        found = await engine.analyse(chess.Board(), Limit(depth=6), multipv=2)
        assert [(line.moves, line.score) for line in found.lines] == [(line.moves, line.score) for line in info.lines]
        await engine.new_game()
        assert [line.depth async for line in engine.stream(chess.Board(), Limit(depth=6))] == depths
        await engine.new_game()
        assert await engine.play(chess.Board(), Limit(depth=6)) == move
        assert engine.engine.evaluate(chess.Board()).total == Engine().evaluate(chess.Board()).total

    run(ask)


def test_the_loop_stays_free_while_a_search_runs():
    async def ask(engine):
        searching = asyncio.create_task(engine.analyse(chess.Board(), ENDLESS))
        await begun(engine)
        await turns(20)
        assert not searching.done()
        engine.stop()
        await searching

    run(ask)


def test_cancelling_the_task_stops_the_search():
    async def ask(engine):
        searching = asyncio.create_task(engine.analyse(chess.Board(), ENDLESS))
        await begun(engine)
        stream = engine.stream(chess.Board(), ENDLESS)
        listening = asyncio.create_task(anext(aiter(stream)))
        assert (await listening).depth == 1
        assert (await searching).lines  # the second search stopped the first
        waiting = asyncio.create_task(stream.info())
        await turns(2)
        waiting.cancel()
        with pytest.raises(asyncio.CancelledError):
            await waiting
        assert (await stream.info()).lines
        assert not stream.is_running

    run(ask)


def test_cancelling_before_the_search_has_begun_stops_it_too():
    async def ask(engine):
        for rounds in (0, 1, 2, 50):
            searching = asyncio.create_task(engine.analyse(chess.Board(), ENDLESS))
            await turns(rounds)
            searching.cancel()
            with pytest.raises(asyncio.CancelledError):
                await searching
        assert (await engine.analyse(chess.Board(), Limit(depth=2))).depth == 2

    run(ask)


def test_a_timeout_stops_the_search():
    async def ask(engine):
        with pytest.raises(TimeoutError):
            async with asyncio.timeout(0):
                await engine.analyse(chess.Board(), ENDLESS)
        assert await engine.play(chess.Board(), Limit(depth=2))

    run(ask)


def test_no_late_line_reaches_a_new_position():
    async def ask(engine):
        black_to_move = chess.Board("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1")
        seen = []

        async def show(board, limit):
            stream = engine.stream(board, limit)
            async for line in stream:
                seen.append((stream.generation, line.turn))

        old = asyncio.create_task(show(chess.Board(), ENDLESS))
        while not seen:
            await turns(1)
        stream = engine.stream(black_to_move, Limit(depth=6))
        before = len(seen)
        async for line in stream:
            seen.append((stream.generation, line.turn))
        await old
        assert stream.generation == engine.generation == 2
        assert {turn for _, turn in seen[:before]} == {True}
        assert set(seen[before:]) == {(2, False)}

    run(ask)


def test_a_search_that_was_superseded_before_it_began_says_so():
    async def ask(engine):
        first, second = (engine.stream(chess.Board(), Limit(depth=2)) for _ in range(2))
        assert (await second.info()).depth == 2
        with pytest.raises(RuntimeError, match="never began"):
            await first.info()
        assert not first.is_running
        assert first.elapsed_ms == 0

    run(ask)


def test_a_loop_left_by_break_ends_the_search():
    async def ask(engine):
        stream = engine.stream(chess.Board(), ENDLESS)
        async for line in stream:
            assert line.depth == 1
            break
        assert (await stream.info()).lines
        async with engine.stream(chess.Board(), ENDLESS) as stream:
            assert stream.is_running
            stream.stop()
            assert [line async for line in stream][-1].depth == (await stream.info()).depth
        assert not stream.is_running

    run(ask)


def test_stop_and_ponderhit():
    async def ask(engine):
        async with engine.stream(chess.Board(), Limit(movetime_ms=1, ponder=True)) as stream:
            lines = aiter(stream)
            assert [(await anext(lines)).depth for _ in range(5)] == [1, 2, 3, 4, 5]
            assert stream.is_running
            engine.ponderhit()
            assert (await stream.info()).best_move
        for rounds in (1, 2, 50):
            searching = asyncio.create_task(engine.analyse(chess.Board(), ENDLESS))
            await turns(rounds)
            engine.stop()
            assert (await searching).best_move

    run(ask)


def test_configure_stops_a_search_and_refuses_what_the_engine_refuses():
    async def ask(engine):
        searching = asyncio.create_task(engine.analyse(chess.Board(), ENDLESS))
        await begun(engine)
        await engine.configure(hash_mb=1, null_move=False)
        assert (await searching).best_move
        assert (engine.engine.hash_mb, engine.engine.parameters["null_move"]) == (1, 0)
        with pytest.raises(OptionError):
            await engine.configure(hash_mb=-1)
        with pytest.raises(FenError):
            await engine.analyse("8/8/8/8/8/8/8/8 w - - 0 1", Limit(depth=1))
        with pytest.raises(FenError):
            async for _ in engine.stream("nonsense", Limit(depth=1)):
                pass

    run(ask)


def test_an_engine_may_be_given_and_is_closed():
    async def ask():
        with Engine(hash_mb=1) as own:
            async with AsyncEngine(own) as engine:
                assert engine.engine is own
                stream = engine.stream(chess.Board(), ENDLESS)
                assert (await anext(aiter(stream))).depth == 1
            assert not stream.is_running
            with pytest.raises(RuntimeError, match="this engine is closed"):
                own.play(chess.Board(), Limit(depth=1))
            with pytest.raises(ValueError, match="configure the one that is given"):
                AsyncEngine(own, hash_mb=2)

    asyncio.run(ask(), debug=True)


def test_another_loop_may_follow():
    engine = AsyncEngine(hash_mb=1)

    async def leave():
        await anext(aiter(engine.stream(chess.Board(), ENDLESS)))

    async def ask():
        return await engine.play(chess.Board(), Limit(depth=2))

    async def close():
        await engine.close()
        with pytest.raises(RuntimeError, match="this engine is closed"):
            await ask()

    asyncio.run(leave(), debug=True)
    assert asyncio.run(ask(), debug=True)
    assert asyncio.run(ask(), debug=True)
    asyncio.run(close(), debug=True)


@pytest.mark.check
def test_what_nobody_holds_is_collected():
    async def ask():
        engine = AsyncEngine(hash_mb=1)
        await anext(aiter(engine.stream(chess.Board(), ENDLESS)))
        return weakref.ref(engine)

    engine = asyncio.run(ask())
    gc.collect()
    assert engine() is None


def test_neither_engine_nor_stream_can_be_copied():
    async def ask(engine):
        for thing in (engine, engine.stream(chess.Board(), ENDLESS)):
            with pytest.raises(TypeError, match="copied or pickled"):
                copy.copy(thing)
            with pytest.raises(TypeError, match="copied or pickled"):
                pickle.dumps(thing)

    run(ask)


def test_a_search_says_that_another_superseded_it():
    async def ask(engine):
        first = asyncio.create_task(engine.analyse(chess.Board(), ENDLESS))
        await begun(engine)
        second = engine.stream(chess.Board(), ENDLESS)
        assert (await anext(aiter(second))).depth == 1
        assert (await first).ended_by == "superseded"
        await engine.configure(hash_mb=2)
        assert (await second.info()).ended_by == "stopped"
        assert (await engine.analyse(chess.Board(), Limit(depth=2))).ended_by == "limit"

    run(ask)


@pytest.mark.parametrize("fen", ["8/8/8/8/k5P1/8/8/5K2 w - - 0 1", "8/8/6r1/2P5/4K3/8/2k5/8 w - - 0 1"])
def test_it_plays_as_the_engine(fen):
    async def ask(engine):
        with Engine(hash_mb=2) as twin:
            assert await engine.play(fen, Limit(nodes=1)) == twin.play(fen, Limit(nodes=1))

    run(ask)


def test_who_waits_for_an_end_must_let_there_be_one():
    async def ask(engine):
        with pytest.raises(ValueError, match="never ends"):
            await engine.analyse("startpos", Limit(black_clock_ms=50))

    run(ask)
