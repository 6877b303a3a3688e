"""Run slow work outside the event loop.

A few things at a time: each takes memory of the size of a game, and Python's threads take turns.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import ParamSpec, TypeVar

AT_A_TIME = 2
Given = ParamSpec("Given")
Found = TypeVar("Found")


class Apart:
    """The threads of a server for what its tabs' games need, or for something else that may keep them long."""

    def __init__(self, at_a_time: int = AT_A_TIME, name: str = "kiebitz-web-game") -> None:
        self._threads = ThreadPoolExecutor(at_a_time, name)

    async def __call__(self, act: Callable[Given, Found], /, *given: Given.args, **named: Given.kwargs) -> Found:
        """The result of ``act``. Raises what it raises."""
        return await asyncio.get_running_loop().run_in_executor(self._threads, lambda: act(*given, **named))
