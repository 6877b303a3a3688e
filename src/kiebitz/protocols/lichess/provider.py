"""The provider: it registers the engine with Lichess, waits for work, searches it and streams what it finds.

Work comes from a server of its own, the broker, by long polls: each is answered when somebody wants an analysis, or
with 204 after a while. Newer work ends the work before it, as does the end of its connection, by which Lichess says
that nobody looks at it any more. Whoever is away is asked again after waits that grow.
"""

from __future__ import annotations

import asyncio
import http.client
import secrets
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any, TypeVar
from urllib.parse import quote

from kiebitz.commandline.clean_text import clean
from kiebitz.engine.async_engine import AsyncEngine, AsyncStream
from kiebitz.protocols.lichess.exchange import Exchange, ExchangeError, Reply, ask, exchange
from kiebitz.protocols.lichess.work import CHESS, Capacity, Work, WorkError
from kiebitz.protocols.uci.protocol import info_line, no_move_line

FIRST_WAIT_S, LONGEST_WAIT_S = 1.0, 60.0
TOO_MANY_S = 60.0
"""Time that Lichess wants nothing to be asked after it has answered 429."""
WORDS_BYTES = 24
QUIET_S = 0.5
"""Pause after an answer that there is no work: a broker that doesn't make polls long is spared."""
LEAST_PAUSE_S = 0.1
"""Pause after work was handed out; newer work would end it at once."""
MOST_DOUBLINGS = 10
THANKS_S = 10.0
"""Time to wait for the reply to a finished analysis."""
REFUSALS = {http.client.UNAUTHORIZED, http.client.FORBIDDEN}
ENGINES, WORK = "/api/external-engine", "/api/external-engine/work"
MAX_QUOTED = 200
Found = TypeVar("Found")


class ProviderError(Exception):
    """Lichess refuses the engine; the message names fault and remedy."""


class StatusError(ExchangeError):
    """A reply that isn't the one hoped for."""

    def __init__(self, reply: Reply) -> None:
        super().__init__(reply)
        self.reply = reply

    def __str__(self) -> str:
        return f"status {self.reply.status}: {clean(self.reply.body.decode(errors='replace'))[:MAX_QUOTED]}"


@dataclass(frozen=True, slots=True)
class Place:
    """Where the engine is offered, and as what."""

    lichess: str
    """The address of Lichess, as ``checked_base`` gives it."""
    broker: str
    """The address of the server that hands work out."""
    token: str
    """The user's, with the scopes engine:read and engine:write."""
    name: str
    """The name by which users choose the engine."""


