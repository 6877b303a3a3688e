"""PGN archives cut into the texts of single games, whatever the archive looks like.

A file may be plain, compressed by gzip, bzip2, xz or zstd, or a zip archive; in UTF-8 (with or without a byte order
mark), UTF-16 or an older encoding (``commandline.encoding``), with any line ends; its games may lack tags, results or
empty lines between them (``GameCutter``).
Files are read as a stream: an archive need not fit into memory. What the text of a game says is read
by ``reader``, or, where comments and variations don't matter, by ``games``.
"""

from __future__ import annotations

import bz2
import codecs
import gzip
import io
import lzma
import os
import sys
import zipfile
import zlib
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from typing import IO, Any, cast

from kiebitz.commandline.encoding import (
    NAMES,
    OF_SEVERAL_BYTES,
    UNREADABLE,
    UTF_8,
    decoded,
    guessed,
    is_escaped,
    is_rather_utf_8,
    is_utf_8,
)
from kiebitz.engine import GameCutter

STANDARD_INPUT = "-"
ADDRESSES = ("http://", "https://")
SUFFIXES = (".pgn", ".pgn.gz", ".pgn.bz2", ".pgn.xz", ".pgn.zst", ".pgn.zip")
"""Which files of a folder are archives."""
OF_RECORDS = "records of shogi are named one by one here; 'kiebitz games add' takes a folder of them"
"""The remedy for a folder that has these alone, where archives of chess are looked for."""

PIECE_BYTES = 1 << 18
"""So much is read at once, and in Python's hands at a time."""

PACKED_BYTES = 1 << 10
"""The factor by which zstd may unpack: each byte may stand for 32 KiB."""

GZIP_MAGIC = b"\x1f\x8b"
BZIP2_MAGIC = b"BZh"
XZ_MAGIC = b"\xfd7zXZ\x00"
ZIP_MAGIC = b"PK\x03\x04"
ZSTD_MAGIC = b"\x28\xb5\x2f\xfd"
# A frame that carries nothing, with which pzstd begins: its first byte counts such frames' kinds from 0x50 on.
ZSTD_SKIPPABLE_MAGIC = b"\x2a\x4d\x18"
# What can't be read is recognised by its first bytes, to say how it could be.
FOREIGN_MAGICS = {
    b"7z\xbc\xaf": "a 7z archive: unpack it first",
    b"Rar!": "a RAR archive: unpack it first",
}
WITHOUT_ZSTD = "compressed by zstd: pip install 'kiebitz[data]', or pipe it in as '-' (zstdcat FILE | …)"
MAGIC_BYTES = 6
# What reading a damaged file raises.
DAMAGES = (OSError, EOFError, zlib.error, lzma.LZMAError, zipfile.BadZipFile)
MOST_XZ_BYTES = 1 << 28
"""So much memory a file compressed by xz may ask for: its strongest setting takes a quarter."""


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
    """The fault, and what was done about it."""

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
    """'utf-8', or the encoding that was given or assumed."""
    unclosed_comment: int = 0
    """The line where a comment begins that never ends; 0 if there is none."""

    def fault(self, text: str, line: int = 0) -> PgnFault:
        """A fault of this game; without a line, of the game as a whole."""
        return PgnFault(self.file, self.number, line or self.line, text)


def raw_pgn(file: str, number: int, text: str) -> RawGame:
    """A game whose text is known."""
    return RawGame(file, number, 1, text, "utf-8")


def display_name(path: str) -> str:
    """The name of an input in messages."""
    return "standard input" if path == STANDARD_INPUT else path


def archives_in(paths: Iterable[str], more: tuple[str, ...] = ()) -> list[str]:
    """The inputs, folders among them replaced by the archives in them and below, by name. Raises ArchiveError.

    Files whose names end with one of ``more``, in small letters or capital, count, too.
    """
    found = []
    for path in paths:
        if path == STANDARD_INPUT or not os.path.isdir(path):
            found.append(path)
            continue
        inside = sorted(
            str(file)
            for file in Path(path).rglob("*")
            if (file.name.endswith(SUFFIXES) or file.name.lower().endswith(more)) and file.is_file()
        )
        if not inside:
            kinds = "PGN files or records of shogi" if more else "PGN files"
            remedy = "" if more or not _has_records(path) else f"; {OF_RECORDS}"
            raise ArchiveError(f"{path} is a folder without {kinds} ({', '.join((*SUFFIXES, *more))}){remedy}")
        found += inside
    return found


