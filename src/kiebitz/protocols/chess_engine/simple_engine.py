"""``SimpleEngine`` and ``popen_uci``: python-chess's engines, played by Kiebitz in this process.

Types, options and semantics are python-chess's, whose own classes these are. A program written for ``chess.engine``
changes the name of what it opens, and nothing else. A board that Kiebitz can't play raises EngineError, before anything
is searched: UCI could only answer that it has no move.
"""

from __future__ import annotations

import asyncio
import concurrent.futures
import contextlib
import os
import threading
import weakref
from collections.abc import Iterator
from typing import Any, NoReturn

import chess.engine

from kiebitz.engine import position_of
from kiebitz.processes.thread_start import start_thread
from kiebitz.protocols.chess_engine.transport import SessionTransport

DEFAULT_TIMEOUT_S = 10.0
# python-chess's own, whatever a program puts in its place.
ChessSimpleEngine = chess.engine.SimpleEngine


class Protocol(chess.engine.UciProtocol):
    """python-chess's UCI, which refuses boards that can't be played."""

    async def play(self, board: chess.Board, *arguments: Any, **options: Any) -> chess.engine.PlayResult:
        """Play a move. Raises EngineError for a board that can't be played."""
        _check(board)
        return await super().play(board, *arguments, **options)

    async def analysis(self, board: chess.Board, *arguments: Any, **options: Any) -> chess.engine.AnalysisResult:
        """Begin an analysis. Raises EngineError for a board that can't be played."""
        _check(board)
        return await super().analysis(board, *arguments, **options)


def _check(board: chess.Board) -> None:
    """Raise EngineError for a board that can't be played; python-chess says itself what it thinks of variants."""
    if board.uci_variant != "chess":
        return
    try:
        position_of(board)
    except ValueError as error:
        raise chess.engine.EngineError(str(error)) from error


async def popen_uci(
    command: str | list[str] | None = None, *, setpgrp: bool = False, **popen_args: Any
) -> tuple[SessionTransport, Protocol]:
    """An engine as ``chess.engine.popen_uci`` returns it: a transport, and python-chess's protocol on it.

    No process is started, so ``command``, ``setpgrp`` and ``popen_args`` are ignored.
    """
    protocol = Protocol()
    transport = SessionTransport(protocol)
    try:
        await protocol.initialize()
    except BaseException:
        transport.close()
        raise
    return transport, protocol


class SimpleEngine(ChessSimpleEngine):
    """``chess.engine.SimpleEngine``, played by Kiebitz.

    Its threads end when it is closed or garbage-collected.
    """

    def __init__(self, *, timeout: float | None = DEFAULT_TIMEOUT_S, debug: bool | None = None) -> None:
        """Begin. ``timeout`` is in seconds, as python-chess has it; ``debug`` is asyncio's debug mode."""
        begun: concurrent.futures.Future[None] = concurrent.futures.Future()
        self._process = os.getpid()
        self._thread = start_thread(_run, weakref.ref(self), begun, timeout, debug, name="kiebitz-simple")
        begun.result()
        weakref.finalize(self, _forget, self.protocol.loop, self.transport, self.shutdown_event).atexit = False

    def __reduce__(self) -> NoReturn:
        raise TypeError("SimpleEngines can't be copied or pickled; make another")

    @contextlib.contextmanager
    def _not_shut_down(self) -> Iterator[None]:
        """Let a command be given, as python-chess does. Raises EngineTerminatedError where nobody would hear it."""
        if os.getpid() != self._process:
            raise chess.engine.EngineTerminatedError(
                "this engine's thread is in the process that was forked; open another engine here"
            )
        with super()._not_shut_down():
            yield

    def close(self) -> None:
        """End the search under way, if any, and the engine; in a forked process nothing."""
        if os.getpid() != self._process:
            return
        super().close()
        if threading.current_thread() is not self._thread:
            self._thread.join()

    @classmethod
    def popen(
        cls,
        Protocol: type[chess.engine.Protocol],  # noqa: N803 - python-chess's name
        command: str | list[str],
        *,
        timeout: float | None = DEFAULT_TIMEOUT_S,
        debug: bool | None = None,
        setpgrp: bool = False,
        **popen_args: Any,
    ) -> SimpleEngine:
        """Start an engine, as ``popen_uci``. Raises EngineError for any protocol but UCI."""
        if not issubclass(Protocol, chess.engine.UciProtocol):
            raise chess.engine.EngineError("Kiebitz speaks UCI in this process; open it by popen_uci")
        return cls(timeout=timeout, debug=debug)

    @classmethod
    def popen_uci(
        cls,
        command: str | list[str] = "kiebitz",
        *,
        timeout: float | None = DEFAULT_TIMEOUT_S,
        debug: bool | None = None,
        setpgrp: bool = False,
        **popen_args: Any,
    ) -> SimpleEngine:
        """Start an engine. No process is started; ``command``, ``setpgrp`` and ``popen_args`` are ignored."""
        return cls(timeout=timeout, debug=debug)


def _run(
    owner: weakref.ref[SimpleEngine],
    begun: concurrent.futures.Future[None],
    timeout: float | None,
    debug: bool | None,
) -> None:
    """Converse with a session; the thread's whole life. It holds the engine only while that begins or ends."""
    try:
        asyncio.run(_converse(owner, begun, timeout), debug=debug)
    except Exception as fault:
        if begun.done():
            raise
        begun.set_exception(fault)


async def _converse(
    owner: weakref.ref[SimpleEngine], begun: concurrent.futures.Future[None], timeout: float | None
) -> None:
    transport, protocol = await popen_uci()
    engine = owner()
    assert engine is not None, "whoever makes it holds it until it has begun"
    ChessSimpleEngine.__init__(engine, transport, protocol, timeout=timeout)
    returncode, shutdown = engine.returncode, engine.shutdown_event
    del engine
    begun.set_result(None)
    try:
        returncode.set_result(await protocol.returncode)
    finally:
        if (engine := owner()) is not None:
            engine.close()
        del engine
    await shutdown.wait()


def _forget(loop: asyncio.AbstractEventLoop, transport: asyncio.SubprocessTransport, shutdown: asyncio.Event) -> None:
    """End what an engine that nobody holds any more has left; called wherever it is collected, so never waits."""

    def end() -> None:
        transport.close()
        shutdown.set()

    with contextlib.suppress(RuntimeError):  # The loop is closed: it has ended before.
        loop.call_soon_threadsafe(end)
