"""Several engines for an event loop where many ask at once: a web service, a bot with many games.

An ``AsyncEngine`` answers the question that was asked last. A pool answers all, one after the other, by as many engines
as there are: who finds none free waits in a queue, first come, first served. A deadline covers the waiting, too.

Thread safety: a pool is for one event loop.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Self, Unpack

from kiebitz.engine.async_engine import AsyncEngine
from kiebitz.engine.engine import Engine
from kiebitz.engine.limit import LimitLike
from kiebitz.engine.line import Info
from kiebitz.engine.options import EngineOptions
from kiebitz.engine.pool import PULSE_S, AnyPool
from kiebitz.engine.positions import BoardLike, MoveLike

if TYPE_CHECKING:
    import chess


class AsyncPool(AnyPool[AsyncEngine]):
    """A pool of engines with the same options (see ``Engine``); by default one engine for each core.

    ``async with kiebitz.AsyncPool(4, hash_mb=64) as pool: info = await pool.analyse(board, limit, deadline_s=2)``.

    ``Info.ended_by`` says whether a search ran to its limit. Cancelling a task that waits takes its question
    out of the queue, or ends its search; the engine then answers the next one. Engines remember what they have searched
    from one question to the next, so the same question may be answered faster the second time, and a little
    differently. With ``fresh`` they forget it: the same question within a limit of nodes or depth has the same answer
    (with one thread an engine).
    """

    ASKERS = "questions"

    def __init__(
        self,
        engines: int | None = None,
        /,
        *,
        most_waiting: int | None = None,
        fresh: bool = False,
        **options: Unpack[EngineOptions],
    ) -> None:
        """Make the engines. If ``most_waiting`` questions wait already, another is refused; None: none is ever.

        ``fresh``: whoever gets an engine gets it without what it has learned.

        Raises as ``Engine``, and ValueError for a pool without engines.
        """
        super().__init__(engines, lambda: AsyncEngine(Engine(**options)), most_waiting=most_waiting, fresh=fresh)
        self._free: list[AsyncEngine] = list(self._engines)
        self._queue: deque[asyncio.Future[AsyncEngine]] = deque()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *exception: object) -> None:
        await self.close()

    @property
    def waiting(self) -> int:
        """Number of questions that wait for an engine."""
        return sum(not place.done() for place in self._queue)

    async def analyse(
        self,
        board: BoardLike,
        limit: LimitLike,
        *,
        multipv: int = 1,
        searchmoves: Sequence[MoveLike] | None = None,
        deadline_s: float | None = None,
    ) -> Info:
        """Search as soon as an engine is free, and return the outcome.

        At the deadline, in seconds from now, a search that has begun is stopped: its outcome stands, and says
        ``ended_by == "stopped"``. One that has not begun raises TimeoutError.

        Raises PoolFullError, RuntimeError for a closed pool, and as ``Engine.analyse``.
        """
        async with self.engine(deadline_s=deadline_s) as engine:
            return await engine.analyse(board, limit, multipv=multipv, searchmoves=searchmoves)

    async def play(self, board: BoardLike, limit: LimitLike, *, deadline_s: float | None = None) -> chess.Move | None:
        """The move to play, as ``Engine.play``; None if the game is over. Raises as ``analyse``."""
        async with self.engine(deadline_s=deadline_s) as engine:
            return await engine.play(board, limit)

    @asynccontextmanager
    async def engine(self, *, deadline_s: float | None = None) -> AsyncIterator[AsyncEngine]:
        """Borrow one engine for the length of the context: for its lines (``stream``), or several questions.

        At the deadline its searches are stopped. Raises as ``analyse``.
        """
        loop = asyncio.get_running_loop()
        deadline = None if deadline_s is None else loop.time() + deadline_s
        engine = await self._taken(deadline)
        stopping = None if deadline is None else loop.create_task(_stop_from(engine, deadline))
        try:
            if self._fresh:
                await engine.new_game()
            yield engine
        finally:
            if stopping is not None:
                stopping.cancel()
            self._give_back(engine)

    async def close(self) -> None:
        """Stop all searches, which return what they found so far; questions still waiting raise RuntimeError."""
        self._is_closed = True
        while self._queue:
            place = self._queue.popleft()
            if not place.done():
                place.set_exception(_closed())
        for engine in self._engines:
            engine.stop()
        await asyncio.gather(*(engine.close() for engine in self._engines))

    async def _taken(self, deadline: float | None) -> AsyncEngine:
        """An engine, waited for in the queue. Raises TimeoutError, PoolFullError, and RuntimeError once closed."""
        if self._is_closed:
            raise _closed()
        if self._free:
            return self._free.pop()
        self._refuse_if_full()
        place: asyncio.Future[AsyncEngine] = asyncio.get_running_loop().create_future()
        self._queue.append(place)
        try:
            async with asyncio.timeout_at(deadline):
                return await asyncio.shield(place)
        except TimeoutError as error:
            self._leave(place)
            raise TimeoutError(f"no engine was free before the deadline; {self.waiting} questions wait") from error
        except asyncio.CancelledError:
            self._leave(place)
            raise

    def _leave(self, place: asyncio.Future[AsyncEngine]) -> None:
        """Leave the queue; an engine that came at the same moment goes to the next."""
        if place.done() and not place.cancelled() and place.exception() is None:
            self._give_back(place.result())
        else:
            place.cancel()

    def _give_back(self, engine: AsyncEngine) -> None:
        """Hand an engine to whoever has waited longest."""
        while self._queue:
            place = self._queue.popleft()
            if not place.done():
                place.set_result(engine)
                return
        self._free.append(engine)


async def _stop_from(engine: AsyncEngine, deadline: float) -> None:
    """Stop an engine's searches from a deadline on, until cancelled."""
    await asyncio.sleep(deadline - asyncio.get_running_loop().time())
    while True:
        engine.stop()
        await asyncio.sleep(PULSE_S)


def _closed() -> RuntimeError:
    return RuntimeError("this pool is closed; make another, or ask before the end of its async with block")