def _has_records(folder: str) -> bool:
    """True if records of shogi are in a folder or below it."""
    from kiebitz.kifu.writing import is_record

    return any(map(is_record, Path(folder).rglob("*")))


@contextmanager
def _opened(path: str) -> Iterator[Iterator[bytes]]:
    """The bytes of an input piece by piece, decompressed. Raises ArchiveError."""
    name = display_name(path)
    if path == STANDARD_INPUT:
        buffered = sys.stdin.buffer
        stream = cast(
            io.BufferedReader,
            buffered if hasattr(buffered, "peek") else io.BufferedReader(buffered),
        )
        close = False
    else:
        if os.path.isdir(path):  # unlike Path's, it bears names that no file can have
            raise ArchiveError(f"{name} is a directory: name the PGN files in it")
        try:
            stream = open(path, "rb")  # noqa: SIM115 - closed below; standard input stays open
        except FileNotFoundError as error:
            if path.startswith(ADDRESSES):
                raise ArchiveError(
                    f"{name} is an address, and files are read here: save the game's PGN and name that file"
                    " ('kiebitz games fetch lichess:NAME' gets a player's games)"
                ) from error
            raise ArchiveError(f"{name} doesn't exist") from error
        except OSError as error:
            raise ArchiveError(f"can't open {name}: {error.strerror}") from error
        except ValueError as error:
            raise ArchiveError(f"'{name}' can't be the name of a file ({error})") from error
        close = True
    try:
        yield _unpacked(stream, name)
    finally:
        if close:
            stream.close()


def _unpacked(stream: io.BufferedReader, name: str) -> Iterator[bytes]:
    """The bytes of a stream piece by piece, decompressed. Raises ArchiveError at once."""
    magic = stream.peek(MAGIC_BYTES)[:MAGIC_BYTES]
    for foreign, advice in FOREIGN_MAGICS.items():
        if magic.startswith(foreign):
            raise ArchiveError(f"{name} is {advice}")
    if magic.startswith(ZSTD_MAGIC) or (magic[:1] and magic[0] >> 4 == 5 and magic[1:4] == ZSTD_SKIPPABLE_MAGIC):
        return _unpacked_by_zstd(stream, name)
    if magic.startswith(ZIP_MAGIC):
        return _unpacked_by_zip(stream, name)
    if magic.startswith(XZ_MAGIC):
        return _unpacked_by_xz(stream)
    if magic.startswith(GZIP_MAGIC):
        return _pieces(gzip.GzipFile(fileobj=stream))
    return _pieces(bz2.BZ2File(stream) if magic.startswith(BZIP2_MAGIC) else stream)


def _unpacked_by_xz(stream: io.BufferedReader) -> Iterator[bytes]:
    """Unpack a stream compressed by xz. Raises LZMAError and EOFError for damage."""
    decompressor = lzma.LZMADecompressor(memlimit=MOST_XZ_BYTES)
    packed = b""
    while True:
        if decompressor.eof:
            packed = decompressor.unused_data.lstrip(b"\0") or stream.read1(PACKED_BYTES).lstrip(b"\0")
            if not packed:
                return
            decompressor = lzma.LZMADecompressor(memlimit=MOST_XZ_BYTES)
        elif decompressor.needs_input:
            packed = stream.read1(PACKED_BYTES)
            if not packed:
                raise EOFError("the compressed file ends too early")
        else:
            packed = b""
        yield decompressor.decompress(packed, PIECE_BYTES)