class Provider:
    """An engine offered to one user of Lichess. ``tell`` is called with a sentence about what happens."""

    def __init__(self, engine: AsyncEngine, place: Place, capacity: Capacity, tell: Callable[[str], None]) -> None:
        self._engine = engine
        self._place = place
        self._capacity = capacity
        self._tell = tell
        self._secret = secrets.token_urlsafe(WORDS_BYTES)
        self._session = ""
        self._failures = 0

    async def serve(self) -> None:
        """Register, and work until cancelled. Raises ProviderError."""
        await self._patiently(self._register)
        self._tell(f"{self._place.name} is registered at {self._place.lichess} and waits for work")
        underway: asyncio.Task[None] | None = None
        try:
            while True:
                record = await self._patiently(self._acquire)
                if record is None:
                    await asyncio.sleep(QUIET_S)
                    continue
                try:
                    work = Work.of(record, self._capacity)
                except WorkError as error:
                    self._came_to_nothing(error)
                else:
                    await _ended(underway)
                    underway = asyncio.create_task(self._do(work))
                await asyncio.sleep(self._pause_s())
        finally:
            await _ended(underway)

    # ------------------------------------------------------------------ Lichess

    async def _register(self) -> None:
        """Offer the engine, in place of one of its name. Raises ExchangeError and ProviderError."""
        authority = {"Authorization": f"Bearer {self._place.token}"}
        address = self._place.lichess + ENGINES
        offer = {
            "name": self._place.name,
            "maxThreads": self._capacity.threads,
            "maxHash": self._capacity.hash_mb,
            "defaultDepth": self._capacity.depth,
            "variants": [CHESS],
            "providerSecret": self._secret,
        }
        try:
            known = _good(await ask("GET", address, authority)).json()
            same = [engine["id"] for engine in known if engine["name"] == self._place.name]
            if same:
                _good(await ask("PUT", f"{address}/{quote(str(same[0]), safe='')}", authority, offer))
            else:
                _good(await ask("POST", address, authority, offer))
        except StatusError as error:
            if error.reply.status in REFUSALS:
                raise ProviderError(
                    f"Lichess doesn't accept the token ({error}); make one with the scopes engine:read and engine:write"
                ) from error
            raise
        except (TypeError, KeyError) as error:
            raise ExchangeError("the list of engines is not as documented") from error

    async def _acquire(self) -> Any:
        """The next work as the broker describes it; None if there is none yet. Raises ExchangeError."""
        reply = await ask("POST", self._place.broker + WORK, {}, {"providerSecret": self._secret})
        return None if reply.status == http.client.NO_CONTENT else _good(reply).json()

    async def _patiently(self, act: Callable[[], Awaitable[Found]]) -> Found:
        """The result of ``act``, tried as often as it takes."""
        wait_s = FIRST_WAIT_S
        while True:
            try:
                return await act()
            except ExchangeError as error:
                is_too_much = isinstance(error, StatusError) and error.reply.status == http.client.TOO_MANY_REQUESTS
                pause_s = max(wait_s, TOO_MANY_S) if is_too_much else wait_s
                self._tell(f"no luck with Lichess ({error}); again in {pause_s:.0f} s")
            await asyncio.sleep(pause_s)
            wait_s = min(2 * wait_s, LONGEST_WAIT_S)

    # ------------------------------------------------------------------ an analysis

    def _came_to_nothing(self, fault: Exception) -> None:
        self._failures += 1
        self._tell(f"an analysis came to nothing: {fault or 'not enough memory'}")

    def _pause_s(self) -> float:
        """The pause before the next question: a moment, and longer and longer as long as nothing works."""
        if not self._failures:
            return LEAST_PAUSE_S
        return float(min(FIRST_WAIT_S * 2 ** min(self._failures - 1, MOST_DOUBLINGS), LONGEST_WAIT_S))

    async def _do(self, work: Work) -> None:
        """Search and stream one work; reports what goes wrong and waits for the next."""
        try:
            if work.session != self._session:
                await self._engine.new_game()
                self._session = work.session
            await self._engine.configure(threads=work.threads, hash_mb=work.hash_mb)
            address = f"{self._place.broker}{WORK}/{quote(work.number, safe='')}"
            headers = {"Content-Type": "text/plain", "Transfer-Encoding": "chunked"}
            stream = self._engine.stream(work.position, work.limit, multipv=work.lines)
            async with exchange("POST", address, headers) as upload, stream:
                await _stream(stream, upload)
            self._failures = 0
        except (ValueError, MemoryError, ExchangeError) as error:
            self._came_to_nothing(error)


async def _stream(stream: AsyncStream, upload: Exchange) -> None:
    """Send what is found until the search has ended, or until Lichess wants no more. Raises ExchangeError."""

    async def send() -> None:
        async for line in stream:
            if line.bound == "exact":
                await upload.send_part(f"{info_line(line)}\n".encode())
        info = await stream.info()
        # A mate may have been played out since; and where there is no move, there was no line.
        last = [info_line(line) for line in info.lines] or [no_move_line(info.is_check)]
        await upload.send_part("".join(f"{line}\n" for line in last).encode())
        await upload.send_part(b"")

    sending, replying = asyncio.create_task(send()), asyncio.create_task(upload.reply())
    try:
        await asyncio.wait([sending, replying], return_when=asyncio.FIRST_COMPLETED)
        if sending.done():
            await sending
            await asyncio.wait([replying], timeout=THANKS_S)
    finally:
        for task in (sending, replying):
            task.cancel()
        await asyncio.gather(sending, replying, return_exceptions=True)


async def _ended(task: asyncio.Task[None] | None) -> None:
    """Cancel a task and wait for its end. Raises what has ended it."""
    if task is not None:
        task.cancel()
        await asyncio.wait([task])
        if not task.cancelled():
            task.result()  # what nobody foresaw is not passed over


def _good(reply: Reply) -> Reply:
    """A reply of success. Raises StatusError."""
    if reply.status != http.client.OK:
        raise StatusError(reply)
    return reply
