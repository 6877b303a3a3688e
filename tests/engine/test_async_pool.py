"""Many questions at once: none is lost, and none is cut without saying so."""

import asyncio
import json
import pickle
import re
import threading
from urllib.parse import quote

import chess
import pytest

from kiebitz import AsyncPool, Limit, PoolFullError
from sources import ROOT

ENDLESS = Limit(infinite=True)


def boards(count):
    """Positions that differ, after one move of White and one of Black."""
    found = []
    for first in chess.Board().legal_moves:
        board = chess.Board()
        board.push(first)
        for second in board.legal_moves:
            found.append(board.copy())
            found[-1].push(second)
    return found[:count]


def test_many_questions_at_once_are_all_answered_in_full():
    async def ask():
        async with AsyncPool(2, hash_mb=1) as pool:
            asked = boards(40)
            answers = await asyncio.gather(*(pool.analyse(board, Limit(depth=3)) for board in asked))
            assert "2 engines, 2 free, 0 questions" in repr(pool)
        for board, info in zip(asked, answers, strict=True):
            assert info.move in board.legal_moves
            assert (info.ended_by, info.depth, info.fen) == ("limit", 3, board.fen())

    asyncio.run(ask(), debug=True)


def test_fresh_engines_answer_the_same_question_alike():
    async def ask(fresh):
        async with AsyncPool(1, hash_mb=1, fresh=fresh) as pool:
            infos = [await pool.analyse("startpos", Limit(nodes=3_000)) for _ in range(3)]
            return {(info.best_move, info.score, info.nodes, info.lines[0].moves) for info in infos}

    assert len(asyncio.run(ask(True))) == 1
    assert len(asyncio.run(ask(False))) > 1  # Else nothing would be shown.


@pytest.mark.parametrize("fresh", [False, True])
def test_after_the_deadline_every_search_of_a_block_is_stopped(fresh):
    """One that begins when it has passed, too: here it passes before the first."""

    async def ask():
        async with AsyncPool(1, hash_mb=1, fresh=fresh) as pool, pool.engine(deadline_s=0) as engine:
            return [await engine.analyse("startpos", Limit(infinite=True)) for _ in range(2)]

    assert [info.ended_by for info in asyncio.run(ask())] == ["stopped", "stopped"]


def test_first_come_first_served():
    async def ask():
        done = []

        async def answer(number):
            await pool.analyse(chess.Board(), Limit(nodes=100))
            done.append(number)

        async with AsyncPool(1, hash_mb=1) as pool:
            await asyncio.gather(*map(answer, range(20)))
        assert done == list(range(20))

    asyncio.run(ask())


async def begun(pool):
    """Every engine searches."""
    while not all(engine._search and engine._search.is_running for engine in pool._engines):
        await asyncio.sleep(0)


def test_a_deadline_stops_what_runs_and_refuses_what_waits(monkeypatch):
    async def ask():
        loop, passed_s = asyncio.get_running_loop(), [0.0]
        monkeypatch.setattr(loop, "time", lambda: passed_s[0])
        async with AsyncPool(1, hash_mb=1) as pool:
            cut, refused = (asyncio.create_task(pool.analyse(chess.Board(), ENDLESS, deadline_s=end)) for end in (9, 4))
            await begun(pool)
            assert not refused.done()
            passed_s[0] = 5
            with pytest.raises(TimeoutError, match="deadline"):
                await refused
            assert not cut.done()
            passed_s[0] = 10
            assert (await cut).ended_by == "stopped"
            assert cut.result().move in chess.Board().legal_moves
            assert (await pool.analyse(chess.Board(), Limit(depth=2), deadline_s=60)).ended_by == "limit"
            assert await pool.play(chess.Board(), Limit(depth=1), deadline_s=60)

    asyncio.run(ask())


