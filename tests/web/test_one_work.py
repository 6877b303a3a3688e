"""A tab's one piece of work: begun, ended before it begins, and what ends it untimely."""

import asyncio
import gc
import warnings
from functools import partial

import pytest

from kiebitz.web.one_work import OneWork


def test_work_ended_before_it_begins_is_no_coroutine_left_over():
    done = []

    async def inner(name):
        done.append(name)

    async def outer(work):
        await work()

    async def fail():
        raise ValueError("untimely")

    async def tab():
        work = OneWork()
        await work.begin(partial(outer, partial(inner, "ended")))
        await work.begin(partial(outer, partial(inner, "done")))
        await asyncio.sleep(0)
        await work.begin(fail)
        await asyncio.sleep(0)
        with pytest.raises(ValueError, match="untimely"):
            await work.begin(partial(outer, partial(inner, "never")))

    gc.collect()
    with warnings.catch_warnings(record=True) as told:
        warnings.simplefilter("always")
        asyncio.run(tab())
        gc.collect()
    assert done == ["done"]
    # Threads that tests before have left running may tell of other things here.
    assert not [each for each in told if "never awaited" in str(each.message)]
