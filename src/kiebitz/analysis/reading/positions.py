"""Every position of many games as columns, for Arrow, Polars, pandas, DuckDB, NumPy and Parquet.

A line of n moves has n + 1 rows: where it starts, and what stands after each move. Games are read by one thread, made
columns by several, a few thousand positions at a time, and written by one more, so that memory is bounded; rows come in
the order of the games, whatever the number of threads. docs/data.md tells of every column.
"""

from __future__ import annotations

import os
from base64 import b64encode
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from importlib import import_module
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Literal, NamedTuple, TypeAlias, cast, get_args

import numpy as np

from kiebitz.analysis.reading.archive import PgnFault
from kiebitz.analysis.reading.game_columns import (
    GAME_COLUMNS,
    NUMBER_TAGS,
    OPENING_COLUMNS,
    TAG_COLUMN,
    GameColumn,
    NumberTag,
    TextTag,
    openings_of,
    value_of,
)
from kiebitz.analysis.reading.variations import MAIN_LINE, Variation, path_to
from kiebitz.engine import NO_NOTE, PositionColumns
from kiebitz.processes.background import in_order
from kiebitz.processes.bounded import beginning_of
from kiebitz.processes.cores import usable_cores
from kiebitz.processes.whole_file import whole_file

if TYPE_CHECKING:
    import polars

    from kiebitz.analysis.reading.games import PgnGame

Array: TypeAlias = "np.ndarray[Any, np.dtype[Any]]"
PositionColumn: TypeAlias = Literal[
    "game", "ply", "line", "fen", "board", "key", "move", "san", "parent", "clock", "cp", "mate", "comment"
]
ColumnName: TypeAlias = Literal[PositionColumn, GameColumn, TextTag, NumberTag, "eval", "elo"]
"""A column's name; of tags those that type checkers know, others have theirs, too."""

# The bit by which the compiled half knows a column (``core.pgn.position_columns``), 0 for one that it always has.
BITS = {"game": 0, "ply": 0, "line": 0, "fen": 1, "board": 2, "key": 4, "move": 8, "san": 16}
MOVES = ("move", "san")
SPOKEN = ("clock", "cp", "mate")
"""The notes of comments: seconds left to whoever moved, and the position's evaluation, White's view."""
COMMENT: Final = "comment"
"""The comment on the move that led to a position."""
PARENT: Final = "parent"
LINE_COLUMNS: tuple[ColumnName, ...] = ("line", PARENT)
"""Which variation of its game a row is of, 0 for the main line, and the line that it branches from."""
DEFAULT_COLUMNS: tuple[ColumnName, ...] = ("game", "ply", "fen", "move", "san")
SHORT: dict[str, tuple[ColumnName, ...]] = {"eval": ("cp", "mate"), "elo": ("WhiteElo", "BlackElo")}
"""Short for two columns."""
COLUMNS: tuple[ColumnName, ...] = (*get_args(PositionColumn), *get_args(GameColumn))
"""All columns but those of tags."""
DIFFERENT = ("fen", "board", "key", COMMENT)
"""The columns of which hardly two rows are the same."""
BITBOARDS = 12
PARQUET = b"PAR1"
"""How a Parquet file begins."""
ROWS_AT_ONCE = 40_000
NO_SECONDS, NO_VALUE = np.array([np.nan]).tobytes(), np.array([NO_NOTE], np.int32).tobytes()


def columns_of(names: Iterable[str]) -> tuple[ColumnName, ...]:
    """The names of columns, each once; 'eval' means cp and mate, 'elo' both ratings. Raises ValueError."""
    if isinstance(names, str):
        raise ValueError(f"{names!r} is one name; give a list of names: [{names!r}]")
    there_are = f"there are {', '.join((*COLUMNS, *SHORT))}, and tags by their names, as WhiteElo"
    meant = [column for name in names for column in SHORT.get(name, (name,))]
    for name in meant:
        if name not in COLUMNS and not TAG_COLUMN.fullmatch(name):
            raise ValueError(f"there is no column {name!r}; {there_are}")
    if not meant:
        raise ValueError(f"no column is asked for; {there_are}")
    return tuple(dict.fromkeys(cast("list[ColumnName]", meant)))


