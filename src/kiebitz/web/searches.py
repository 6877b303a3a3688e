"""Searches for the tabs: how many at a time, with how much memory, and engines whose work can be left.

What takes several searches, such as an explanation, is done in a thread, by an engine of its own: nothing that it
leaves in its table colours what the tab's engine thinks, nor the other way round. When nobody waits for it any more it
is left: its search ends, and it begins no other.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from typing import Any, Protocol, TypeVar

from kiebitz.engine import Engine
from kiebitz.engine.engine import ShogiEngine
from kiebitz.engine.line import Info
from kiebitz.programs.uci_engine import UciEngine
from kiebitz.web.limits import Limits

Found = TypeVar("Found")
STOP_S = 0.01
"""The time between two tellings of a search that is to end."""


class BusyError(Exception):
    """So many tabs search already that no more may."""


class LeftError(Exception):
    """Work that nobody waits for any more."""


class CanBeLeft(Protocol):
    """Work in a thread that can be told to end."""

    def leave(self) -> None:
        """End the work under way, and begin no other."""


class Leavable:
    """An engine whose work can be left, mixed into what searches: ``analyse`` then raises LeftError."""

    has_left = False

    def leave(self) -> None:
        """End the search under way, and begin no other."""
        self.has_left = True
        self.stop()  # type: ignore[attr-defined]

    def analyse(self, *asked: Any, **how: Any) -> Info:
        """As the engine's own. Raises LeftError."""
        if self.has_left:
            raise LeftError
        found: Info = super().analyse(*asked, **how)  # type: ignore[misc]
        return found


class LeavableEngine(Leavable, Engine):
    """Our own engine."""


class LeavableShogiEngine(Leavable, ShogiEngine):
    """Our own engine of shogi."""


class LeavableProgram(Leavable, UciEngine):
    """Another program."""


class Searches:
    """State that tabs share: how many search at this moment, and the memory of their tables."""

    def __init__(self, limits: Limits) -> None:
        self.running = 0
        """Number of searches now."""
        self.hash_mb = limits.total_hash_mb
        """The memory left for their tables; less than none if tabs came when nothing was."""
        self._most = limits.searches
        self._threads = ThreadPoolExecutor(limits.searches, "kiebitz-web")

    @contextmanager
    def one(self) -> Iterator[None]:
        """Search meanwhile. Raises BusyError."""
        if self.running >= self._most:
            raise BusyError
        self.running += 1
        try:
            yield
        finally:
            self.running -= 1

    async def beside(self, engine: CanBeLeft, act: Callable[[], Found]) -> Found:
        """Run ``act`` with this engine, in a thread of its own. Raises what it raises.

        Whoever is cancelled here leaves the work, and waits for its end.
        """
        work = asyncio.get_running_loop().run_in_executor(self._threads, act)
        try:
            return await asyncio.shield(work)
        finally:
            while not work.done():
                engine.leave()  # once more: a search may just have begun
                await asyncio.wait([work], timeout=STOP_S)
            work.exception()  # LeftError, if it was left; else it was raised above
