import asyncio
import threading

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
    begun, ended = threading.Event(), []

    def act():
        try:
            while True:
                begun.set()
                engine.analyse("startpos", Limit(infinite=True))
        except LeftError:
            ended.append(True)
            raise

    async def leave():
        work = asyncio.create_task(searches.beside(engine, act))
        await asyncio.to_thread(begun.wait)
        work.cancel()
        with pytest.raises(asyncio.CancelledError):
            await work

    with LeavableEngine(hash_mb=1) as engine:
        asyncio.run(leave())
    assert ended
