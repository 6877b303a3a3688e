"""Files of training data: read and written some thousands of entries at a time, whatever their format.

Of chess Stockfish's ``bin`` and ``binpack`` and bullet's records, of shogi ``psv`` and ``hcpe``; of both the text
``plain``, and Parquet with the columns ``fen`` (in shogi ``sfen``), ``move`` (UCI, USI), ``score``, ``ply`` and
``result``; score and result in the view of the side to move.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from typing import IO, Any, Protocol

import numpy as np

from kiebitz.core.records.any_entries import BIN, BINPACK, BULLET, HCPE, PLAIN, PSV, AnyEntries
from kiebitz.core.records.binpack import BinpackWriter
from kiebitz.core.records.entries import Entries
from kiebitz.core.records.shogi_entries import ShogiEntries
from kiebitz.engine.line import GameName
from kiebitz.processes.whole_file import whole_file

PARQUET = "parquet"
KINDS = {"plain": PLAIN, "bin": BIN, "binpack": BINPACK, "bullet": BULLET, "psv": PSV, "hcpe": HCPE}
FORMATS = (*KINDS, PARQUET)
SUFFIXES = {f".{form}": form for form in FORMATS} | {".txt": "plain"}
GAMES: dict[str, GameName] = {"bin": "chess", "binpack": "chess", "bullet": "chess", "psv": "shogi", "hcpe": "shogi"}
"""The game of a format; the others have both."""
ENTRIES: dict[GameName, type[Entries] | type[ShogiEntries]] = {"chess": Entries, "shogi": ShogiEntries}
POSITIONS: dict[GameName, str] = {"chess": "fen", "shogi": "sfen"}
"""The name of a position in text and columns."""
NUMBERS = ("score", "ply", "result")
PIECE_BYTES = 1 << 22
ROWS_AT_ONCE = 20_000
MOST_BYTES = 1 << 27
"""An entry, or a block of a binpack, that takes more is damaged."""
MOST_BLANK = 1024
"""So much of a text may be blank before it says which game it is of."""


class RecordError(Exception):
    """A file of training data can't be read; the message says which entry is to blame."""


def format_of(path: str | os.PathLike[str], named: str | None) -> str:
    """The format of a file, as it is named or by the end of its name. Raises RecordError if neither tells."""
    if named is not None and named not in FORMATS:
        raise RecordError(f"there is no format {named!r}; there are {', '.join(FORMATS)}")
    found = named or SUFFIXES.get(Path(path).suffix.lower())
    if found is None:
        raise RecordError(f"{path}: which format? The end of its name, --from or --to says so: {', '.join(FORMATS)}")
    return found


def game_of(path: str | os.PathLike[str], form: str) -> GameName:
    """The game whose positions a file has. Raises RecordError and OSError."""
    if form in GAMES:
        return GAMES[form]
    if form == PARQUET:
        return "shogi" if POSITIONS["shogi"] in _parquet(path).schema_arrow.names else "chess"
    with open(path, "rb") as file:
        return "shogi" if file.read(MOST_BLANK).lstrip().startswith(b"sfen ") else "chess"


def read_entries(path: str | os.PathLike[str], form: str) -> Iterator[Entries | ShogiEntries]:
    """The entries of a file, some thousands at a time, always in the same object. Raises RecordError and OSError."""
    game = game_of(path, form)
    entries = ENTRIES[game]()
    done = 0
    try:
        for _ in _read_parquet(path, entries, game) if form == PARQUET else _read_pieces(path, entries, KINDS[form]):
            read = entries.count  # Whoever takes them may leave some out.
            yield entries
            done += read
    except ValueError as error:
        raise RecordError(f"{path}: entry {done + entries.count + 1:,} can't be read as {form}") from error


def _read_pieces(path: str | os.PathLike[str], entries: AnyEntries, kind: int) -> Iterator[None]:
    left = b""
    with open(path, "rb") as file:
        while True:
            piece = file.read(PIECE_BYTES)
            left += piece
            while left:
                taken = entries.read(kind, left, is_last=not piece)
                if entries.count:
                    yield
                left = left[taken:]
                if not taken:
                    break
            if len(left) > MOST_BYTES:
                raise ValueError(f"more than {MOST_BYTES:,} bytes without an entry")
            if not piece:
                return


def _parquet(path: str | os.PathLike[str]) -> Any:
    """A Parquet file. Raises RecordError and OSError."""
    parquet = _library("pyarrow.parquet")
    try:
        return parquet.ParquetFile(path)
    except _library("pyarrow").ArrowInvalid as error:
        raise RecordError(f"{path} is no Parquet file: {error}") from error


