"""Every position of many games as columns, for Arrow, Polars, NumPy and Parquet.

A line of n moves has n + 1 rows: where it starts, and what stands after each move. Games are read by one thread and
made columns by several, a few thousand positions at a time, so that memory is bounded; rows come in the order of the
games, whatever the number of threads. docs/data.md tells of every column.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from importlib import import_module
from itertools import pairwise, repeat
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Literal, TypeAlias, cast, get_args

import numpy as np

from kiebitz.analysis.reading.variations import MAIN_LINE, Variation, path_to
from kiebitz.engine import PositionColumns
from kiebitz.processes.background import in_order
from kiebitz.processes.cores import usable_cores
from kiebitz.processes.whole_file import whole_file

if TYPE_CHECKING:
    import polars

    from kiebitz.analysis.reading.games import PgnGame

Array: TypeAlias = "np.ndarray[Any, np.dtype[Any]]"
ColumnName: TypeAlias = Literal[
    "game", "ply", "line", "fen", "board", "key", "move", "san", "parent", "clock", "cp", "mate", "comment", "eval"
]

# The bit by which the compiled half knows a column (``core.pgn.position_columns``), 0 for one that it always has.
BITS = {"game": 0, "ply": 0, "line": 0, "fen": 1, "board": 2, "key": 4, "move": 8, "san": 16}
SPOKEN = ("clock", "cp", "mate")
"""The notes of comments: seconds left to whoever moved, and the position's evaluation, White's view."""
COMMENT: Final = "comment"
"""The comment on the move that led to a position."""
PARENT: Final = "parent"
LINE_COLUMNS: tuple[ColumnName, ...] = ("line", PARENT)
"""Which variation of its game a row is of, 0 for the main line, and the line that it branches from."""
DEFAULT_COLUMNS: tuple[ColumnName, ...] = ("game", "ply", "fen", "move", "san")
EVALUATION = {"eval": ("cp", "mate")}
"""Short for both columns of which one has a value."""
COLUMNS: tuple[ColumnName, ...] = tuple(name for name in get_args(ColumnName) if name not in EVALUATION)
TEXTS = ("fen", "move", "san")
BITBOARDS = 12
ROWS_AT_ONCE = 50_000


def columns_of(names: Iterable[str]) -> tuple[ColumnName, ...]:
    """The names of columns, each once; 'eval' means cp and mate. Raises ValueError."""
    meant = [column for name in names for column in EVALUATION.get(name, (name,))]
    for name in meant:
        if name not in get_args(ColumnName):
            raise ValueError(f"there is no column {name!r}; there are {', '.join(get_args(ColumnName))}")
    if not meant:
        raise ValueError(f"no column is asked for; there are {', '.join(get_args(ColumnName))}")
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


class Positions:
    """The positions of games, read when they are asked for: once, for the games pass by.

    ``for batch in positions`` gives Arrow's record batches; ``to_arrow``, ``to_polars`` and ``to_numpy`` have them all
    at once, ``write_parquet`` writes them as they go.
    """

    def __init__(
        self,
        games: Iterable[PgnGame],
        columns: Sequence[ColumnName] = DEFAULT_COLUMNS,
        *,
        jobs: int | None = None,
        variations: bool = False,
    ) -> None:
        """Positions of games, with these columns, of their ``variations``, too, if they were read.

        Raises ValueError for a column that there isn't, and for no jobs.
        """
        if jobs is not None and jobs < 1:
            raise ValueError(f"jobs is {jobs}; at least one thread must work")
        self.columns = columns_of(columns)
        self._games = games
        self._variations = variations
        self._jobs = jobs or usable_cores()

    def __iter__(self) -> Iterator[Any]:
        """The positions as ``pyarrow.RecordBatch``es. Raises ImportError if PyArrow is missing, and as the reader."""
        arrow = _arrow()
        schema = self.schema
        for chunk in self.chunks():
            arrays = [_arrow_array(arrow, chunk[name], schema.field(name).type) for name in self.columns]
            yield arrow.RecordBatch.from_arrays(arrays, schema=schema)

    @property
    def schema(self) -> Any:
        """The columns and their types, a ``pyarrow.Schema``. Raises ImportError if PyArrow is missing."""
        arrow = _arrow()
        types = {
            "game": arrow.int64(),
            "ply": arrow.int32(),
            **dict.fromkeys(LINE_COLUMNS, arrow.int32()),
            COMMENT: arrow.string(),
            **dict.fromkeys(TEXTS, arrow.string()),
            "board": arrow.list_(arrow.uint64(), BITBOARDS),
            "key": arrow.uint64(),
            "clock": arrow.float64(),
            "cp": arrow.int32(),
            "mate": arrow.int32(),
        }
        return arrow.schema([(name, types[name]) for name in self.columns])

    def chunks(self) -> Iterator[dict[str, Array | Texts | list[Any]]]:
        """The columns of some thousands of positions at a time, as NumPy has them. Raises as the reader."""

        def chunks() -> Iterator[Callable[[], dict[str, Array | Texts | list[Any]]]]:
            number = 0
            for games in _portions(self._games):
                yield partial(_filled, games, self.columns, number, self._variations)
                number += len(games)

        yield from in_order(chunks(), self._jobs, "kiebitz-positions")

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
                found[name].append(_numpy_array(name, column))
        return {name: np.concatenate(parts) for name, parts in found.items()}

    def write_parquet(self, path: str | os.PathLike[str]) -> int:
        """Write all positions to a Parquet file, which is there whole or not at all; how many there were.

        Raises ImportError if PyArrow is missing, OSError, and as the reader.
        """
        parquet = _arrow("pyarrow.parquet")
        rows = 0
        with (
            whole_file(Path(path)) as file,
            parquet.ParquetWriter(file, self.schema, compression="zstd") as writer,
        ):
            for batch in self:
                writer.write_batch(batch)
                rows += batch.num_rows
        return rows


def planes(boards: Any) -> Array:
    """Twelve bitboards a row as planes of 64 squares, a1 to h8: 1 where such a piece stands (n x 12 x 64 bytes)."""
    rows = np.ascontiguousarray(boards, dtype="<u8")
    return np.unpackbits(rows.view(np.uint8), bitorder="little").reshape(-1, BITBOARDS, 64)


def _portions(games: Iterable[PgnGame]) -> Iterator[list[PgnGame]]:
    """The games, as many at a time as have some thousands of positions; without those that have no start."""
    portion: list[PgnGame] = []
    rows = 0
    for game in games:
        if not game.is_whole and not game.packed_moves:
            continue  # Nothing is known to have stood on its board.
        portion.append(game)
        rows += game.plies + 1 + sum(variation.plies + 1 for variation in game.variations)
        if rows >= ROWS_AT_ONCE:
            yield portion
            portion, rows = [], 0
    if portion:
        yield portion


@dataclass(frozen=True, slots=True)
class _Line:
    """A line of a game, whose positions become rows."""

    game: PgnGame
    game_number: int
    number: int = MAIN_LINE
    variation: Variation | None = None

    @property
    def packed_moves(self) -> bytes:
        """All moves from where the game starts."""
        if self.variation is None:
            return self.game.packed_moves
        return path_to(self.game.packed_moves, self.game.variations, self.number)

    def said(self, name: str) -> Iterable[Any]:
        """The comments on each of its positions."""
        game, line = self.game, self.variation or self.game
        if name == COMMENT:
            return _told(line.plies + 1, line.comments)
        if name == PARENT:
            return [None if self.variation is None else self.variation.parent] * (line.plies + 1)
        if self.variation is not None:
            return [None] * (line.plies + 1)
        if name == "clock":
            return (*_told(game.plies, game.clocks), None)
        kind = "centipawns" if name == "cp" else "mate"
        return (getattr(score, kind, None) for score in (None, *_told(game.plies, game.scores)))


def _lines(games: list[PgnGame], number: int, variations: bool) -> list[_Line]:
    """The lines of games, of which the first has a number."""
    lines = []
    for game_number, game in enumerate(games, number + 1):
        lines.append(_Line(game, game_number))
        if variations:
            lines += [_Line(game, game_number, line, each) for line, each in enumerate(game.variations, 1)]
    return lines


def _filled(
    games: list[PgnGame], names: Sequence[str], number: int, variations: bool
) -> dict[str, Array | Texts | list[Any]]:
    """The columns of games, of which the first has a number; a thread's work."""
    compiled = PositionColumns(sum(BITS.get(name, 0) for name in names))
    lines = _lines(games, number, variations)
    compiled.fill(
        [
            (line.game.fen, line.game.chess960, line.packed_moves, line.variation.ply if line.variation else 0)
            for line in lines
        ]
    )
    places = np.frombuffer(compiled.game_bytes(), np.int32)
    columns: dict[str, Array | Texts | list[Any]] = {}
    for name in names:
        if name in TEXTS:
            ends, letters = compiled.texts(BITS[name])
            columns[name] = Texts(np.frombuffer(ends, np.int32), letters)
        elif name == "game":
            columns[name] = np.array([line.game_number for line in lines], np.int64)[places]
        elif name == "line":
            columns[name] = np.array([line.number for line in lines], np.int32)[places]
        elif name == "ply":
            columns[name] = np.frombuffer(compiled.ply_bytes(), np.int32)
        elif name == "key":
            columns[name] = np.frombuffer(compiled.key_bytes(), np.uint64)
        elif name == "board":
            columns[name] = np.frombuffer(compiled.board_bytes(), np.uint64).reshape(-1, BITBOARDS)
        else:
            columns[name] = [value for line in lines for value in line.said(name)]
    return columns


