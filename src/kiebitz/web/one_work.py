"""The one thing that a tab lets the engine do at a time."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any


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

    async def begin(self, work: Coroutine[Any, Any, None]) -> None:
        """Begin a piece of work; what runs is stopped first."""
        await self.rest()
        self._task = asyncio.create_task(work)
