"""The sources by which a Python program names games: a path, PGN as text or bytes, or a file that it has opened."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import IO, TypeAlias

from kiebitz.analysis.reading.archive import (
    PgnFault,
    RawGame,
    archives_in,
    cut_bytes,
    cut_text,
    read_archive,
    read_stream,
)

GameSource: TypeAlias = "str | Path | bytes | IO[str] | IO[bytes]"
TEXT_NAME = "PGN"
"""The name of a text in messages."""
MAX_PATH_CHARACTERS = 4096
# A tag, or a move with its number; and a word alone, or what ends as names of files do.
_PGN = re.compile(r"\s*(?:\[\s*\w+\s|\d+\s*\.+\s*[a-hKQRBNO]|\*?\s*\Z)")
_PATH = re.compile(r"\S+|.*\.[A-Za-z]\w{0,3}")


def is_text(source: str) -> bool:
    """True if a string is PGN and not the path of a file.

    It is if it has several lines; else if there is no file of that name, and it doesn't look like such a name.
    """
    if "\n" in source or "\r" in source or len(source) > MAX_PATH_CHARACTERS:
        return True
    if os.path.exists(source):
        return False
    return _PGN.match(source) is not None or _PATH.fullmatch(source) is None


def games_of(source: GameSource, report: Callable[[PgnFault], None], encoding: str | None = None) -> Iterator[RawGame]:
    """The texts of the games of a source, one after another; of a folder, those of all archives in it.

    ``encoding`` is that of bytes; None: the likeliest.

    Faults of a file are told. Raises ArchiveError for what can't be opened, and TypeError for what is no source.
    """
    if isinstance(source, bytes | bytearray | memoryview):
        yield from cut_bytes(bytes(source), TEXT_NAME, report, encoding)
    elif isinstance(source, str) and is_text(source):
        yield from cut_text(source, TEXT_NAME)
    elif isinstance(source, str | os.PathLike):
        for path in archives_in([os.fspath(source)]):
            yield from read_archive(path, report, encoding)
    elif hasattr(source, "read"):
        name = getattr(source, "name", None)
        yield from read_stream(source, name if isinstance(name, str) else TEXT_NAME, report, encoding)
    else:
        raise TypeError(f"{source!r} names no games; give a path, PGN as text or bytes, or an open file")
