"""Bounds on input from outside: a file that is too long is refused, and fills no memory."""

from __future__ import annotations

import errno
import zlib
from pathlib import Path

MOST_FILE_BYTES = 1 << 30
"""Of a file that is read as a whole."""
MOST_TEXT_BYTES = 1 << 26
"""Of one text or record, unpacked."""


def content_of(path: Path, most: int = MOST_FILE_BYTES) -> bytes:
    """The bytes of a file. Raises OSError, also for one that has more than ``most`` (EFBIG)."""
    with path.open("rb") as file:
        content = file.read(most + 1)
    if len(content) > most:
        raise OSError(errno.EFBIG, f"it has more than {most:,} bytes", str(path))
    return content


def beginning_of(path: Path, most: int) -> bytes:
    """The first bytes of a file, none where there is no file. Raises OSError."""
    if not path.is_file():
        return b""
    with path.open("rb") as file:
        return file.read(most)


def inflated(blob: object, most: int = MOST_TEXT_BYTES) -> bytes:
    """Decompress by zlib, at most ``most`` bytes. Raises zlib.error, TypeError, ValueError for damage."""
    return _unpacked(blob, most, zlib.MAX_WBITS)


def gunzipped(blob: object, most: int = MOST_FILE_BYTES) -> bytes:
    """As ``inflated``, of a gzip file of one member."""
    return _unpacked(blob, most, zlib.MAX_WBITS | 16)


def _unpacked(blob: object, most: int, window: int) -> bytes:
    if not isinstance(blob, bytes):
        raise TypeError("no compressed text")
    unpacking = zlib.decompressobj(window)
    data = unpacking.decompress(blob, max(most, 1))
    if not unpacking.eof or len(data) > most:
        raise ValueError("more text than it says")
    return data
