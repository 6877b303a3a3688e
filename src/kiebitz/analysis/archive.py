"""PGN archives cut into the texts of single games, whatever the archive looks like.

A file may be plain or compressed by gzip, in UTF-8 (with or without a byte order mark), UTF-16 or an old eight-bit
encoding, with any line ends; its games may lack tags, results or empty lines between them. Files are read as a stream:
an archive need not fit into memory. What the text of a game says is read by ``reader``.
"""

from __future__ import annotations

import codecs
import gzip
import io
import re
import sys
import zlib
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import IO, cast

STANDARD_INPUT = "-"

MAX_LINE_CHARACTERS = 1 << 20
MAX_GAME_CHARACTERS = 1 << 24
"""A "game" beyond this is no game: it is cut there, so that no file can exhaust the memory."""

GZIP_MAGIC = b"\x1f\x8b"
# What can't be read is recognised by its first bytes, to say how it could be.
FOREIGN_MAGICS = {
    b"PK\x03\x04": "a zip archive: unpack it first",
    b"7z\xbc\xaf": "a 7z archive: unpack it first",
    b"BZh": "compressed by bzip2: pipe it in, bzcat FILE | kiebitz analyse -",
    b"\xfd7zXZ": "compressed by xz: pipe it in, xzcat FILE | kiebitz analyse -",
    b"\x28\xb5\x2f\xfd": "compressed by zstd: pipe it in, zstdcat FILE | kiebitz analyse -",
}
MAGIC_BYTES = 6
# What reading a damaged file raises.
DAMAGES = (OSError, EOFError, zlib.error)

# The name of a tag as files have it, more than PGN allows: "White-Elo", "2ndTag", "Foo.Bar". What doesn't begin with a
# letter is a name only if the value's quote follows, since a text may begin with "[12. Nf3".
TAG_NAME = r'(?:(?=[A-Za-z])|(?=[^\s"\[\]{}]+\s*"))[^\s"\[\]{}%][^\s"\[\]{}]*'
# A tag may go over several lines, if none of them begins as another tag does.
MAX_TAG_LINES = 4
_BREAK = r"\n(?!\s*\[)"
_GAP = rf"[^\S\n]*(?:{_BREAK}[^\S\n]*){{0,{MAX_TAG_LINES - 1}}}"
_PIECE = r'(?:[^"\\\n]|\\.)*'
TAG = re.compile(rf'\[{_GAP}({TAG_NAME}){_GAP}"({_PIECE}(?:{_BREAK}{_PIECE}){{0,{MAX_TAG_LINES - 1}}})"{_GAP}\]')
TAG_START = re.compile(rf'\s*\[\s*({TAG_NAME})[\s"]')
ENDS_WITH_RESULT = re.compile(r"(?:1-0|0-1|1/2-1/2|\*)\s*\Z")
FIRST_MOVE = re.compile(r"\s*1\s*\.(?!\s*\.)")
BRACES = re.compile(r"[{};]")


class ArchiveError(Exception):
    """An input that can't be opened or isn't text."""


@dataclass(frozen=True, slots=True)
class PgnFault:
    """Something wrong with an input, and where."""

    file: str
    game: int
    """Counted from 1 in its file; 0 if the fault is the file's."""
    line: int
    """Counted from 1 in its (uncompressed) file; 0 if no line is to blame."""
    text: str
    """What is wrong, and what was done about it."""

    def __str__(self) -> str:
        place = [self.file]
        if self.game:
            place.append(f"game {self.game}")
        if self.line:
            place.append(f"line {self.line}")
        return f"{', '.join(place)}: {self.text}"


@dataclass(frozen=True, slots=True)
class RawGame:
    """The text of one game as it stands in its file."""

    file: str
    number: int
    """Counted from 1 in its file."""
    line: int
    """Where it begins in its (uncompressed) file, counted from 1."""
    text: str
    """Lines end with a line feed; the encoding is undone."""
    encoding: str
    """'utf-8', or the eight-bit encoding that was assumed."""
    unclosed_comment: int = 0
    """The line where a comment begins that never ends; 0 if there is none."""

    def fault(self, text: str, line: int = 0) -> PgnFault:
        """A fault of this game; without a line, of the game as a whole."""
        return PgnFault(self.file, self.number, line or self.line, text)


def display_name(path: str) -> str:
    """What an input is called in messages."""
    return "standard input" if path == STANDARD_INPUT else path