def test_cancelling_frees_the_engine_or_the_place():
    async def ask():
        async with AsyncPool(1, hash_mb=1) as pool:
            running = asyncio.create_task(pool.analyse(chess.Board(), ENDLESS))
            waiting = [asyncio.create_task(pool.analyse(chess.Board(), ENDLESS)) for _ in range(3)]
            last = asyncio.create_task(pool.analyse(chess.Board(), Limit(depth=2)))
            await begun(pool)
            assert pool.waiting == 4
            for task in (*waiting, running):
                task.cancel()
            assert (await last).ended_by == "limit"
            ended = await asyncio.gather(running, *waiting, return_exceptions=True)
            assert all(isinstance(end, asyncio.CancelledError) for end in ended)
            assert "1 free, 0 questions" in repr(pool)

    asyncio.run(ask(), debug=True)


def test_a_queue_that_is_full_refuses():
    async def ask():
        async with AsyncPool(1, hash_mb=1, most_waiting=2) as pool:
            tasks = [asyncio.create_task(pool.analyse(chess.Board(), ENDLESS)) for _ in range(3)]
            await asyncio.sleep(0)
            with pytest.raises(PoolFullError, match="2 questions"):
                await pool.analyse(chess.Board(), ENDLESS)
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)

    asyncio.run(ask())


def test_closing_ends_everything():
    async def ask():
        pool = AsyncPool(2, hash_mb=1)
        tasks = [asyncio.create_task(pool.analyse(chess.Board(), ENDLESS)) for _ in range(3)]
        await begun(pool)
        await pool.close()
        ends = await asyncio.gather(*tasks, return_exceptions=True)
        assert [end.ended_by for end in ends[:2]] == ["stopped"] * 2
        assert isinstance(ends[2], RuntimeError)
        with pytest.raises(RuntimeError, match="this pool is closed"):
            await pool.play(chess.Board(), ENDLESS)

    asyncio.run(ask())
    assert not [thread for thread in threading.enumerate() if thread.name.startswith("kiebitz-async")]


def test_an_engine_for_oneself():
    async def ask():
        async with AsyncPool(1, hash_mb=1) as pool:
            async with pool.engine() as engine:
                assert len(pool) == 1
                lines = [line.depth async for line in engine.stream(chess.Board(), Limit(depth=4))]
            assert lines == [1, 2, 3, 4]
            with pytest.raises(ValueError, match="multipv"):
                await pool.analyse(chess.Board(), Limit(depth=1), multipv=0)
            assert await pool.play(chess.Board(), Limit(depth=1))
            with pytest.raises(TypeError, match="can't be copied or pickled"):
                pickle.dumps(pool)

    asyncio.run(ask())
    with pytest.raises(ValueError, match="a pool of 0 engines"):
        AsyncPool(0)


async def answer_of(app, path, query):
    """What a web service answers to one request."""
    sent = []

    async def receive():
        return {"type": "http.request", "body": b"", "more_body": False}

    async def send(message):
        sent.append(message)

    scope = {"type": "http", "method": "GET", "path": path, "query_string": query.encode(), "headers": []}
    await app(scope, receive, send)
    return sent[0]["status"], json.loads(b"".join(message.get("body", b"") for message in sent))


def test_a_service_answers_many_requests_at_once():
    """The example of docs/asyncio.md, asked."""
    pytest.importorskip("starlette")
    example = re.findall(r"```python\n(.*?)```", (ROOT / "docs" / "asyncio.md").read_text(), re.DOTALL)[-1]
    namespace = {}
    exec(example.replace("20_000", "500"), namespace)
    app = namespace["app"]

    async def ask():
        asked = boards(40)
        async with app.router.lifespan_context(app):
            queries = [f"fen={quote(board.fen())}" for board in asked]
            answers = await asyncio.gather(*(answer_of(app, "/best", query) for query in queries))
            assert (await answer_of(app, "/best", "fen=rubbish"))[0] == 400
        for board, (status, answer) in zip(asked, answers, strict=True):
            assert (status, answer["ended_by"]) == (200, "limit")
            assert chess.Move.from_uci(answer["best"]) in board.legal_moves

    asyncio.run(ask())