@dataclass(frozen=True, slots=True)
class Texts:
    """A column of texts: one behind the other, and where each ends, a zero before the first."""

    ends: Array
    letters: bytes

    def to_numpy(self) -> Array:
        """The texts as objects; None for those of no letters."""
        text = self.letters.decode("ascii")
        ends = self.ends.tolist()
        found = [text[start:end] or None for start, end in pairwise(ends)]
        return np.array(found, dtype=object)


@dataclass(frozen=True, slots=True)
class Words:
    """A column of few different texts: the number of each row's text, -1 for none."""

    numbers: Array
    words: list[str]

    def to_numpy(self) -> Array:
        """The texts as objects; None where there is none."""
        return np.array([*self.words, None], dtype=object)[self.numbers]


Column: TypeAlias = "Array | Texts | Words | list[str | None]"


class Positions:
    """The positions of games, read when they are asked for: once, for the games pass by; then ValueError.

    ``for batch in positions`` gives Arrow's record batches; ``to_arrow``, ``to_polars`` and ``to_numpy`` have them all
    at once, ``write_parquet`` writes them as they go. Whoever speaks Arrow's C stream (DuckDB, Polars, pandas, PyArrow,
    cuDF) takes them as they are: ``duckdb.sql("SELECT ... FROM positions")``.
    """

    def __init__(
        self,
        games: Iterable[PgnGame],
        columns: Sequence[ColumnName] = DEFAULT_COLUMNS,
        *,
        jobs: int | None = None,
        variations: bool = False,
        report: Callable[[PgnFault], None] | None = None,
    ) -> None:
        """Positions of games, with these columns, of their ``variations``, too, if they were read.

        ``report`` is told once, at the end, if games were cut. Raises ValueError for a column that there isn't, and for
        no jobs.
        """
        if jobs is not None and jobs < 1:
            raise ValueError(f"jobs is {jobs}; at least one thread must work")
        self.columns = columns_of(columns)
        self._games = games
        self._is_read = False
        self._variations = variations
        self._jobs = jobs or usable_cores()
        self._report = report

    def __iter__(self) -> Iterator[Any]:
        """The positions as ``pyarrow.RecordBatch``es. Raises ImportError if PyArrow is missing, and as the reader."""
        yield from self._batches(self.schema)

    def __arrow_c_stream__(self, requested_schema: Any = None) -> Any:
        """The positions as a stream of Arrow's C interface, read as the one who takes them goes on.

        Raises ImportError if PyArrow is missing, ValueError if they were read already.
        """
        reader = _arrow().RecordBatchReader.from_batches(self.schema, self)
        return reader.__arrow_c_stream__(requested_schema)

    @property
    def schema(self) -> Any:
        """The columns and their types, a ``pyarrow.Schema``. Raises ImportError if PyArrow is missing."""
        arrow = _arrow()
        types = {
            "game": arrow.int64(),
            "ply": arrow.int32(),
            **dict.fromkeys(LINE_COLUMNS, arrow.int32()),
            "board": arrow.list_(arrow.uint64(), BITBOARDS),
            "key": arrow.uint64(),
            "clock": arrow.float64(),
            "cp": arrow.int32(),
            "mate": arrow.int32(),
            **dict.fromkeys(NUMBER_TAGS, arrow.int16()),
        }
        return arrow.schema([(name, types.get(name, arrow.string())) for name in self.columns])

    def chunks(self) -> Iterator[dict[str, Column]]:
        """The columns of some thousands of positions at a time, as NumPy has them. Raises as the reader."""
        if self._is_read and isinstance(self._games, Iterator):
            raise ValueError("these positions were read already, and pass by once: call read_games again")
        self._is_read = True
        idle: list[PositionColumns] = []
        works = (partial(_filled, games, self.columns, self._variations, idle) for games in self._portions())
        yield from in_order(works, self._jobs, "kiebitz-positions")

    def _batches(self, schema: Any) -> Iterator[Any]:
        """The record batches, as a schema has them."""
        arrow = _arrow()
        for chunk in self.chunks():
            arrays = [_arrow_array(arrow, chunk[name], schema.field(name).type) for name in self.columns]
            yield arrow.RecordBatch.from_arrays(arrays, schema=schema)

    def _portions(self) -> Iterator[list[PgnGame]]:
        """The games, as many at a time as have some thousands of positions; without those that have no start."""
        portion: list[PgnGame] = []
        rows = cut = 0
        first: PgnFault | None = None
        for game in self._games:
            if game.cut:
                cut += 1
                first = first or game.cut
                if not game.packed_moves:
                    continue  # Nothing is known to have stood on its board.
            portion.append(game)
            rows += game.plies + 1
            if game.variations:
                rows += sum(variation.plies + 1 for variation in game.variations)
            if rows >= ROWS_AT_ONCE:
                yield portion
                portion, rows = [], 0
        if portion:
            yield portion
        if first and self._report:
            more = f"; {cut:,} games were cut in all, see the column 'fault'" if cut > 1 else ""
            self._report(PgnFault(first.file, first.game, first.line, first.text + more))

    def to_arrow(self) -> Any:
        """All positions as a ``pyarrow.Table``. Raises ImportError if PyArrow is missing."""
        return _arrow().Table.from_batches(self, self.schema)

    def to_polars(self) -> polars.DataFrame:
        """All positions as a Polars frame. Raises ImportError if Polars or PyArrow is missing."""
        try:
            import polars
        except ImportError as error:
            raise ImportError("Polars is missing: pip install 'kiebitz[data]'") from error
        frame = polars.from_arrow(self.to_arrow())
        assert isinstance(frame, polars.DataFrame)
        return frame

    def to_numpy(self) -> dict[str, Array]:
        """All positions as arrays by column: ``board`` has twelve bitboards a row, texts are objects, nan for None."""
        found: dict[str, list[Array]] = {name: [_empty(name)] for name in self.columns}
        for chunk in self.chunks():
            for name, column in chunk.items():
                found[name].append(_numpy_array(column))
        return {name: np.concatenate(parts) for name, parts in found.items()}

    def write_parquet(self, path: str | os.PathLike[str]) -> int:
        """Write all positions to a Parquet file, which is there whole or not at all; how many there were.

        A file of another kind is spared. Raises ImportError if PyArrow is missing, OSError, ValueError in place of such
        a file, and as the reader.
        """
        _spare(Path(path))
        arrow, parquet = _arrow(), _arrow("pyarrow.parquet")
        # Texts of games are written as numbers and words, as they are had; who reads the file has texts.
        worded = {*GAME_COLUMNS} | {name for name in self.columns if name not in COLUMNS} - {*NUMBER_TAGS}
        schema = arrow.schema(
            field.with_type(arrow.dictionary(arrow.int32(), arrow.string())) if field.name in worded else field
            for field in self.schema
        )
        rows = 0
        with (
            whole_file(Path(path)) as file,
            parquet.ParquetWriter(
                file,
                schema,
                compression="zstd",
                use_dictionary=[name for name in self.columns if name not in DIFFERENT],
                # The least and the greatest of a text help nobody to find rows, and take as long as to write it.
                write_statistics=[name for name in self.columns if name not in (*DIFFERENT, *MOVES, *worded)],
                store_schema=False,
            ) as writer,
        ):
            writer.add_key_value_metadata({"ARROW:schema": b64encode(self.schema.serialize()).decode()})

            def write(batch: Any) -> int:
                writer.write_batch(batch)
                return int(batch.num_rows)

            # By a thread of its own, while the next games are read.
            works = (partial(write, batch) for batch in self._batches(schema))
            for written in in_order(works, 1, "kiebitz-parquet"):
                rows += written
        return rows


