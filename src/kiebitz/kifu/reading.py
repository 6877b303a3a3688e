"""``kiebitz.read_kifu``: the games of shogi records, whatever format and encoding they have.

Suffixes are not believed: a JSON object is JKF; of other texts how most lines begin says whether one is CSA, or KIF or
KI2.
"""

from __future__ import annotations

import os
import re
import sys
import warnings
from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path
from typing import IO, TypeAlias

from kiebitz.commandline.encoding import encoding_named
from kiebitz.kifu.csa_reader import read_csa
from kiebitz.kifu.encoding import decode
from kiebitz.kifu.jkf_reader import is_jkf, read_jkf
from kiebitz.kifu.kif_reader import read_kif
from kiebitz.kifu.record import Kifu, KifuError, KifuFault
from kiebitz.kifu.text_lines import LINE_END, numbered_lines
from kiebitz.kifu.writing import SUFFIXES, is_record
from kiebitz.processes.bounded import MOST_FILE_BYTES, content_of

KifuSource: TypeAlias = "str | Path | bytes | IO[str] | IO[bytes]"
TEXT_NAME = "record"
"""The name of a text in messages."""
STANDARD_INPUT = "-"
MAX_PATH_CHARACTERS = 4096
MOST_LINES_LOOKED_AT = 1000
LIKE_CSA = re.compile(
    r"'CSA|V[1-3]|N[+-]|\$[A-Z_+-]+:|PI|P[1-9] ?[*+-]|P[+-][0-9]{2}|[+-]\s*$|[+-][0-9]{4}[A-Z]{2}|T[0-9]+|%[A-Z+-]"
)
LIKE_KIF = re.compile(
    r"\s{0,9}(?:[0-9０-９]+\s|[▲△▼▽☗☖]|[|｜]|変化|まで|[^\s：:]{1,20}：|[#*&])",
)
# What no record begins with, and what it is.
FOREIGN = {
    b"\x1f\x8b": "compressed by gzip; unpack it first (gunzip)",
    b"PK\x03\x04": "a zip archive; unpack it first",
    b"7z\xbc\xaf": "a 7z archive; unpack it first",
    b"Rar!": "a RAR archive; unpack it first",
    b"[": "PGN, or a list of JSON; shogi is read from KIF, KI2, CSA and JKF",
}


def read_kifu(
    *sources: KifuSource, encoding: str | None = None, on_fault: Callable[[KifuFault], None] | None = None
) -> Iterator[Kifu]:
    """The games of shogi records, one after another: files in KIF, KI2, CSA or JKF, folders of them, '-' for stdin.

    A source may also be a record as text or bytes, or a file that is open, which stays so. A text of one line is the
    path of a file, unless it is JSON. Bytes are in the ``encoding`` given, else in UTF-8, with or without a byte order
    mark, ISO-2022-JP, EUC-JP or Shift_JIS, whichever they are sound in.

    What is wrong with a game stands in it, and the good part before that is kept; what is wrong with a file (damaged
    characters, no game in it) ``on_fault`` is told, or becomes a warning. Raises KifuError for what can't be opened,
    and EncodingError for an encoding that doesn't exist.
    """
    report = on_fault or (lambda fault: warnings.warn(str(fault), stacklevel=3))
    for source in sources:
        for name, text in _texts(source, report, None if encoding is None else encoding_named(encoding)):
            yield from _games(text, name, report)


def _games(text: str, name: str, report: Callable[[KifuFault], None]) -> Iterator[Kifu]:
    is_empty = True
    for kifu in (read_jkf if is_jkf(text) else read_csa if is_csa(text) else read_kif)(text, name):
        is_empty = False
        yield kifu
    if is_empty:
        report(KifuFault(name, 0, 0, "there is no game of shogi in it (KIF, KI2, CSA or JKF)"))


def is_csa(text: str) -> bool:
    """True if more lines of a text begin as CSA's do than as KIF's and KI2's."""
    votes = 0
    for _, line in islice(numbered_lines(text), MOST_LINES_LOOKED_AT):
        votes += (LIKE_CSA.match(line) is not None) - (LIKE_KIF.match(line) is not None)
    return votes > 0


def _texts(source: KifuSource, report: Callable[[KifuFault], None], encoding: str | None) -> Iterator[tuple[str, str]]:
    """The texts that a source names, and what messages call them. Raises KifuError and TypeError."""
    if isinstance(source, bytes | bytearray | memoryview):
        yield TEXT_NAME, _decoded(bytes(source), TEXT_NAME, report, encoding)
    elif isinstance(source, str) and _is_text(source):
        yield TEXT_NAME, source.removeprefix("\ufeff")
    elif source == STANDARD_INPUT:
        yield "standard input", _decoded(sys.stdin.buffer.read(MOST_FILE_BYTES), "standard input", report, encoding)
    elif isinstance(source, str | os.PathLike):
        for path in files_in(Path(source)):
            yield str(path), _decoded(_content(path), str(path), report, encoding)
    elif hasattr(source, "read"):
        name = getattr(source, "name", None)
        name = name if isinstance(name, str) else TEXT_NAME
        content = source.read()
        yield name, content if isinstance(content, str) else _decoded(bytes(content), name, report, encoding)
    else:
        raise TypeError(f"{source!r} names no record; give a path, a record as text or bytes, or an open file")


def _is_text(source: str) -> bool:
    """True for a record as text, the empty one too; the others are paths."""
    return not source or bool(LINE_END.search(source)) or len(source) > MAX_PATH_CHARACTERS or is_jkf(source)


def files_in(path: Path) -> list[Path]:
    """The file itself, or the records in a folder and below, by name. Raises KifuError."""
    try:
        if not path.is_dir():
            return [path]
        inside = sorted(file for file in path.rglob("*") if is_record(file) and file.is_file())
    except OSError as error:
        raise KifuError(f"can't open {path}: {error.strerror}") from error
    except ValueError as error:
        raise KifuError(f"'{path}' can't be the name of a file ({error})") from error
    if not inside:
        raise KifuError(f"{path} is a folder without records of shogi ({', '.join(SUFFIXES)})")
    return inside


def _content(path: Path) -> bytes:
    """The bytes of a file. Raises KifuError."""
    try:
        return content_of(path)
    except FileNotFoundError as error:
        raise KifuError(f"{path} doesn't exist") from error
    except OSError as error:
        raise KifuError(f"can't open {path}: {error.strerror}") from error
    except ValueError as error:
        raise KifuError(f"'{path}' can't be the name of a file ({error})") from error


def _decoded(data: bytes, name: str, report: Callable[[KifuFault], None], encoding: str | None) -> str:
    """The text of a file; what is wrong with its bytes is told."""
    for magic, what in FOREIGN.items():
        if data.startswith(magic):
            report(KifuFault(name, 0, 0, f"it is {what}"))
            return ""
    text, fault = decode(data, encoding)
    if fault:
        report(KifuFault(name, 0, 0, fault))
    return text
