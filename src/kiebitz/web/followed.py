"""A PGN that somebody else writes, such as the games of a round under way: who follows it hears when it grows."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import TypeAlias

from kiebitz.analysis.reading.archive import text_of
from kiebitz.web.game_list import START
from kiebitz.web.growing import Growing

Hear: TypeAlias = Callable[[], Awaitable[None]]


class Followed:
    """The text, and who follows it; looked at only while somebody does."""

    def __init__(self, source: Growing) -> None:
        self._source = source
        self._followers: set[Hear] = set()
        self._looking: asyncio.Task[None] | None = None
        # That of the text as followers know it; None as long as nobody has looked.
        self._mark: object = None

    def text(self) -> str:
        """The text now; the starting position while there is nothing in it."""
        if self._mark is None:
            self._mark = self._source.look()
        return text_of(self._source.content()).strip() or START

    def follow(self, hear: Hear) -> None:
        """Call ``hear`` whenever the text has changed."""
        self._followers.add(hear)
        if self._looking is None:
            self._looking = asyncio.create_task(self._watch())

    def leave(self, hear: Hear) -> None:
        """Call it no more; ``hear`` itself may ask for this."""
        self._followers.discard(hear)

    async def _watch(self) -> None:
        while self._followers:
            await asyncio.sleep(self._source.pause_s)
            mark = await asyncio.to_thread(self._source.look)
            if mark != self._mark:
                self._mark = mark
                for hear in list(self._followers):
                    await hear()
        self._looking = None
        self._mark = None
