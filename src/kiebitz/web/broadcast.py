"""The board of the tab that was used last, for pages that show it to others: streams, a second screen."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any, TypeAlias

from kiebitz.web.messages import Lines, Shown, by_name
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

    def relayed(self, send: Send) -> Send:
        """A ``send`` for a tab that lets others look on."""
        source = object()  # stands for the tab, which nothing here shall keep alive

        async def relay(message: Any) -> None:
            await send(message)
            if isinstance(message, Shown):
                self._source, self._shown, self._lines = source, message, None
            elif isinstance(message, Lines) and source is self._source:
                self._lines = message
            else:
                return
            for onlooker in list(self.onlookers):
                await onlooker(message)

        return relay

    async def catch_up(self, send: Send) -> None:
        """Tell somebody new what is shown now."""
        for message in (self._shown, self._lines):
            if message is not None:
                await send(message)


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
