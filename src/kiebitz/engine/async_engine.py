"""The asyncio twin of ``Engine``: the same questions, awaited, so that an event loop stays free while a search runs.

A search has threads of its own, as in ``Engine``; the loop is told of its end by them, and takes its lines a hundred
times a second. What may take its time, such as clearing a large table, is done by one thread beside the loop, begun
when it is first needed and gone when the engine is closed. That thread does one thing after the other, so nothing is
ever asked of an engine that searches.

Thread safety: an ``AsyncEngine`` is for one event loop at a time.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections import deque
from collections.abc import AsyncIterator, Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import TYPE_CHECKING, NoReturn, Self, Unpack

from kiebitz.engine.engine import Engine
from kiebitz.engine.limit import LimitLike
from kiebitz.engine.line import Info, Line
from kiebitz.engine.mate_progress import MateProgress
from kiebitz.engine.options import EngineOptions
from kiebitz.engine.positions import BoardLike, MoveLike
from kiebitz.engine.search import Search
from kiebitz.processes.bell import POLL_S

if TYPE_CHECKING:
    import chess


class AsyncEngine:
    """A chess engine for asyncio. Options as ``Engine`` takes them.

    A new search stops the one before it first, whose lines end there and whose outcome is what was found so far.
    Cancelling a task that waits for a search stops the search. Leaving ``async with`` closes the engine.
    """

    def __init__(self, engine: Engine | None = None, /, **options: Unpack[EngineOptions]) -> None:
        """Ask ``engine``, which is then closed with this one, or an engine made with these options.

        Raises as ``Engine``, and ValueError for options beside an engine.
        """
        if engine is not None and options:
            raise ValueError("options are for an engine to be made; configure the one that is given")
        self.engine = Engine(**options) if engine is None else engine
        """The engine itself, for what needs no waiting: ``evaluate``, ``table``, ``parameters``, ``hash_mb``."""
        self.generation = 0
        """The number of the search that was asked for last; none of the searches before it has a line to come."""
        self._search: Search | None = None
        # The number of the search that was stopped last, which may not have begun yet.
        self._stopped = 0
        self._helper: ThreadPoolExecutor | None = None

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *exception: object) -> None:
        await self.close()

    def __repr__(self) -> str:
        return f"AsyncEngine({self.engine!r})"

    def __reduce__(self) -> NoReturn:
        raise TypeError("AsyncEngines can't be copied or pickled; make another with the same options")

    def stream(
        self,
        board: BoardLike,
        limit: LimitLike,
        *,
        multipv: int = 1,
        searchmoves: Sequence[MoveLike] | None = None,
    ) -> AsyncStream:
        """Start a search and iterate over its lines: ``async for line in engine.stream(…)``.

        It begins when it is first awaited, which raises as ``Engine.stream``.
        """
        return self._streamed(board, limit, multipv, searchmoves)

    def _streamed(
        self,
        board: BoardLike,
        limit: LimitLike,
        multipv: int,
        searchmoves: Sequence[MoveLike] | None,
        *,
        must_end: bool = False,
    ) -> AsyncStream:
        self.generation += 1
        begin = partial(self.engine.begin, board, limit, multipv=multipv, searchmoves=searchmoves, must_end=must_end)
        return AsyncStream(self, begin, self.generation)

    async def analyse(
        self,
        board: BoardLike,
        limit: LimitLike,
        *,
        multipv: int = 1,
        searchmoves: Sequence[MoveLike] | None = None,
    ) -> Info:
        """Search and return the outcome. Raises as ``Engine.analyse``."""
        return await self._streamed(board, limit, multipv, searchmoves, must_end=True).info()

    async def play(self, board: BoardLike, limit: LimitLike) -> chess.Move | None:
        """The move to play, as ``Engine.play``; None if the game is over."""
        terms = self.engine.terms_of_play(board, limit)
        info = await self.analyse(board, terms.limit, multipv=terms.multipv, searchmoves=terms.searchmoves)
        line = self.engine.choice_of(board, info)
        return None if line is None else line.move

    async def configure(self, **options: Unpack[EngineOptions]) -> None:
        """Change options; all or, if one is refused, none. A search is stopped first.

        Raises as ``Engine.configure``.
        """
        await self._undisturbed(partial(self.engine.configure, **options))

    async def new_game(self) -> None:
        """Forget everything learned: table, histories. A search is stopped first."""
        await self._undisturbed(self.engine.new_game)

    def stop(self) -> None:
        """End the search asked for last, if any, even if it has not begun; its outcome stands."""
        self._stopped = self.generation
        self.engine.stop()

    def ponderhit(self) -> None:
        """The expected move was played: a search with ``Limit.ponder`` goes on, on the clock."""
        self.engine.ponderhit()

    async def close(self) -> None:
        """End the search under way, if any, and the thread beside the loop."""
        try:
            await self._undisturbed(self.engine.close)
        finally:
            helper, self._helper = self._helper, None
            if helper is not None:
                helper.shutdown()

    # ------------------------------------------------------------------ beside the loop

    async def begin(self, begin: Callable[[], Search], generation: int) -> Search:
        """Stop the search under way and begin another. Raises RuntimeError if a later one was asked for meanwhile."""
        search: Search | None = None

        def act() -> None:
            nonlocal search
            if generation != self.generation:
                raise RuntimeError(
                    "this search never began: before it did, the engine was asked for something else;"
                    " an AsyncPool answers every question"
                )
            self._search = search = begin()
            if is_cancelled:
                search.abandon()
            elif self._stopped == generation:
                search.stop()

        is_cancelled = False
        try:
            await self._beside(act, Search.supersede)
        except asyncio.CancelledError:
            is_cancelled = True
            if search is not None:
                search.abandon()
            raise
        assert search is not None
        return search

    async def _undisturbed(self, act: Callable[[], None]) -> None:
        """Act when no search runs; searches that were asked for before never begin."""
        self.generation += 1
        await self._beside(act)

    async def _beside(self, act: Callable[[], None], end: Callable[[Search], None] = Search.abandon) -> None:
        """End the search under way and act, in the thread that does one thing after the other."""

        def undisturbed() -> None:
            if self._search is not None:
                end(self._search)
                self._search.wait()
            act()

        if self._helper is None:
            self._helper = ThreadPoolExecutor(1, "kiebitz-async")
        await asyncio.get_running_loop().run_in_executor(self._helper, undisturbed)


class AsyncStream:
    """A search under way, as an asynchronous iterator over the lines it finds. Made by ``AsyncEngine.stream``.

    It begins when it is first awaited: by ``async for``, ``async with`` or ``info``. It ends when a loop over its lines
    is left, at the end of ``async with``, when a task that waits for it is cancelled, by the engine's next search, and
    when nobody holds the stream any more. Once another search was asked for, no line of this one is handed out.
    """

    def __init__(self, engine: AsyncEngine, begin: Callable[[], Search], generation: int) -> None:
        self.generation = generation
        """The number of this search among those of the engine, from 1; a later one has a higher number."""
        self._engine = engine
        self._begin = begin
        self._beginning = asyncio.Lock()
        self._underway: tuple[Search, asyncio.Future[None]] | None = None
        self._lines: deque[Line] = deque()

    async def __aenter__(self) -> Self:
        await self._begun()
        return self

    async def __aexit__(self, *exception: object) -> None:
        await self.close()

    def __reduce__(self) -> NoReturn:
        raise TypeError("an AsyncStream can't be copied or pickled: it is a search under way; keep its info")

    async def __aiter__(self) -> AsyncIterator[Line]:
        """The lines to come, for one loop: leaving it, by ``break`` too, ends the search."""
        search, ended = await self._begun()
        try:
            while (line := await self._take(search, ended)) is not None:
                yield line
        finally:
            search.abandon()

    @property
    def is_running(self) -> bool:
        """True if the search has begun and not ended yet."""
        return self._search is not None and self._search.is_running

    @property
    def elapsed_ms(self) -> int:
        """Time since the search began, up to its end."""
        return 0 if self._search is None else self._search.elapsed_ms

    @property
    def current_move(self) -> tuple[str, int] | None:
        """The root move being searched (UCI text) and its number from 1; None before the first and after the end."""
        return None if self._search is None else self._search.current_move

    @property
    def mate_progress(self) -> MateProgress | None:
        """Progress of the proof of a mate (``Limit.mate``); None while there is none under way."""
        return None if self._search is None else self._search.mate_progress

    def stop(self) -> None:
        """Ask the search to end; it does within a few milliseconds."""
        if self._search is not None:
            self._search.stop()

    def ponderhit(self) -> None:
        """The expected move was played: from now on the clock counts."""
        if self._search is not None:
            self._search.ponderhit()

    async def close(self) -> None:
        """End the search and wait until it has ended."""
        if self._underway is not None:
            search, ended = self._underway
            search.abandon()
            await asyncio.wait([ended])

    async def info(self) -> Info:
        """The outcome, waited for. Raises whatever ended the search untimely."""
        search, ended = await self._begun()
        try:
            await asyncio.wait([ended])
        except asyncio.CancelledError:
            search.abandon()
            raise
        return search.info

    @property
    def _search(self) -> Search | None:
        return None if self._underway is None else self._underway[0]

    async def _begun(self) -> tuple[Search, asyncio.Future[None]]:
        """The search, begun by its first caller, and its end."""
        async with self._beginning:
            if self._underway is None:
                search = await self._engine.begin(self._begin, self.generation)
                search.abandon_without(self)
                self._underway = search, end_of(search)
            return self._underway

    async def _take(self, search: Search, ended: asyncio.Future[None]) -> Line | None:
        """The next line, waited for; None at the end."""
        while self.generation == self._engine.generation:
            if self._lines:
                return self._lines.popleft()
            has_ended = not search.is_running
            self._lines.extend(search.take_lines())
            if not self._lines:
                if has_ended:
                    return None
                await asyncio.wait([ended], timeout=POLL_S)
        return None


def end_of(search: Search) -> asyncio.Future[None]:
    """Called when a search has ended."""
    loop = asyncio.get_running_loop()
    ended: asyncio.Future[None] = loop.create_future()

    def tell() -> None:
        with contextlib.suppress(RuntimeError):  # The loop is closed: nobody waits any more.
            loop.call_soon_threadsafe(ended.set_result, None)

    search.when_ended(tell)
    return ended