def _spare(path: Path) -> None:
    """Raise ValueError for a file that is there, and not Parquet."""
    if beginning_of(path, len(PARQUET)) not in (PARQUET, b""):
        raise ValueError(f"{path} is there, and no Parquet file; name another file")


def planes(boards: Any) -> Array:
    """Twelve bitboards a row as planes of 64 squares, a1 to h8: 1 where such a piece stands (n x 12 x 64 bytes)."""
    rows = np.ascontiguousarray(boards, dtype="<u8")
    return np.unpackbits(rows.view(np.uint8), bitorder="little").reshape(-1, BITBOARDS, 64)


class _Line(NamedTuple):
    """A line of a game, whose positions become rows."""

    game: PgnGame
    place: int
    """Of its game, among those that are made columns together."""
    number: int = MAIN_LINE
    variation: Variation | None = None

    @property
    def packed_moves(self) -> bytes:
        """All moves from where the game starts."""
        if self.variation is None:
            return self.game.packed_moves
        return path_to(self.game.packed_moves, self.game.variations, self.number)

    @property
    def rows(self) -> int:
        """Number of its positions."""
        return (self.variation or self.game).plies + 1

    def noted(self, name: str) -> bytes:
        """The notes on its positions, as ``MoveNotes`` packs them; a variation has none."""
        notes = None if self.variation is not None else self.game.notes
        if name == "clock":
            return notes.clocks + NO_SECONDS if notes else NO_SECONDS * self.rows
        return NO_VALUE + (notes.centipawns if name == "cp" else notes.mates) if notes else NO_VALUE * self.rows


