"""Lines in and out: bytes of any kind become lines of text, lines leave whole and at once."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from time import sleep
from typing import Protocol

CHUNK_BYTES = 65_536
FEW_BYTES = 256
"""Bytes read where the memory has no room for a chunk."""
MEMORY_PATIENCE_S = 0.05
"""The pause of a reader without memory before asking for it again."""
# The longest possible game, some 11,800 plies, fits twenty times.
MAX_LINE_BYTES = 2**20


class ByteSource(Protocol):
    """A source of lines: standard input's buffer, a BytesIO."""

    def read1(self, size: int, /) -> bytes:
        """Some bytes as soon as there are any, at most ``size``; none at the end."""
        ...


class ByteTarget(Protocol):
    """A target of lines: standard output's buffer, a BytesIO."""

    def write(self, data: bytes, /) -> object:
        """Take bytes. Raises OSError or ValueError when nobody reads them any more."""
        ...

    def flush(self) -> object:
        """Pass on what was taken. Raises as ``write``."""
        ...


def read_lines(source: ByteSource) -> Iterator[str | None]:
    r"""The lines of a stream as they arrive, ended by ``\n``, ``\r`` or both, until the stream ends.

    Bytes that aren't UTF-8 become replacement characters. A line longer than MAX_LINE_BYTES is dropped as it comes in,
    so that no input can fill the memory; None stands for it.
    """
    pending = bytearray()
    is_too_long = False
    while chunk := _some_of(source):
        # A \r\n becomes an empty line more, which means nothing; waiting for the \n of a lone \r would never end.
        *pieces, rest = chunk.replace(b"\r", b"\n").split(b"\n")
        for piece in pieces:
            pending += piece
            yield None if is_too_long or len(pending) > MAX_LINE_BYTES else decoded(pending)
            pending.clear()
            is_too_long = False
        pending += rest
        if len(pending) > MAX_LINE_BYTES:
            is_too_long = True
            pending.clear()
    if is_too_long:
        yield None
    elif pending:
        yield decoded(pending)


def _some_of(source: ByteSource) -> bytes:
    """Read the bytes that have arrived, or a part of them; where there is no memory for them, wait."""
    while True:
        for size in (CHUNK_BYTES, FEW_BYTES):
            try:
                return source.read1(size)
            except MemoryError:
                continue
        sleep(MEMORY_PATIENCE_S)


def decoded(line: bytearray) -> str:
    """Text of a line; a byte order mark, as some shells send it, is dropped."""
    return line.decode("utf-8-sig", "replace")


class LineWriter:
    """Whole lines written, flushed at once. Thread-safe: lines of one call stay together."""

    def __init__(self, target: ByteTarget) -> None:
        self._target = target
        self._lock = threading.Lock()
        self._is_closed = False

    @property
    def is_closed(self) -> bool:
        """True if the reader has gone; what is said from then on is lost."""
        return self._is_closed

    def say(self, *lines: str) -> None:
        """Write lines. Never raises: a reader that has gone is seen in ``is_closed``."""
        block = "".join(f"{line}\n" for line in lines).encode("utf-8", "replace")
        with self._lock:
            if self._is_closed:
                return
            try:
                self._target.write(block)
                self._target.flush()
            except (OSError, ValueError):  # A broken pipe, a full disk; ValueError is a closed file.
                self._is_closed = True
