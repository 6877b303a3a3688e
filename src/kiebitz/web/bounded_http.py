"""Connections before they are tabs: bounded in number, and in the time that a request may take.

Uvicorn has a deadline for what comes after an answer, none for what comes before one. Here the head of a request has to
be there in time, its body has to go on coming, and of connections that aren't WebSockets there is room for so many that
descriptors are left for those who are known.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from typing import Any

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

from kiebitz.web.limits import Limits
from kiebitz.web.strangers import oldest_of_the_busiest

LOG = logging.getLogger("kiebitz.web")
SAID_EVERY_S = 60.0


class Lobby:
    """The connections of a server that are no WebSockets, the oldest first, and from which host each comes."""

    def __init__(self, limits: Limits, now: Callable[[], float]) -> None:
        self.limits = limits
        self.here: dict[BoundedHttp, str] = {}
        self._now = now
        self._closed = 0
        self._say_from = float("-inf")

    def enter(self, connection: BoundedHttp, host: str) -> None:
        """Let a connection in; if there are too many, the oldest goes of the host that has the most."""
        self.here[connection] = host
        if len(self.here) > self.limits.requests:
            self.turn_out(oldest_of_the_busiest(self.here))

    def turn_out(self, connection: BoundedHttp) -> None:
        """Close a connection that is in others' way."""
        self.here.pop(connection, None)
        connection.transport.abort()
        self._closed += 1
        if self._now() >= self._say_from:
            LOG.warning("closed %d connections that sent no whole request, or were too many", self._closed)
            self._closed, self._say_from = 0, self._now() + SAID_EVERY_S


class BoundedHttp(H11Protocol):
    """A connection of uvicorn's, with a deadline."""

    lobby: Lobby
    _deadline: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Begin to wait for the first request."""
        super().connection_made(transport)
        self.lobby.enter(self, self.client[0] if self.client else "")
        self._wait()

    def connection_lost(self, exc: Exception | None) -> None:
        """Wait for nothing more."""
        self._leave()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Take what came: a head has its time from its first byte on, a body with each of its parts."""
        super().data_received(data)
        state = self.conn.their_state
        if self not in self.lobby.here:
            return  # a WebSocket by now
        if state is h11.SEND_BODY or (state is h11.IDLE and self._deadline is None):
            self._wait()
        elif state is not h11.IDLE:
            self._rest()

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        """Let a WebSocket go its way."""
        self._leave()
        super().handle_websocket_upgrade(event)

    def _wait(self) -> None:
        self._rest()
        self._deadline = self.loop.call_later(self.lobby.limits.request_s, self._too_late)

    def _rest(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None

    def _leave(self) -> None:
        self._rest()
        self.lobby.here.pop(self, None)

    def _too_late(self) -> None:
        self._deadline = None
        if self.flow.read_paused:  # it is we who don't read on
            self._wait()
        elif self.conn.their_state in (h11.IDLE, h11.SEND_BODY):
            self.lobby.turn_out(self)


def bounded_http(limits: Limits, now: Callable[[], float]) -> type[BoundedHttp]:
    """The class of connections for one server; ``now`` is its clock, in seconds."""
    attributes: dict[str, Any] = {"lobby": Lobby(limits, now)}
    return type("BoundedHttp", (BoundedHttp,), attributes)
