"""Files of training positions: append-only, in blocks with their checksums, so that only a last block can be lost.

A file begins with a line that names it. Each block follows: the number of its positions (4 bytes, the low one first),
the BLAKE2b digest of their bytes (8), and the positions, 32 bytes each (``core.training.packed_position``). A block
that an interruption cut off at the end is no damage: readers leave it out, and the next writer begins in its place. A
block whose digest doesn't fit is damage, and is said.
"""

from __future__ import annotations

import os
import struct
from collections.abc import Iterator
from contextlib import suppress
from hashlib import blake2b
from pathlib import Path
from types import TracebackType
from typing import BinaryIO, Self

import numpy as np
from numpy.typing import NDArray

from kiebitz.core.training.packed_position import FIELDS
from kiebitz.processes.journal_file import write_whole

POSITION = np.dtype([tuple(field) for field in FIELDS])
"""A position as NumPy has it: occupied, men, score (centipawns, White's view), result (White's half points), side,
game."""

MAGIC = b"Kiebitz positions 1\n"
BLOCK = struct.Struct("<I8s")
MAX_BLOCK_POSITIONS = 1 << 20

Positions = NDArray[np.void]


class SampleFileError(Exception):
    """A file that holds no training positions, or damaged ones; the message says which file and where."""


class SampleFile:
    """A file that positions are appended to; a context manager. Creates the file if there is none."""

    def __init__(self, path: Path) -> None:
        """Open it behind its last whole block. Raises SampleFileError for a foreign or damaged file, and OSError."""
        self.path = path
        self._file = path.open("r+b" if path.exists() else "w+b", buffering=0)
        try:
            counts = [count for _, count in _blocks(self._file, path)]
            self.blocks, self.positions = len(counts), sum(counts)
            end = self._file.tell()
            if end == 0:
                self._write(MAGIC)
            else:
                self._file.truncate(end)
        except BaseException:
            self._file.close()
            raise

    def append(self, positions: Positions) -> None:
        """Write a block, and have it on the disk when this returns. Raises OSError; the file then ends as before."""
        data = positions.tobytes()
        end = self._file.tell()
        try:
            self._write(BLOCK.pack(len(positions), _digest(data)) + data)
        except OSError:
            with suppress(OSError):
                self._file.seek(end)
                self._file.truncate(end)
            raise
        self.blocks += 1
        self.positions += len(positions)

    def _write(self, data: bytes) -> None:
        write_whole(self._file, data)
        os.fsync(self._file.fileno())

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._file.close()


def read_positions(path: Path) -> Positions:
    """All positions of a file, in their order; none for an empty file.

    Raises SampleFileError for a foreign or damaged file, and OSError.
    """
    blocks = []
    with path.open("rb") as file:
        for start, count in _blocks(file, path):
            end = file.tell()
            file.seek(start)
            blocks.append(np.frombuffer(file.read(count * POSITION.itemsize), POSITION))
            file.seek(end)
    return np.concatenate(blocks) if blocks else np.empty(0, POSITION)


def _blocks(file: BinaryIO, path: Path) -> Iterator[tuple[int, int]]:
    """Where the positions of each whole block begin, and how many there are; the file then stands behind the last."""
    head = file.read(len(MAGIC))
    if head != MAGIC:
        if not MAGIC.startswith(head):
            raise SampleFileError(f"{path} holds no training positions; give a file that 'kiebitz train' wrote")
        file.seek(0)
        return
    size = os.fstat(file.fileno()).st_size
    while True:
        start = file.tell()
        header = file.read(BLOCK.size)
        count, digest = BLOCK.unpack(header) if len(header) == BLOCK.size else (0, b"")
        length = count * POSITION.itemsize
        if (
            not header
            or len(header) < BLOCK.size
            or (count <= MAX_BLOCK_POSITIONS and start + len(header) + length > size)
        ):
            file.seek(start)
            return
        if count > MAX_BLOCK_POSITIONS or _digest(file.read(length)) != digest:
            raise SampleFileError(
                f"{path} is damaged: the block at byte {start} doesn't fit its checksum; copy it anew or delete it"
            )
        yield start + BLOCK.size, count


def _digest(data: bytes) -> bytes:
    return blake2b(data, digest_size=8).digest()
