"""``SimpleEngine`` and ``popen_uci``: python-chess's engines, played by Kiebitz in this process.

Types, options and semantics are python-chess's, whose own classes these are. A program written for ``chess.engine``
changes the name of what it opens, and nothing else. A board that Kiebitz can't play raises EngineError, before anything
is searched: python-chess takes ``bestmove 0000``, UCI's answer, for a move.
"""

from __future__ import annotations

import asyncio
import concurrent.futures
import threading
from typing import Any, NoReturn

import chess.engine

from kiebitz.chess_engine.transport import SessionTransport
from kiebitz.engine import position_of

DEFAULT_TIMEOUT_S = 10.0


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

    No process is begun, so nothing is done with what describes one: ``command``, ``setpgrp``, ``popen_args``.
    """
    protocol = Protocol()
    transport = SessionTransport(protocol)
    try:
        await protocol.initialize()
    except BaseException:
        transport.close()
        raise
    return transport, protocol


class SimpleEngine(chess.engine.SimpleEngine):
    """``chess.engine.SimpleEngine``, played by Kiebitz.

    Closing it leaves no thread behind; a program that forgets to close it ends all the same.
    """

    def __init__(self, *, timeout: float | None = DEFAULT_TIMEOUT_S, debug: bool | None = None) -> None:
        """Begin. ``timeout`` is in seconds, as python-chess has it; ``debug`` is asyncio's debug mode."""
        begun: concurrent.futures.Future[None] = concurrent.futures.Future()

        async def converse() -> None:
            transport, protocol = await popen_uci()
            chess.engine.SimpleEngine.__init__(self, transport, protocol, timeout=timeout)
            begun.set_result(None)
            try:
                self.returncode.set_result(await protocol.returncode)
            finally:
                self.close()
            await self.shutdown_event.wait()

        def run() -> None:
            try:
                asyncio.run(converse(), debug=debug)
            except Exception as fault:
                if begun.done():
                    raise
                begun.set_exception(fault)

        self._thread = threading.Thread(target=run, name="kiebitz-simple", daemon=True)
        self._thread.start()
        begun.result()

    def __reduce__(self) -> NoReturn:
        raise TypeError("SimpleEngines can't be copied or pickled; make another")

    def close(self) -> None:
        """End the search under way, if any, and the engine."""
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
        """Begin an engine, as ``popen_uci``. Raises EngineError for any protocol but UCI."""
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
        """Begin an engine. As there is no process, nothing is done with ``command``, ``setpgrp`` and ``popen_args``."""
        return cls(timeout=timeout, debug=debug)