def _read_parquet(path: str | os.PathLike[str], entries: AnyEntries, game: GameName) -> Iterator[None]:
    file = _parquet(path)
    names = _columns_of(game)
    if lacking := [name for name in names if name not in file.schema_arrow.names]:
        raise RecordError(f"{path} lacks the columns {', '.join(lacking)}")
    for batch in file.iter_batches(ROWS_AT_ONCE, columns=list(names)):
        columns = {name: batch.column(name) for name in names}
        numbers = [
            columns[name].to_numpy(zero_copy_only=False).astype(kind).tobytes()
            for name, kind in zip(NUMBERS, ("i2", "u2", "i1"), strict=True)
        ]
        entries.take(columns[POSITIONS[game]].to_pylist(), columns["move"].to_pylist(), *numbers)
        yield


class EntryWriter(Protocol):
    """A file that entries are added to."""

    def add(self, entries: Any) -> None:
        """Write entries of the file's game."""
        ...


@contextmanager
def writing(path: str | os.PathLike[str], form: str, game: GameName = "chess") -> Iterator[EntryWriter]:
    """A file to be written, which is there whole or not at all. Raises RecordError and OSError."""
    if GAMES.get(form, game) != game:
        raise RecordError(f"{path}: {form} is of {GAMES[form]}, and these are positions of {game}")
    with whole_file(Path(path)) as file:
        if form == PARQUET:
            with _library("pyarrow.parquet").ParquetWriter(file, _schema(game), compression="zstd", **TEXTS) as writer:
                yield _Columns(writer, _schema(game))
        elif form == "binpack":
            blocks = _Blocks(file)
            yield blocks
            file.write(blocks.writer.finish())
        else:
            yield _Records(file, KINDS[form])


# The least and the greatest of a text help nobody to find rows, and take as long as to write it.
TEXTS: dict[str, Any] = {"use_dictionary": ["move", *NUMBERS], "write_statistics": list(NUMBERS)}


class _Records:
    """Records or text, one behind the other."""

    def __init__(self, file: IO[bytes], kind: int) -> None:
        self._file, self._kind = file, kind

    def add(self, entries: AnyEntries) -> None:
        self._file.write(entries.write(self._kind))


class _Blocks:
    """Blocks of a binpack, as they are full."""

    def __init__(self, file: IO[bytes]) -> None:
        self._file, self.writer = file, BinpackWriter()

    def add(self, entries: Entries) -> None:
        self._file.write(entries.write_binpack(self.writer))


class _Columns:
    """Row groups of a Parquet file."""

    def __init__(self, writer: Any, schema: Any) -> None:
        self._writer, self._schema = writer, schema

    def add(self, entries: AnyEntries) -> None:
        arrow = _library("pyarrow")
        place_ends, places, move_ends, moves = entries.texts()
        scores, plies, results = entries.numbers()
        move_ends_ = np.frombuffer(move_ends, np.int32)
        has_move = np.diff(move_ends_) > 0
        validity = arrow.py_buffer(np.packbits(has_move, bitorder="little").tobytes())
        columns = [
            arrow.Array.from_buffers(
                arrow.string(), entries.count, [None, arrow.py_buffer(place_ends), arrow.py_buffer(places)]
            ),
            arrow.Array.from_buffers(
                arrow.string(), entries.count, [validity, arrow.py_buffer(move_ends), arrow.py_buffer(moves)]
            ),
            arrow.array(np.frombuffer(scores, np.int16)),
            arrow.array(np.frombuffer(plies, np.uint16)),
            arrow.array(np.frombuffer(results, np.int8)),
        ]
        self._writer.write_batch(arrow.RecordBatch.from_arrays(columns, schema=self._schema))


def _columns_of(game: GameName) -> tuple[str, ...]:
    return POSITIONS[game], "move", *NUMBERS


def _schema(game: GameName) -> Any:
    arrow = _library("pyarrow")
    kinds = (arrow.string(), arrow.string(), arrow.int16(), arrow.uint16(), arrow.int8())
    return arrow.schema(list(zip(_columns_of(game), kinds, strict=True)))


def _library(name: str) -> Any:
    """PyArrow, or a module of it. Raises RecordError with the remedy."""
    try:
        return import_module(name)
    except ImportError as error:
        raise RecordError("Parquet needs PyArrow: pip install 'kiebitz[data]'") from error
