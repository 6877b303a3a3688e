"""The one thing that a tab lets the engine do at a time."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any, TypeAlias

Work: TypeAlias = Callable[[], Coroutine[Any, Any, None]]
"""A piece of work to begin: a call, for a coroutine that never begins is warned of."""


class OneWork:
    """Work under way, or none."""

    def __init__(self) -> None:
        self._task: asyncio.Task[None] | None = None

    async def rest(self) -> None:
        """End the work and wait for its end. Raises what ended it untimely."""
        task, self._task = self._task, None
        if task is not None:
            task.cancel()
            await asyncio.wait([task])
            try:
                if not task.cancelled():
                    task.result()
            finally:
                del task  # what is raised knows this frame: with the task in it, both would outlive their readers

    async def begin(self, work: Work) -> None:
        """Begin a piece of work; what runs is stopped first."""
        await self.rest()
        self._task = asyncio.create_task(work())