def _lines(games: list[PgnGame], variations: bool) -> list[_Line]:
    """The lines of games."""
    lines = []
    for place, game in enumerate(games):
        lines.append(_Line(game, place))
        if variations:
            lines += [_Line(game, place, line, each) for line, each in enumerate(game.variations, 1)]
    return lines


def _filled(
    games: list[PgnGame], names: Sequence[str], variations: bool, idle: list[PositionColumns]
) -> dict[str, Column]:
    """The columns of games; a thread's work, by compiled columns that are idle or new."""
    needs_key = not set(names).isdisjoint(OPENING_COLUMNS)
    try:
        compiled = idle.pop()
    except IndexError:
        compiled = PositionColumns(sum(BITS.get(name, 0) for name in {*names, *(["key"] if needs_key else [])}))
    lines = _lines(games, variations)
    compiled.fill(
        [
            (line.game.fen, line.game.chess960, line.packed_moves, line.variation.ply if line.variation else 0)
            for line in lines
        ]
    )
    line_of = np.frombuffer(compiled.game_bytes(), np.int32)
    game_of = np.array([line.place for line in lines], np.int32)[line_of]
    openings = []
    if needs_key:
        is_main = np.array([line.variation is None for line in lines], bool)[line_of]
        keys = np.frombuffer(compiled.key_bytes(), np.uint64)
        openings = openings_of(keys[is_main], game_of[is_main], len(games))
    columns: dict[str, Column] = {}
    for name in names:
        if name == "fen" or name in MOVES:
            ends, letters = compiled.texts(BITS[name])
            columns[name] = Texts(np.frombuffer(ends, np.int32), letters)
        elif name == "game":
            columns[name] = np.array([game.raw.number for game in games], np.int64)[game_of]
        elif name == "line":
            columns[name] = np.array([line.number for line in lines], np.int32)[line_of]
        elif name == PARENT:
            parents = [-1 if line.variation is None else line.variation.parent for line in lines]
            columns[name] = _masked(np.array(parents, np.int32)[line_of], -1)
        elif name == "ply":
            columns[name] = np.frombuffer(compiled.ply_bytes(), np.int32)
        elif name == "key":
            columns[name] = np.frombuffer(compiled.key_bytes(), np.uint64)
        elif name == "board":
            columns[name] = np.frombuffer(compiled.board_bytes(), np.uint64).reshape(-1, BITBOARDS)
        elif name == "clock":
            columns[name] = np.frombuffer(b"".join(line.noted(name) for line in lines), np.float64)
        elif name in SPOKEN:
            columns[name] = _masked(np.frombuffer(b"".join(line.noted(name) for line in lines), np.int32), NO_NOTE)
        elif name == COMMENT:
            columns[name] = [
                said for line in lines for said in (line.variation or line.game).comments or [None] * line.rows
            ]
        elif name in OPENING_COLUMNS:
            part = "eco" if name == "eco" else "name"
            columns[name] = _words([getattr(opening, part, None) for opening in openings], game_of)
        elif name in NUMBER_TAGS:
            values = [value_of(game, name) for game in games]
            known = [NO_NOTE if value is None else value for value in values]
            numbers = _masked(np.array(known, np.int32)[game_of], NO_NOTE)
            columns[name] = np.ma.MaskedArray(numbers.data.astype(np.int16), numbers.mask)
        else:
            columns[name] = _words([cast("str | None", value_of(game, name)) for game in games], game_of)
    idle.append(compiled)
    return columns


