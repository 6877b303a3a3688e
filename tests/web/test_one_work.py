import asyncio

import pytest

from kiebitz.web.one_work import OneWork


def test_what_begins_ends_what_ran():
    ended = []

    async def work(name):
        try:
            await asyncio.sleep(60)
        finally:
            ended.append(name)

    async def scenario():
        one = OneWork()
        for name in ("first", "second"):
            await one.begin(work(name))
            await asyncio.sleep(0)
        assert ended == ["first"]
        await one.rest()
        await one.rest()

    asyncio.run(scenario())
    assert ended == ["first", "second"]


def test_what_went_wrong_is_raised_by_who_waits():
    async def fail():
        raise OSError("gone")

    async def scenario():
        one = OneWork()
        await one.begin(fail())
        await asyncio.sleep(0)
        with pytest.raises(OSError, match="gone"):
            await one.rest()

    asyncio.run(scenario())
