"""Connections that have not introduced themselves: their number is bounded, and nobody keeps others out by silence."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Coroutine, Mapping
from typing import Any, TypeVar

Said = TypeVar("Said")
Waiting = TypeVar("Waiting")


class StrangerError(Exception):
    """A stranger had to go, as others came."""


class Strangers:
    """Those who wait to be met."""

    def __init__(self, most: int) -> None:
        """Allow at most ``most`` unauthenticated connections."""
        self._most = most
        # Who reads what a stranger says, the oldest first, and from which host he comes.
        self._waiting: dict[asyncio.Task[Any], str] = {}

    async def met(self, hello: Coroutine[Any, Any, Said], host: str) -> Said:
        """Hear a stranger's hello. Raises what ``hello`` raises.

        If there are too many, the one who has waited longest goes, of those from the host that has sent the most;
        StrangerError is raised for him. So a host can push out its own strangers only, unless many work together.
        """
        task = asyncio.create_task(hello)
        self._waiting[task] = host
        try:
            if len(self._waiting) > self._most:
                self._oldest().cancel("has to go")
            return await task
        except asyncio.CancelledError:
            if task.cancelled() and task not in self._waiting:
                raise StrangerError from None
            task.cancel()
            raise
        finally:
            self._waiting.pop(task, None)

    def _oldest(self) -> asyncio.Task[Any]:
        """The stranger that has to go; he is none any more."""
        oldest = oldest_of_the_busiest(self._waiting)
        del self._waiting[oldest]
        return oldest


def oldest_of_the_busiest(waiting: Mapping[Waiting, str]) -> Waiting:
    """Of those who wait, the oldest first, with their hosts: the oldest of the host that has sent the most."""
    ((host, _),) = Counter(waiting.values()).most_common(1)
    return next(each for each, own in waiting.items() if own == host)
