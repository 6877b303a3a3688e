"""Append-only files of blocks with checksums: an interruption costs the last block at most, damage the blocks it hits.

A file begins with a line that names its kind. Each block follows: eight bytes that mark it, its number, how many things
it holds and how many bytes they take (four bytes each, the low one first), the BLAKE2b digest of these three numbers
and the bytes (8), and the bytes. What an interruption cut off at the end is no damage: readers leave it out, and the
next writer begins in its place. A block that doesn't fit its digest is skipped and told; reading goes on at the next
mark. Numbers only grow, so that a writer knows what comes next even behind a block that is lost.

Thread safety: one writer at a time, which the operating system sees to; readers need no lock.
"""

from __future__ import annotations

import os
import struct
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from hashlib import blake2b
from pathlib import Path
from types import TracebackType
from typing import BinaryIO, Self

from kiebitz.processes.file_lock import try_lock
from kiebitz.processes.journal_file import write_whole

MARK = b"\nblock:\n"
HEAD = struct.Struct("<III8s")
NUMBERS = struct.Struct("<III")
MOST_BYTES = 1 << 28
"""No block is larger."""


class BlockFileError(Exception):
    """A file of another kind, or one that somebody else is writing; the message says which."""


@dataclass(frozen=True, slots=True)
class Block:
    """A whole block."""

    number: int
    count: int
    data: bytes
    end: int
    """Where it ends in the file."""

    @property
    def digest(self) -> bytes:
        """Its checksum: it names the block's content."""
        return _digest(self.number, self.count, self.data)


@dataclass(frozen=True, slots=True)
class Damage:
    """Bytes of a file that are no block, with blocks behind them."""

    path: Path
    start: int
    end: int

    def __str__(self) -> str:
        return f"{self.path} is damaged: bytes {self.start} to {self.end} are skipped"


class BlockFile:
    """A file that blocks are appended to; a context manager. Creates the file if there is none."""

    def __init__(self, path: Path, magic: bytes, keep: Callable[[Block], bool] | None = None) -> None:
        """Open it behind its last whole block, or an earlier one: the first that ``keep`` denies goes, with all behind.

        Raises BlockFileError and OSError.
        """
        self.path = path
        self._file = path.open("r+b" if path.exists() else "w+b", buffering=0)
        try:
            if not try_lock(self._file):
                raise BlockFileError(f"another process is writing {path}; wait for it, or give another seed")
            self.blocks = self.things = 0
            self.next = 0
            end = 0
            for block in _blocks(self._file, path, magic, lambda damage: None):
                if keep is not None and not keep(block):
                    break
                self.blocks += 1
                self.things += block.count
                self.next = block.number + 1
                end = block.end
            if not end:
                self._file.seek(0)
                self._write(magic)
                end = len(magic)
            self._file.truncate(end)
            self._file.seek(end)
        except BaseException:
            self._file.close()
            raise

    def append(self, count: int, data: bytes) -> None:
        """Write a block, and have it on the disk when this returns. Raises OSError; the file then ends as before."""
        end = self._file.tell()
        head = HEAD.pack(self.next, count, len(data), _digest(self.next, count, data))
        try:
            self._write(MARK + head + data)
        except OSError:
            with suppress(OSError):
                self._file.seek(end)
                self._file.truncate(end)
            raise
        self.next += 1
        self.blocks += 1
        self.things += count

    def _write(self, data: bytes) -> None:
        write_whole(self._file, data)
        os.fsync(self._file.fileno())

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._file.close()


def read_blocks(path: Path, magic: bytes, on_damage: Callable[[Damage], None]) -> Iterator[Block]:
    """The whole blocks of a file, in their order; reports damaged ones and skips them.

    Raises BlockFileError for a file of another kind, and OSError.
    """
    with path.open("rb") as file:
        yield from _blocks(file, path, magic, on_damage)


def _blocks(file: BinaryIO, path: Path, magic: bytes, on_damage: Callable[[Damage], None]) -> Iterator[Block]:
    head = file.read(len(magic))
    if head != magic:
        if not magic.startswith(head):
            kind = magic.split(b"\n")[0].decode()
            raise BlockFileError(f"{path} is no file of '{kind}'; give one that 'kiebitz train' wrote of this game")
        return
    size = os.fstat(file.fileno()).st_size
    at = len(magic)
    while at < size:
        block = _block_at(file, at, size)
        if block is None:
            start, at = at, _next_mark(file, at + 1, size)
            while at < size and (block := _block_at(file, at, size)) is None:
                at = _next_mark(file, at + 1, size)
            if block is None:
                return
            on_damage(Damage(path, start, at))
        yield block
        at = block.end


def _block_at(file: BinaryIO, at: int, size: int) -> Block | None:
    """The whole block that begins there."""
    file.seek(at)
    head = file.read(len(MARK) + HEAD.size)
    if len(head) < len(MARK) + HEAD.size or not head.startswith(MARK):
        return None
    number, count, length, digest = HEAD.unpack(head[len(MARK) :])
    end = at + len(head) + length
    if length > MOST_BYTES or end > size:
        return None
    data = file.read(length)
    return Block(number, count, data, end) if _digest(number, count, data) == digest else None


def _next_mark(file: BinaryIO, at: int, size: int) -> int:
    """Where the next mark is, from there on; the file's size if there is none."""
    file.seek(at)
    before = b""
    while chunk := file.read(1 << 20):
        found = (before + chunk).find(MARK)
        if found >= 0:
            return at - len(before) + found
        at += len(chunk)
        before = (before + chunk)[-len(MARK) + 1 :]
    return size


def _digest(number: int, count: int, data: bytes) -> bytes:
    return blake2b(NUMBERS.pack(number, count, len(data)) + data, digest_size=8).digest()