@contextmanager
def _opened(path: str) -> Iterator[IO[bytes]]:
    """The bytes of an input, decompressed. Raises ArchiveError."""
    name = display_name(path)
    if path == STANDARD_INPUT:
        buffered = sys.stdin.buffer
        stream = buffered if hasattr(buffered, "peek") else io.BufferedReader(buffered)  # type: ignore[type-var]
        close = False
    else:
        if Path(path).is_dir():
            raise ArchiveError(f"{name} is a directory: name the PGN files in it")
        try:
            stream = open(path, "rb")  # noqa: SIM115 - closed below; standard input stays open
        except FileNotFoundError as error:
            raise ArchiveError(f"{name} doesn't exist") from error
        except OSError as error:
            raise ArchiveError(f"can't open {name}: {error.strerror}") from error
        close = True
    try:
        magic = stream.peek(MAGIC_BYTES)[:MAGIC_BYTES]
        for foreign, advice in FOREIGN_MAGICS.items():
            if magic.startswith(foreign):
                raise ArchiveError(f"{name} is {advice}")
        is_packed = magic.startswith(GZIP_MAGIC)
        yield cast(IO[bytes], gzip.GzipFile(fileobj=stream) if is_packed else stream)
    finally:
        if close:
            stream.close()


def check_readable(path: str) -> None:
    """Look whether an input can be opened and is of a kind that can be read. Raises ArchiveError if not.

    Standard input is taken on trust: looking would block.
    """
    if path != STANDARD_INPUT:
        try:
            with _opened(path):
                pass
        except OSError as error:
            raise ArchiveError(f"can't read {path}: {error.strerror or error}") from error


def _lines(stream: IO[bytes]) -> Iterator[str]:
    """The lines, ending with a line feed, each byte as the character of that number.

    So nothing is lost, and each game can be decoded by itself. UTF-16 is turned into UTF-8 first.
    """
    head = stream.read(len(codecs.BOM_UTF8))
    body = io.BufferedReader(_Prefixed(head, stream))
    if head.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        wide = io.TextIOWrapper(body, encoding="utf-16", errors="replace", newline=None)
        for line in iter(lambda: wide.readline(MAX_LINE_CHARACTERS), ""):
            yield line.encode("utf-8", "replace").decode("latin-1")
        return
    if head == codecs.BOM_UTF8:
        body.read(len(head))
    text = io.TextIOWrapper(body, encoding="latin-1", newline=None)
    yield from iter(lambda: text.readline(MAX_LINE_CHARACTERS), "")


class _Prefixed(io.RawIOBase):
    """A stream with some bytes put back before it."""

    def __init__(self, head: bytes, rest: IO[bytes]) -> None:
        self._head = head
        self._rest = rest

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: bytearray | memoryview) -> int:  # type: ignore[override]
        piece = self._head or self._rest.read(len(buffer))
        self._head = b""
        buffer[: len(piece)] = piece
        return len(piece)


def _decoded(text: str) -> tuple[str, str]:
    """A game's text with its encoding undone, and the encoding's name."""
    if text.isascii():
        return text, "utf-8"
    data = text.encode("latin-1")
    for encoding in ("utf-8", "cp1252"):
        try:
            return data.decode(encoding), encoding
        except UnicodeDecodeError:
            continue
    return text, "latin-1"


def _whole_tags(lines: Iterator[str]) -> Iterator[str]:
    """The lines, but those over which a tag goes together as one."""
    ahead: deque[str] = deque()
    while (text := ahead.popleft() if ahead else next(lines, None)) is not None:
        if text.lstrip().startswith("[") and not TAG.match(text.lstrip()):
            try:
                ahead.extend(islice(lines, MAX_TAG_LINES - 1 - len(ahead)))
            except DAMAGES:
                yield text
                yield from ahead
                raise
            for number in range(1, len(ahead) + 1):
                joined = text + "".join(islice(ahead, number))
                if TAG.match(joined.lstrip()):
                    text = joined
                    ahead = deque(islice(ahead, number, None))
                    break
        yield text


