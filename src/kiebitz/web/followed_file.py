"""A PGN file that somebody else writes, such as the games of a round under way: who follows it hears when it grows."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import TypeAlias

from kiebitz.analysis.reading.archive import text_of
from kiebitz.web.game_list import START
from kiebitz.web.limits import Limits

LOOK_S = 0.5
"""The time between two looks at the file."""

Hear: TypeAlias = Callable[[], Awaitable[None]]


class FollowedFile:
    """The file, and who follows it; looked at only while somebody does."""

    def __init__(self, path: Path, limits: Limits) -> None:
        self._path, self._limits = path, limits
        self._followers: set[Hear] = set()
        self._looking: asyncio.Task[None] | None = None
        self._stamp = (0, -1)

    def text(self) -> str:
        """Its text now, as much as may be loaded; the starting position while there is nothing in it."""
        try:
            with self._path.open("rb") as file:
                return text_of(file.read(4 * self._limits.text_characters)).strip() or START
        except OSError:
            return START

    def follow(self, hear: Hear) -> None:
        """Call ``hear`` whenever the file has changed."""
        self._followers.add(hear)
        if self._looking is None:
            self._stamp = self._look()
            self._looking = asyncio.create_task(self._watch())

    def leave(self, hear: Hear) -> None:
        """Call it no more; ``hear`` itself may ask for this."""
        self._followers.discard(hear)

    async def _watch(self) -> None:
        while self._followers:
            await asyncio.sleep(LOOK_S)
            stamp = await asyncio.to_thread(self._look)
            if stamp != self._stamp:
                self._stamp = stamp
                for hear in list(self._followers):
                    await hear()
        self._looking = None

    def _look(self) -> tuple[int, int]:
        """The marks that change with the file: when it was written, and its size."""
        try:
            found = self._path.stat()
        except OSError:
            return 0, -1
        return found.st_mtime_ns, found.st_size
