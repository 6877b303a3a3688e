import asyncio
import time

import pytest

from kiebitz.engine.limit import Limit
from kiebitz.web.limits import Limits
from kiebitz.web.searches import BusyError, LeavableEngine, LeftError, Searches


def test_no_more_search_than_may():
    searches = Searches(Limits(searches=1))
    with searches.one():
        assert searches.running == 1
        with pytest.raises(BusyError), searches.one():
            pass
    assert searches.running == 0


def test_work_that_is_left_ends_and_begins_no_other_search():
    searches = Searches(Limits())
    ended = []

    def act():
        try:
            while True:
                engine.analyse("startpos", Limit(movetime_ms=60_000))
        except LeftError:
            ended.append(True)
            raise

    async def leave():
        work = asyncio.create_task(searches.beside(engine, act))
        await asyncio.sleep(0.1)
        work.cancel()
        with pytest.raises(asyncio.CancelledError):
            await work

    with LeavableEngine(hash_mb=1) as engine:
        before = time.monotonic()
        asyncio.run(leave())
    assert ended
    assert time.monotonic() - before < 10