class _Cutter:
    """The place where one game ends and the next begins, found line by line."""

    def __init__(self, file: str) -> None:
        self.file = file
        self.number = 0
        self.line = 0
        self.lines_joined = 0  # how many lines more the last one was
        self.is_line_open = False  # whether the next piece goes on with the line, which is too long to be had at once
        self._start_over()

    def _start_over(self) -> None:
        self.kept: list[str] = []
        self.size = 0
        self.start = 0
        self.comment_start = 0  # line of the comment that is open; 0 if none is
        self.has_movetext = False  # comments before the first move included
        self.has_moves = False
        self.has_event = False
        self.is_in_tag = False
        self.after_blank = False
        self.last_moves = ""

    def finished(self, unclosed_comment: int = 0) -> RawGame | None:
        """The game gathered so far, if there is one; the next line begins another."""
        game = None
        text = "".join(self.kept)
        if text and not text.isspace():
            self.number += 1
            text, encoding = _decoded(text)
            game = RawGame(self.file, self.number, self.start, text, encoding, unclosed_comment)
        self._start_over()
        return game

    def feed(self, line: str) -> RawGame | None:
        """Take the next line, or the next piece of one; the game that ended before it, if one did."""
        goes_on = self.is_line_open
        self.is_line_open = not line.endswith("\n")
        if goes_on and self.kept and self.size <= MAX_GAME_CHARACTERS:
            self._keep(line)
            if not self.is_in_tag:
                self._look_into(line, blank=False, tag=None)
            return None
        self.line += 0 if goes_on else 1 + self.lines_joined
        self.lines_joined = max(0, line.count("\n") - 1)
        game = None
        blank = line.isspace()
        tag = TAG_START.match(line)
        if self.comment_start:
            # No comment holds the first tag of a game at the start of a line: the comment was never closed.
            if tag and tag[1] == "Event" and self.after_blank:
                game = self.finished(self.comment_start)
        elif not blank and (
            (tag and (self.has_movetext or (self.has_event and tag[1] == "Event")))
            or (self.has_moves and self.after_blank and self._begins_untagged(line))
        ):
            game = self.finished()
        if self.size > MAX_GAME_CHARACTERS:
            game = self.finished(self.comment_start)
        if not self.kept:
            if blank:
                return game
            self.start = self.line
        self._keep(line)
        self._look_into(line, blank, tag)
        return game

    def _keep(self, text: str) -> None:
        self.kept.append(text)
        self.size += len(text)

    def _begins_untagged(self, line: str) -> bool:
        return bool(ENDS_WITH_RESULT.search(self.last_moves) or FIRST_MOVE.match(line))

    def _look_into(self, line: str, blank: bool, tag: re.Match[str] | None) -> None:
        self.after_blank = blank
        self.is_in_tag = False
        if not self.comment_start:
            if blank or line.startswith("%"):
                return
            if not self.has_movetext and line.lstrip().startswith("["):
                self.has_event = self.has_event or (tag is not None and tag[1] == "Event")
                self.is_in_tag = tag is not None or line.rstrip().endswith("]")
                if self.is_in_tag:
                    return
        moves = self._outside_comments(line)
        if moves and not moves.isspace():
            self.has_moves = True
            self.last_moves = moves
        self.has_movetext = self.has_movetext or self.has_moves or bool(self.comment_start) or "{" in line

    def _outside_comments(self, line: str) -> str:
        """What of a line stands outside comments; remembers whether a comment is open at its end."""
        outside = []
        position = 0
        for brace in BRACES.finditer(line):
            if self.comment_start:
                if brace[0] == "}":
                    self.comment_start = 0
                    position = brace.end()
            elif brace[0] != "}":
                outside.append(line[position : brace.start()])
                position = len(line)
                if brace[0] == ";":
                    break
                self.comment_start = self.line
        return "".join(outside) + ("" if self.comment_start else line[position:])


def read_archive(path: str, report: Callable[[PgnFault], None]) -> Iterator[RawGame]:
    """The games of an input ('-' for standard input), one after another.

    Raises ArchiveError if it can't be opened. Damage further on is reported, and ends the reading.
    """
    with _opened(path) as stream:
        yield from _cut(stream, display_name(path), report)


def cut_text(text: str, name: str) -> Iterator[RawGame]:
    """The games of a text, which messages call ``name``, one after another."""
    return _cut(io.BytesIO(text.encode("utf-8", "replace")), name, lambda fault: None)


def _cut(stream: IO[bytes], name: str, report: Callable[[PgnFault], None]) -> Iterator[RawGame]:
    """The games of a stream. Damage is reported, and ends the reading."""
    cutter = _Cutter(name)
    said_encoding = False
    lines = _whole_tags(_lines(stream))
    while True:
        try:
            line = next(lines, None)
        except DAMAGES as error:
            report(PgnFault(name, 0, cutter.line, f"damaged from here on ({error}); the games before are read"))
            line = None
        game = cutter.finished(cutter.comment_start) if line is None else cutter.feed(line)
        if game:
            if game.encoding != "utf-8" and not said_encoding:
                said_encoding = True
                assumed = {"cp1252": "Windows-1252", "latin-1": "ISO 8859-1"}[game.encoding]
                report(game.fault(f"not in UTF-8: read as {assumed} (said once for this file)"))
            yield game
        if line is None:
            return


def count_games(path: str) -> tuple[int, int]:
    """How many games a file holds, and the length of their texts together in characters. Raises ArchiveError."""
    games = characters = 0
    for game in read_archive(path, lambda fault: None):
        games += 1
        characters += len(game.text)
    return games, characters