def _unpacked_by_zip(stream: io.BufferedReader, name: str) -> Iterator[bytes]:
    """Unpack the files in a zip archive, one after another. Raises ArchiveError at once, others for damage."""
    if not stream.seekable():
        raise ArchiveError(f"{name} is a zip archive: unpack it first, for it can't be read as a stream")
    try:
        archive = zipfile.ZipFile(stream)
    except zipfile.BadZipFile as error:
        raise ArchiveError(f"{name} is a zip archive that is damaged: {error}") from error
    files = [file for file in archive.infolist() if file.filename.lower().endswith(".pgn")]
    if not files:
        raise ArchiveError(f"{name} is a zip archive without PGN files")

    def pieces() -> Iterator[bytes]:
        for file in files:
            try:
                with archive.open(file) as unpacked:
                    while piece := unpacked.read(PIECE_BYTES):
                        yield piece
            except (NotImplementedError, RuntimeError) as error:  # a method that is rare, a password
                raise OSError(str(error)) from error
            yield b"\n\n"

    return pieces()


def _pieces(stream: bz2.BZ2File | gzip.GzipFile | io.BufferedReader | io.BytesIO) -> Iterator[bytes]:
    """The pieces of a stream, as they come."""
    return iter(lambda: stream.read1(PIECE_BYTES), b"")


def _unpacked_by_zstd(stream: io.BufferedReader, name: str) -> Iterator[bytes]:
    """Unpack a stream compressed by zstd. Raises ArchiveError at once, EOFError and OSError for damage."""
    try:
        import zstandard
    except ImportError as error:
        raise ArchiveError(f"{name} is {WITHOUT_ZSTD}") from error

    def pieces() -> Iterator[bytes]:
        frame = zstandard.ZstdDecompressor().decompressobj()
        is_within = False
        try:
            for packed in iter(lambda: stream.read(PACKED_BYTES), b""):
                while packed:
                    yield frame.decompress(packed)
                    is_within = not frame.eof
                    packed = frame.unused_data
                    if frame.eof:
                        frame = zstandard.ZstdDecompressor().decompressobj()
        except zstandard.ZstdError as error:
            raise OSError(str(error)) from error
        if is_within:
            raise EOFError("the compressed file ends too early")

    return pieces()


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


def _bytewise(pieces: Iterator[bytes], encoding: str | None) -> tuple[Iterator[bytes], str]:
    """The pieces without a byte order mark, such that ASCII's bytes stand for themselves; and what was undone for that.

    What is in UTF-16, or in an encoding of several bytes a letter, comes in UTF-8; all others stay as they are.
    """
    head = b""
    for piece in pieces:
        head += piece
        if len(head) >= len(codecs.BOM_UTF8):
            break
    if head.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        undone = "utf-16"
    elif encoding is None and (unmarked := _unmarked_utf_16(head[:4])):
        undone = unmarked
    elif encoding is not None:
        undone = encoding
    else:
        assumed = "iso2022_jp" if is_escaped(head) else UTF_8 if is_utf_8(head, goes_on=True) else guessed(head)
        undone = assumed if assumed in OF_SEVERAL_BYTES else UTF_8
    pieces = chain([head.removeprefix(codecs.BOM_UTF8)], pieces)
    return (pieces if undone == UTF_8 else _recoded(pieces, undone)), undone


def _unmarked_utf_16(head: bytes) -> str:
    """The encoding of a text in UTF-16 that begins with two letters of ASCII and no mark; '' of any other."""
    if head[1::2] == b"\0\0" and 0 not in head[::2]:
        return "utf-16-le"
    return "utf-16-be" if head[::2] == b"\0\0" and 0 not in head[1::2] else ""


def _recoded(pieces: Iterator[bytes], encoding: str) -> Iterator[bytes]:
    """The pieces of a text in UTF-8."""
    decoder = codecs.getincrementaldecoder(encoding)("replace")
    for piece in pieces:
        yield decoder.decode(piece).encode(UTF_8, "replace")
    yield decoder.decode(b"", final=True).encode(UTF_8, "replace")


def text_of(data: bytes, encoding: str | None = None) -> str:
    """The text of a whole file: in the encoding given, else UTF-8, UTF-16 with its mark, or the likeliest."""
    pieces, undone = _bytewise(iter([data]), encoding)
    return decoded(b"".join(pieces), None if undone == UTF_8 else UTF_8)[0]


