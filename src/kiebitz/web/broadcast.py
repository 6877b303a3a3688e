"""The board of the tab that was used last, for pages that show it to others: streams, a second screen."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any, TypeAlias

from kiebitz.web.messages import Lines, Presented, Shown, by_name
from kiebitz.web.think_messages import Enter

Send: TypeAlias = Callable[[Any], Awaitable[None]]

STREAM_KINDS = by_name(Enter)


class Broadcast:
    """The view of the tab that was used last, and its onlookers."""

    def __init__(self) -> None:
        self.onlookers: set[Send] = set()
        self._source: object = None
        self._shown: Shown | None = None
        self._lines: Lines | None = None
        self._presented: Presented | None = None

    def relayed(self, send: Send) -> Relayed:
        """A ``send`` for a tab that lets others look on."""
        return Relayed(send, self)

    async def pass_on(self, message: Any, source: object) -> None:
        """Let onlookers see what a tab is told or shows, if it is of its board."""
        if isinstance(message, Shown):
            self._source, self._shown, self._lines, self._presented = source, message, None, None
        elif source is not self._source:
            return
        elif isinstance(message, Lines):
            self._lines = message
        elif isinstance(message, Presented):
            self._presented = message
        else:
            return
        for onlooker in list(self.onlookers):
            await onlooker(message)

    async def catch_up(self, send: Send) -> None:
        """Tell somebody new what is shown now."""
        for message in (self._shown, self._presented, self._lines):
            if message is not None:
                await send(message)


class Relayed:
    """The way to a tab that lets others look on."""

    def __init__(self, send: Send, broadcast: Broadcast) -> None:
        self._send, self._broadcast = send, broadcast
        self._source = object()  # stands for the tab, which nothing here shall keep alive

    async def __call__(self, message: Any) -> None:
        """Tell the tab something."""
        await self._send(message)
        await self._broadcast.pass_on(message, self._source)

    async def present(self, presented: Presented) -> None:
        """Tell onlookers what the tab shows beside the men."""
        await self._broadcast.pass_on(presented, self._source)


class Onlooker:
    """A page that looks on."""

    def __init__(self, send: Send, broadcast: Broadcast) -> None:
        self._send, self._broadcast = send, broadcast

    async def handle(self, _: Enter) -> None:
        """Begin to look on."""
        self._broadcast.onlookers.add(self._send)
        await self._broadcast.catch_up(self._send)

    async def close(self) -> None:
        """Look on no more."""
        self._broadcast.onlookers.discard(self._send)
