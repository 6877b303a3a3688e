"""A transposition table in a file: kept for another day, checked before it is trusted.

Format, version 1: a line that names it; a line of JSON with version, design, size, generation, the key of the start
position (which tells whether positions still have the keys they had), the settings that its values depend on and the
sizes of the blocks; the blocks as they
lie in memory; and a BLAKE2b digest (RFC 7693) of all before it, 32 bytes.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Mapping
from dataclasses import asdict
from hashlib import blake2b
from pathlib import Path
from typing import BinaryIO

from kiebitz.core.chess.position import Position
from kiebitz.core.table.design import TableDesign
from kiebitz.core.table.table import Table
from kiebitz.engine.positions import AnyPosition
from kiebitz.processes.bounded import beginning_of
from kiebitz.processes.whole_file import whole_file

MAGIC = b"Kiebitz transposition table\n"
VERSION = 1
DIGEST_BYTES = 32
MAX_HEADER_BYTES = 4096
CHUNK_BYTES = 1 << 20
GENERATIONS = 32
MEBIBYTE_SHIFT = 20
MIN_USE = 4


class TableFileError(ValueError):
    """A file that can't be read or written as a table, or that doesn't fit; the message says why."""


def _spare(path: Path) -> None:
    """Raise TableFileError in place of a file that is no table."""
    try:
        beginning = beginning_of(path, len(MAGIC))
    except OSError as error:
        raise TableFileError(f"can't write the table to {path}: {error.strerror}") from error
    if beginning not in (MAGIC, b""):
        raise TableFileError(f"{path} is there, and no table; name another file")


def save_table(
    table: Table,
    path: str | os.PathLike[str],
    judged_by: Mapping[str, int | str] | None = None,
    start: AnyPosition | None = None,
) -> None:
    """Write a table to a file; an old file of that name is replaced when the new one is whole.

    ``judged_by`` names the settings that the values in the table depend on, ``start`` is the game's first position,
    chess's unless given.
    Raises TableFileError if it can't be written, or something else than a table is there; the old file then stays.
    """
    path = Path(path)
    _spare(path)
    digest = blake2b(digest_size=DIGEST_BYTES)
    try:
        with whole_file(path) as file:

            def write(part: bytes | bytearray) -> None:
                digest.update(part)
                file.write(part)

            write(MAGIC)
            write(json.dumps(_header(table, dict(judged_by or {}), start)).encode() + b"\n")
            for block in table.blocks:
                for offset in range(0, block.size, CHUNK_BYTES):
                    write(block.read(offset, min(CHUNK_BYTES, block.size - offset)))
            file.write(digest.digest())
    except OSError as error:
        raise TableFileError(f"can't write the table to {path}: {error.strerror}") from error


def load_table(
    table: Table,
    path: str | os.PathLike[str],
    judged_by: Mapping[str, int | str] | None = None,
    start: AnyPosition | None = None,
) -> None:
    """Fill a table from a file: it takes the file's size, entries and generation. No search may run.

    Raises TableFileError for a file that is damaged, cut short, of another version, of another game or design or judged
    by other settings, and MemoryError; the table then stays as it was.
    """
    expected = _header(table, dict(judged_by or {}), start)
    try:
        with Path(path).open("rb") as file:
            loaded, generation = _read(file, table.design, expected, str(path))
    except OSError as error:
        raise TableFileError(f"can't read the table in {path}: {error.strerror}") from error
    table.adopt(loaded, generation)


def _header(table: Table, judged_by: dict[str, int | str], start: AnyPosition | None) -> dict[str, object]:
    return {
        "version": VERSION,
        "byteorder": sys.byteorder,
        "start_key": (start or Position()).hash_key,
        "design": _layout(table.design),
        "judged_by": judged_by,
        "size_mb": table.size_mb,
        "generation": table.generation,
        "blocks": [block.size for block in table.blocks],
    }


def _layout(design: TableDesign) -> dict[str, object]:
    """The design without the rule by which use is counted, which changes no entry."""
    return {name: value for name, value in asdict(design).items() if name != "hashfull"}


def _read(file: BinaryIO, design: TableDesign, header: dict[str, object], name: str) -> tuple[Table, int]:
    """A new table as the file has it, and its generation; its header must agree with one that is written now."""
    digest = blake2b(digest_size=DIGEST_BYTES)
    magic = file.read(len(MAGIC))
    if magic != MAGIC:
        raise TableFileError(f"{name} is no table of Kiebitz")
    line = file.readline(MAX_HEADER_BYTES)
    digest.update(magic + line)
    size_mb, generation, blocks = _checked(line, header, name)
    content, expected = os.fstat(file.fileno()).st_size - len(MAGIC) - len(line) - DIGEST_BYTES, sum(blocks)
    if content != expected:
        what = "is cut short" if content < expected else "is longer than its table"
        raise TableFileError(f"{name} {what} ({content} bytes of entries, not {expected}); save the table anew")
    # A size that the file can't hold is never asked of the system; an index by AND uses at least a quarter of it, and a
    # design of so many entries no more than these.
    if not size_mb or (design.entries is None and content < (size_mb << MEBIBYTE_SHIFT) // MIN_USE):
        raise TableFileError(f"{name} is damaged: {content} bytes are no table of {size_mb} MB; save the table anew")
    table = Table(size_mb, design)
    if [block.size for block in table.blocks] != blocks:
        raise TableFileError(f"{name} is damaged: a table of {size_mb} MB has other blocks; save the table anew")
    for block in table.blocks:
        for offset in range(0, block.size, CHUNK_BYTES):
            part = file.read(min(CHUNK_BYTES, block.size - offset))
            if len(part) != min(CHUNK_BYTES, block.size - offset):
                raise TableFileError(f"{name} is cut short; save the table anew")
            digest.update(part)
            block.write(offset, part)
    if file.read() != digest.digest():
        raise TableFileError(f"{name} is damaged: its checksum doesn't fit; save the table anew")
    if not table.is_within_scale():
        raise TableFileError(f"{name} is damaged: it has values that no search gives; save the table anew")
    return table, generation


def _checked(line: bytes, ours: dict[str, object], name: str) -> tuple[int, int, list[int]]:
    """Size in MB, generation and sizes of the blocks, if the header fits a table such as ours."""
    try:
        header = json.loads(line)
        version = header["version"]
        if version != VERSION:
            raise TableFileError(f"{name} has version {version!r} of the format, not {VERSION}; save the table anew")
        byteorder, start_key, theirs = header["byteorder"], header["start_key"], header["design"]
        judged = header["judged_by"]
        size_mb, generation, blocks = header["size_mb"], header["generation"], header["blocks"]
        if type(theirs) is not dict or not all(type(n) is int and n >= 0 for n in (size_mb, generation, *blocks)):
            raise TypeError
    except (ValueError, TypeError, KeyError, RecursionError) as error:
        if isinstance(error, TableFileError):
            raise
        raise TableFileError(f"{name} is damaged: its header can't be read; save the table anew") from None
    if generation >= GENERATIONS:
        raise TableFileError(f"{name} is damaged: there is no generation {generation}; save the table anew")
    if byteorder != ours["byteorder"]:
        raise TableFileError(f"{name} comes from a processor of another byte order; it can't be used here")
    if start_key != ours["start_key"]:
        raise TableFileError(
            f"{name} is of another game, or of a Kiebitz whose positions have other keys; save the table anew"
        )
    if theirs != ours["design"]:
        raise TableFileError(f"{name} is of another design, {theirs}; load it into a table made so")
    if judged != ours["judged_by"]:
        raise TableFileError(f"{name} was judged by other settings, {judged}; choose these, or save the table anew")
    return size_mb, generation, blocks