def read_archive(path: str, report: Callable[[PgnFault], None], encoding: str | None = None) -> Iterator[RawGame]:
    """The games of an input ('-' for standard input), one after another, in the encoding given or the likeliest.

    Raises ArchiveError if it can't be opened. Damage further on is reported, and ends the reading.
    """
    with _opened(path) as pieces:
        yield from _cut(pieces, display_name(path), report, encoding)


def cut_text(text: str, name: str) -> Iterator[RawGame]:
    """The games of a text, which messages call ``name``, one after another."""
    return _cut(_pieces(io.BytesIO(text.encode("utf-8", "replace"))), name, lambda fault: None)


def cut_bytes(
    data: bytes, name: str, report: Callable[[PgnFault], None], encoding: str | None = None
) -> Iterator[RawGame]:
    """The games of the content of a file, compressed or not, as ``read_archive``."""
    yield from _cut(_unpacked(io.BufferedReader(io.BytesIO(data)), name), name, report, encoding)


def read_stream(
    file: IO[str] | IO[bytes], name: str, report: Callable[[PgnFault], None], encoding: str | None = None
) -> Iterator[RawGame]:
    """The games of a file that somebody has opened, from where it stands, as ``read_archive``; it stays open."""
    buffered = io.BufferedReader(_ReadBytes(file), PIECE_BYTES)
    yield from _cut(_unpacked(cast(io.BufferedReader, buffered), name), name, report, encoding)


class _ReadBytes(io.RawIOBase):
    """An open file of text or bytes as a stream of bytes, which doesn't close it."""

    def __init__(self, file: IO[str] | IO[bytes]) -> None:
        self._file = file
        self._kept = b""

    def readable(self) -> bool:
        """True if it can be read."""
        return True

    def readinto(self, buffer: Any) -> int:
        """Read the next bytes into a buffer; how many they are, 0 at the end."""
        if not self._kept:
            read = self._file.read(len(buffer))
            self._kept = read.encode("utf-8", "replace") if isinstance(read, str) else bytes(read)
        piece, self._kept = self._kept[: len(buffer)], self._kept[len(buffer) :]
        buffer[: len(piece)] = piece
        return len(piece)


def _cut(
    pieces: Iterator[bytes], name: str, report: Callable[[PgnFault], None], encoding: str | None = None
) -> Iterator[RawGame]:
    """The games of a stream. Damage is reported, and ends the reading; an encoding that was assumed is told once."""
    cutter = GameCutter()
    number = 0
    undone, assumed, is_told = UTF_8, "", encoding is not None
    is_begun, is_open = False, True
    while is_open:
        try:
            if not is_begun:
                pieces, undone = _bytewise(pieces, encoding)
                is_begun = True
            piece = next(pieces, None)
        except DAMAGES as error:
            report(PgnFault(name, 0, cutter.lines, f"damaged from here on ({error}); the games before are read"))
            piece = None
        is_open = piece is not None
        batch = cutter.finish() if piece is None else cutter.feed(piece)
        for data, line, comment_line in batch:
            number += 1
            text, used, is_sound = data.decode(UTF_8, "replace"), undone, True
            if UNREADABLE in text:
                is_sound = is_utf_8(data)
                if encoding is None and undone == UTF_8 and not (is_sound or is_rather_utf_8(data)):
                    assumed = assumed or guessed(b"\n".join(other for other, _, _ in batch if not is_utf_8(other)))
                    text, used = data.decode(assumed, "replace"), assumed
            game = RawGame(name, number, line, text, used, comment_line)
            if not is_told and (used not in (UTF_8, "utf-16") or not is_sound):
                is_told = True
                if used == UTF_8:
                    report(game.fault("bytes that aren't UTF-8 became \ufffd (said once for this file)"))
                else:
                    read_as = f"read as {NAMES.get(used, used)}, the likeliest; --encoding names another"
                    report(game.fault(f"not in UTF-8: {read_as} (said once for this file)"))
            yield game
