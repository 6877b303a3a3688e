"""A UCI session in a thread of this process, which python-chess takes for a pair of pipes to a process.

python-chess writes lines to a transport and is handed lines by the event loop; it never asks for a process. So its
protocol runs unchanged, and what its methods mean, down to cancelling, is decided by its own code.

Thread safety: the transport is its loop's; the session is its thread's. A queue goes one way, the loop's callbacks the
other.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
from collections.abc import Callable
from queue import SimpleQueue
from typing import Any

from kiebitz.processes.thread_start import start_thread
from kiebitz.protocols.uci.channel import LineWriter
from kiebitz.protocols.uci.loop import Session


class SessionTransport(asyncio.SubprocessTransport):
    """A session, begun at once and ended by ``quit``, ``close`` and the rest that ends a process."""

    def __init__(self, protocol: asyncio.SubprocessProtocol) -> None:
        super().__init__()
        self._loop = asyncio.get_running_loop()
        self._protocol = protocol
        self._lines: SimpleQueue[str | None] = SimpleQueue()
        self._returncode: int | None = None
        self._is_closing = False
        protocol.connection_made(self)
        self._thread = start_thread(self._converse, name="kiebitz-session")

    def _converse(self) -> None:
        """Hold the session; the thread's whole life."""
        session = Session(LineWriter(_Mouth(self._hear)), is_guest=True)
        try:
            session.run(iter(self._lines.get, None))
        finally:
            session.close()
            self._call(self._lost)

    def _hear(self, data: bytes) -> None:
        """Hand what the session says to the loop."""
        self._call(self._protocol.pipe_data_received, 1, data)

    def _call(self, callback: Callable[..., object], *arguments: object) -> None:
        """Have the loop call."""
        with contextlib.suppress(RuntimeError):  # The loop is closed: nobody listens any more.
            self._loop.call_soon_threadsafe(callback, *arguments)

    def _lost(self) -> None:
        """Tell python-chess that the session is over."""
        self._thread.join()
        self._is_closing = True
        self._returncode = os.EX_OK
        self._protocol.process_exited()
        self._protocol.connection_lost(None)

    # ------------------------------------------------------------------ what python-chess asks of a transport

    def get_pipe_transport(self, fd: int) -> Any:
        """The transport that lines are written to."""
        return _Ear(self._lines)

    def get_pid(self) -> int:
        """The number of this process."""
        return os.getpid()

    def get_returncode(self) -> int | None:
        """0 when the session is over; None while it lasts."""
        return self._returncode

    def is_closing(self) -> bool:
        """True if the session is over or shall end."""
        return self._is_closing

    def close(self) -> None:
        """End the session soon, and a search with it; never waits."""
        self._is_closing = True
        self._lines.put(None)

    def terminate(self) -> None:
        """End the session."""
        self.close()

    def kill(self) -> None:
        """End the session."""
        self.close()


class _Ear:
    """The writing end of a session's input."""

    def __init__(self, lines: SimpleQueue[str | None]) -> None:
        self._lines = lines

    def write(self, data: bytes) -> None:
        """Take whole lines."""
        for line in data.decode().splitlines():
            self._lines.put(line)


class _Mouth:
    """The stream that a session writes to."""

    def __init__(self, hear: Callable[[bytes], None]) -> None:
        self._hear = hear

    def write(self, data: bytes) -> None:
        """Hand whole lines on."""
        self._hear(data)

    def flush(self) -> None:
        """Do nothing: what is written is handed on at once."""
