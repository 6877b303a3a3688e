"""Several engines for threads that ask at once: a web service by Flask or Django, a pool of workers.

One ``Engine`` does one search at a time, and another thread's question meanwhile is refused. A pool answers all, by as
many engines as there are; who finds none free waits. ``AsyncPool`` is the same for an event loop.

Thread safety: a pool is for any number of threads.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Hashable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from typing import TYPE_CHECKING, ClassVar, Generic, NoReturn, Self, TypeVar, Unpack

from kiebitz.engine.engine import Engine
from kiebitz.engine.limit import LimitLike
from kiebitz.engine.line import Info
from kiebitz.engine.options import EngineOptions
from kiebitz.engine.positions import BoardLike, MoveLike
from kiebitz.processes.cores import usable_cores

if TYPE_CHECKING:
    import chess


PULSE_S = 0.01
"""Seconds after which searches are stopped again, once the deadline is over: another may have begun."""

Member = TypeVar("Member")


class PoolFullError(RuntimeError):
    """The pool's queue is full; ask again later."""


class AnyPool(Generic[Member]):
    """Engines with the same options that are lent out one by one: to threads, to the tasks of an event loop."""

    ASKERS: ClassVar[str]
    """The word of messages for those who wait."""

    _free: Sequence[object]
    """The engines that nobody has borrowed."""

    def __init__(
        self, engines: int | None, made: Callable[[], Member], *, most_waiting: int | None, fresh: bool
    ) -> None:
        """Make the engines, one for each core if ``engines`` is None. Raises as ``made``, and ValueError for none."""
        count = usable_cores() if engines is None else engines
        if count < 1:
            raise ValueError(f"a pool of {count} engines answers nothing; give 1 or more")
        self._engines = tuple(made() for _ in range(count))
        self._most_waiting = most_waiting
        self._fresh = fresh
        self._is_closed = False

    def __len__(self) -> int:
        """Number of engines."""
        return len(self._engines)

    def __repr__(self) -> str:
        return (
            f"{type(self).__name__}({len(self)} engines, {len(self._free)} free, {self.waiting} {self.ASKERS} waiting)"
        )

    def __reduce__(self) -> NoReturn:
        raise TypeError(f"{type(self).__name__}s can't be copied or pickled; make another with the same options")

    @property
    def waiting(self) -> int:
        """Number of those who wait for an engine."""
        raise NotImplementedError

    def _refuse_if_full(self) -> None:
        """Raise PoolFullError if nobody more may wait."""
        if self._most_waiting is not None and self.waiting >= self._most_waiting:
            raise PoolFullError(f"{self.waiting} {self.ASKERS} wait already for {len(self)} engines; ask again later")


class Pool(AnyPool[Engine]):
    """A pool of engines with the same options (see ``Engine``); by default one engine for each core.

    ``with kiebitz.Pool(4, hash_mb=64) as pool: info = pool.analyse(board, limit, deadline_s=2)``, from any thread.

    ``key`` names what a question belongs to, such as a game: of the free engines it gets the one that answered the last
    question with that key, whose table knows the game, else the one that has rested longest. With ``fresh`` an engine
    forgets what it has learned before each question: the same question within a limit of nodes or depth has the same
    answer (with one thread an engine).
    """

    ASKERS = "threads"

    def __init__(
        self,
        engines: int | None = None,
        /,
        *,
        most_waiting: int | None = None,
        fresh: bool = False,
        **options: Unpack[EngineOptions],
    ) -> None:
        """Make the engines. If ``most_waiting`` threads wait already, another is refused; None: none is ever.

        Raises as ``Engine``, and ValueError for a pool without engines.
        """
        super().__init__(engines, partial(Engine, **options), most_waiting=most_waiting, fresh=fresh)
        self._free: list[tuple[Hashable, Engine]] = [(None, engine) for engine in self._engines]
        """With the key of its last question, the one that has rested longest first."""
        self._change = threading.Condition()
        self._waiting = 0

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()

    @property
    def waiting(self) -> int:
        """Number of threads that wait for an engine."""
        return self._waiting

    def analyse(
        self,
        board: BoardLike,
        limit: LimitLike,
        *,
        multipv: int = 1,
        searchmoves: Sequence[MoveLike] | None = None,
        key: Hashable = None,
        deadline_s: float | None = None,
    ) -> Info:
        """Search as soon as an engine is free, and return the outcome.

        At the deadline, in seconds from now, a search that has begun is stopped: its outcome stands, and says
        ``ended_by == "stopped"``. One that has not begun raises TimeoutError.

        Raises PoolFullError, RuntimeError for a closed pool, and as ``Engine.analyse``.
        """
        with self.engine(key=key, deadline_s=deadline_s) as engine:
            return engine.analyse(board, limit, multipv=multipv, searchmoves=searchmoves)

    def play(
        self, board: BoardLike, limit: LimitLike, *, key: Hashable = None, deadline_s: float | None = None
    ) -> chess.Move | None:
        """The move to play, as ``Engine.play``; None if the game is over. Raises as ``analyse``."""
        with self.engine(key=key, deadline_s=deadline_s) as engine:
            return engine.play(board, limit)

    @contextmanager
    def engine(self, *, key: Hashable = None, deadline_s: float | None = None) -> Iterator[Engine]:
        """Borrow one engine for the length of the block.

        At the deadline its searches are stopped. Raises as ``analyse``.
        """
        deadline = None if deadline_s is None else time.monotonic() + deadline_s
        engine = self._taken(key, deadline)
        try:
            with _stopped_from(engine, deadline):
                if self._fresh:
                    engine.new_game()
                yield engine
        finally:
            with self._change:
                self._free.append((key, engine))
                self._change.notify()

    def close(self) -> None:
        """Stop all searches, which return what they found so far; threads still waiting raise RuntimeError."""
        with self._change:
            self._is_closed = True
            self._change.notify_all()
        for engine in self._engines:
            engine.stop()
        with self._change:
            self._change.wait_for(lambda: len(self._free) == len(self._engines))
        for engine in self._engines:
            engine.close()

    def _taken(self, key: Hashable, deadline: float | None) -> Engine:
        """An engine, waited for. Raises TimeoutError, PoolFullError, and RuntimeError once closed."""
        with self._change:
            if not (self._free or self._is_closed):
                self._refuse_if_full()
                self._waiting += 1
                try:
                    left_s = None if deadline is None else deadline - time.monotonic()
                    if not self._change.wait_for(lambda: self._free or self._is_closed, left_s):
                        raise TimeoutError(f"no engine was free before the deadline; {self._waiting - 1} others wait")
                finally:
                    self._waiting -= 1
            if self._is_closed:
                raise RuntimeError("this pool is closed; make another, or ask before the end of its with block")
            own = next((index for index, (last, _) in enumerate(self._free) if last == key and key is not None), 0)
            return self._free.pop(own)[1]


@contextmanager
def _stopped_from(engine: Engine, deadline: float | None) -> Iterator[None]:
    """Stop an engine's searches from a deadline on, as long as the context lasts."""
    if deadline is None:
        yield
        return
    is_over = threading.Event()

    def stop() -> None:
        left_s = max(deadline - time.monotonic(), 0)
        while not is_over.wait(left_s):
            engine.stop()
            left_s = PULSE_S

    stopper = threading.Thread(target=stop, daemon=True)
    stopper.start()
    try:
        yield
    finally:
        is_over.set()
        stopper.join()  # From now on the engine is somebody else's.