def _told(count: int, values: Sequence[Any]) -> Iterable[Any]:
    """The notes of comments; as many times none if they weren't read."""
    return values or repeat(None, count)


def _arrow(module: str = "pyarrow") -> Any:
    """PyArrow, or a module of it. Raises ImportError with the remedy."""
    try:
        return import_module(module)
    except ImportError as error:
        raise ImportError("columns need PyArrow: pip install 'kiebitz[data]'") from error


def _arrow_array(arrow: Any, column: Array | Texts | list[Any], kind: Any) -> Any:
    """A column as Arrow has it, texts without being copied one by one."""
    if isinstance(column, list):
        return arrow.array(column, kind)
    if isinstance(column, Texts):
        has_text = np.diff(column.ends) > 0
        missing = int(len(has_text) - has_text.sum())
        validity = arrow.py_buffer(np.packbits(has_text, bitorder="little").tobytes()) if missing else None
        buffers = [validity, arrow.py_buffer(column.ends), arrow.py_buffer(column.letters)]
        return arrow.Array.from_buffers(kind, len(has_text), buffers, missing)
    if column.ndim > 1:
        return arrow.FixedSizeListArray.from_arrays(arrow.array(column.reshape(-1)), BITBOARDS)
    return arrow.array(column, kind)


def _numpy_array(name: str, column: Array | Texts | list[Any]) -> Array:
    if isinstance(column, Texts):
        return column.to_numpy()
    if isinstance(column, list):
        return np.array(column, dtype=object if name == COMMENT else np.float64)
    return column


def _empty(name: str) -> Array:
    """A column of no rows, as NumPy has it."""
    kinds = {
        "game": np.int64,
        "ply": np.int32,
        "line": np.int32,
        "key": np.uint64,
        **dict.fromkeys((PARENT, *SPOKEN), np.float64),
    }
    if name == "board":
        return np.empty((0, BITBOARDS), np.uint64)
    return np.empty(0, kinds.get(name, object))