def _words(texts: list[str | None], places: Array) -> Words:
    """A column of texts, of which each row's stands at a place of a list."""
    numbers: dict[str | None, int] = {None: -1}
    coded = [numbers.setdefault(text, len(numbers) - 1) for text in texts]
    return Words(np.array(coded, np.int32)[places], [text for text in numbers if text is not None])


def _masked(numbers: Array, missing: int) -> Any:
    """A column of numbers, masked where a number stands for none."""
    return np.ma.MaskedArray(numbers, numbers == missing)


def _arrow(module: str = "pyarrow") -> Any:
    """PyArrow, or a module of it. Raises ImportError with the remedy."""
    try:
        return import_module(module)
    except ImportError as error:
        raise ImportError("columns need PyArrow: pip install 'kiebitz[data]'") from error


def _arrow_array(arrow: Any, column: Column, kind: Any) -> Any:
    """A column as Arrow has it, texts without being copied one by one."""
    if isinstance(column, list):
        return arrow.array(column, kind)
    if isinstance(column, Words):
        numbers, words = arrow.array(column.numbers, mask=column.numbers < 0), arrow.array(column.words, arrow.string())
        numbered = arrow.DictionaryArray.from_arrays(numbers, words)
        return numbered if arrow.types.is_dictionary(kind) else numbered.dictionary_decode()
    if isinstance(column, Texts):
        has_text = np.diff(column.ends) > 0
        missing = int(len(has_text) - has_text.sum())
        validity = arrow.py_buffer(np.packbits(has_text, bitorder="little").tobytes()) if missing else None
        buffers = [validity, arrow.py_buffer(column.ends), arrow.py_buffer(column.letters)]
        return arrow.Array.from_buffers(arrow.string(), len(has_text), buffers, missing)
    if isinstance(column, np.ma.MaskedArray):
        return arrow.array(column.data, kind, mask=np.ma.getmaskarray(column))
    if column.ndim > 1:
        return arrow.FixedSizeListArray.from_arrays(arrow.array(column.reshape(-1)), BITBOARDS)
    return arrow.array(column, kind, from_pandas=kind == arrow.float64())  # not a number is none


def _numpy_array(column: Column) -> Array:
    if isinstance(column, Texts | Words):
        return column.to_numpy()
    if isinstance(column, list):
        return np.array(column, dtype=object)
    if isinstance(column, np.ma.MaskedArray):
        return np.where(np.ma.getmaskarray(column), np.nan, column.data)
    return column


def _empty(name: str) -> Array:
    """A column of no rows, as NumPy has it."""
    kinds = {
        "game": np.int64,
        "ply": np.int32,
        "line": np.int32,
        "key": np.uint64,
        **dict.fromkeys((PARENT, *SPOKEN, *NUMBER_TAGS), np.float64),
    }
    if name == "board":
        return np.empty((0, BITBOARDS), np.uint64)
    return np.empty(0, kinds.get(name, object))
