"""A batch: what many positions were found to be worth, as columns of equal length."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal, TypeAlias, overload

import numpy as np

from kiebitz.core.chess.fen import warn_of_dropped
from kiebitz.engine import Position, position_of
from kiebitz.engine.notebook.frames import arrow_table, library, pandas_frame, polars_frame

if TYPE_CHECKING:
    import polars

Value: TypeAlias = "str | int | None"
Numbers: TypeAlias = "np.ma.MaskedArray[Any, np.dtype[np.int64]]"
"""A column of whole numbers, masked where there is none: ``column.mask`` says where, ``tolist()`` has None there."""
Texts: TypeAlias = "Sequence[str | None]"
Column: TypeAlias = "Numbers | Texts"
NumberName: TypeAlias = Literal["centipawns", "mate", "depth", "nodes", "legal"]
TextName: TypeAlias = Literal["fen", "move", "pv", "after", "dropped", "error"]

FEN = "fen"
"""The column of a table that holds the positions."""
TEXT_COLUMNS = ("fen", "move", "pv", "after", "dropped", "error")
"""The columns that hold text; all others hold whole numbers."""
DROPPED = "dropped"
ERROR = "error"
STREAM = "__arrow_c_stream__"
"""The method of those that give their columns through Arrow's C interface."""
NOT_REACHED = "not reached: the run was interrupted"


@dataclass(frozen=True, slots=True, eq=False)
class Batch:
    """Results as columns: one row for each position, in the order given.

    A column of numbers is a masked NumPy array of int, masked where there is no value, one of text a sequence with None
    there. ``fen`` is the position as it was given, ``error`` what is wrong with it, ``dropped`` what was left out of it
    because it can't be (castling rights, an en passant square); ``centipawns`` and ``mate`` (moves) take the view of
    the side to move; ``move`` and ``pv`` are UCI text; ``depth`` counts plies.
    """

    columns: Mapping[str, Column]
    """Each column by its name."""
    is_whole: bool
    """True if every row was reached; else Ctrl-C ended the run, and ``error`` says so in the rows that were not."""

    def __post_init__(self) -> None:
        """Take numbers that are given as a list, too, None where there is none."""
        columns = {
            name: values if name in TEXT_COLUMNS or isinstance(values, np.ma.MaskedArray) else numbers_of(values)
            for name, values in self.columns.items()
        }
        object.__setattr__(self, "columns", columns)

    def __len__(self) -> int:
        return len(self.columns[FEN])

    def __eq__(self, other: object) -> bool:
        """True if all columns are the same."""
        if not isinstance(other, Batch):
            return NotImplemented
        return self.is_whole == other.is_whole and self.to_dict() == other.to_dict()

    __hash__ = None  # type: ignore[assignment]  # Columns may be large.

    @overload
    def __getitem__(self, name: NumberName) -> Numbers: ...
    @overload
    def __getitem__(self, name: TextName) -> Texts: ...
    def __getitem__(self, name: NumberName | TextName) -> Column:
        """A column; ``columns`` has those whose names are not known beforehand. Raises KeyError."""
        return self.columns[name]

    def __iter__(self) -> Iterator[dict[str, Value]]:
        """The rows, each with its values by name."""
        columns = self.to_dict()
        for values in zip(*columns.values(), strict=True):
            yield dict(zip(columns, values, strict=True))

    def to_dict(self) -> dict[str, list[Value]]:
        """Each column as a list, None for a missing value."""
        return {name: values_of(values) for name, values in self.columns.items()}

    def to_numpy(self) -> dict[str, np.ndarray[Any, np.dtype[Any]]]:
        """Each column as an array: numbers as float64, nan for None; text as objects."""
        return {
            name: np.where(np.ma.getmaskarray(values), np.nan, values.data)
            if isinstance(values, np.ma.MaskedArray)
            else np.array(values, dtype=object)
            for name, values in self.columns.items()
        }

    def to_arrow(self) -> Any:
        """The batch as a ``pyarrow.Table``. Raises ImportError if PyArrow is missing."""
        return arrow_table(self.columns, TEXT_COLUMNS)

    def __arrow_c_stream__(self, requested_schema: Any = None) -> Any:
        """The batch as a stream of Arrow's C interface. Raises ImportError if PyArrow is missing."""
        return self.to_arrow().__arrow_c_stream__(requested_schema)

    def to_polars(self) -> polars.DataFrame:
        """The batch as a Polars frame. Raises ImportError if Polars is missing."""
        return polars_frame(self.to_dict(), TEXT_COLUMNS)

    def to_pandas(self) -> Any:
        """The batch as a ``pandas.DataFrame``, None as ``pandas.NA``. Raises ImportError if pandas is missing."""
        return pandas_frame(self.to_dict(), TEXT_COLUMNS)

    def __repr__(self) -> str:
        """In one line: the rows themselves are shown by ``to_polars()`` and the like."""
        failed = sum(error is not None for error in self.columns.get(ERROR, ()))
        return f"Batch({len(self):,} rows of {', '.join(self.columns)}; {failed:,} with an error)"

    def _repr_html_(self) -> str:
        """The view in notebooks: the first rows."""
        from kiebitz.engine.notebook.display import rows_html

        return rows_html(self.to_dict())


def numbers_of(values: Iterable[Any]) -> Numbers:
    """A column of whole numbers, of which some may be None."""
    listed = list(values)
    missing = [value is None for value in listed]
    return np.ma.MaskedArray(
        np.array([0 if value is None else value for value in listed], dtype=np.int64), np.array(missing, dtype=bool)
    )


def values_of(column: Column) -> list[Value]:
    """A column as a list, None for a missing value."""
    return list(column.tolist()) if isinstance(column, np.ma.MaskedArray) else list(column)


def positions_of(column: Any) -> list[Any]:
    """The values of a sequence, of a NumPy array, or of a column of Arrow, Polars or pandas; bytes become text.

    Of a frame or another table of columns, its column ``fen`` or its only one; a LazyFrame is collected, a stream of
    Arrow's C interface (a RecordBatchReader, ``Games.positions``, a relation of DuckDB) read to its end.

    Raises TypeError for a single position, for a table that has neither, and for what holds no positions; ImportError
    if a stream needs PyArrow and it is missing.
    """
    if isinstance(column, str | bytes) or (hasattr(column, "fen") and not _is_table(column)):
        raise TypeError("one position is no batch; give a list of them")
    if hasattr(column, "collect") and hasattr(column, "collect_schema"):
        column = column.select(_position_column(column.collect_schema().names())).collect()
    elif hasattr(column, STREAM) and not hasattr(column, "__getitem__"):
        column = library("pyarrow").table(column)
    if _is_table(column):
        column = _column_of(column)
    if len(getattr(column, "shape", (0,))) > 1 and not hasattr(column, STREAM):
        raise TypeError(f"an array of {len(column.shape)} dimensions is no column of positions; give one of them")
    listing = next((name for name in ("to_pylist", "to_list", "tolist") if hasattr(column, name)), None)
    if listing is None and hasattr(column, STREAM):
        column, listing = library("pyarrow").table(column).column(0), "to_pylist"
    values = list(getattr(column, listing)() if listing else column)
    # FENs are ASCII: Parquet files of many programs, HDF5 and NumPy's "S" have them as bytes.
    return [value.decode("ascii", "replace") if isinstance(value, bytes) else value for value in values]


def _is_table(data: Any) -> bool:
    """True if data is a table of columns: a frame of Polars or pandas, a table of Arrow, a mapping, a batch."""
    return isinstance(data, Mapping | Batch) or hasattr(data, "column_names") or hasattr(data, "columns")


def _column_of(table: Any) -> Any:
    """The column of a table that holds the positions. Raises TypeError if that can't be told."""
    if isinstance(table, Batch):
        table = table.columns
    names = list(table) if isinstance(table, Mapping) else list(getattr(table, "column_names", None) or table.columns)
    return table[_position_column(names)]


def _position_column(names: Sequence[Any]) -> Any:
    """Which of a table's columns holds the positions. Raises TypeError if that can't be told."""
    named = FEN if FEN in names else names[0] if len(names) == 1 else None
    if named is None:
        raise TypeError(
            f"a table with the columns {', '.join(map(str, names)) or '(none)'} is no column of positions;"
            f" give one of them, such as table[{names[0]!r}]"
            if names
            else "a table without columns holds no positions"
        )
    return named


class Rows:
    """The rows of a batch as they are found: in any order, by themselves or many at once."""

    def __init__(self, fens: Sequence[Any], names: Sequence[str]) -> None:
        """Have a row for each position, as it was given, with these columns and those of every batch."""
        count = len(fens)
        self._fens = fens
        self.reached = np.zeros(count, dtype=bool)
        """Which rows are found."""
        self._names = names
        self._numbers = {name: np.zeros(count, dtype=np.int64) for name in names if name not in TEXT_COLUMNS}
        self._known = {name: np.zeros(count, dtype=bool) for name in self._numbers}
        self._texts: dict[str, list[str | None]] = {
            name: [None] * count for name in (*(name for name in names if name in TEXT_COLUMNS), DROPPED, ERROR)
        }

    def __len__(self) -> int:
        return len(self._fens)

    def put(self, index: int, row: Mapping[str, Value]) -> None:
        """Take a row; what it doesn't name is missing."""
        for name, value in row.items():
            if name in self._texts:
                self._texts[name][index] = None if value is None else str(value)
            elif value is not None:
                self._numbers[name][index] = value
                self._known[name][index] = True
        self.reached[index] = True

    def put_numbers(self, name: str, start: int, values: Any, known: Any) -> None:
        """Take many numbers of a column, from a row on; ``known`` says which there are."""
        place = slice(start, start + len(values))
        self._numbers[name][place] = values
        self._known[name][place] = known

    def put_texts(self, name: str, start: int, values: Sequence[str | None]) -> None:
        """Take many texts of a column, from a row on."""
        self._texts[name][start : start + len(values)] = values

    def batch(self) -> Batch:
        """The batch. A FenWarning says in how many positions something was dropped, or that none can be used."""
        fens = self._fens
        columns: dict[str, Column] = {
            FEN: list(fens) if all(type(fen) is str for fen in fens) else [_text_of(fen) for fen in fens]
        }
        for name in (*self._names, DROPPED):
            if name in self._texts:
                columns[name] = self._texts[name]
            else:
                columns[name] = np.ma.MaskedArray(self._numbers[name], ~self._known[name])
        dropped = len(fens) - self._texts[DROPPED].count(None)
        if dropped:
            warn_of_dropped(
                f"castling rights or en passant squares that can't be were left out in {dropped:,} of {len(fens):,}"
                f" positions; the batch's column '{DROPPED}' says which"
            )
        failed = [error for error in self._texts[ERROR] if error is not None]
        if len(failed) == len(fens) > 1:
            warn_of_dropped(f"none of the {len(fens):,} positions can be used; the first: {failed[0]}")
        is_whole = bool(self.reached.all())
        if not is_whole:
            for index in np.flatnonzero(~self.reached).tolist():
                self._texts[ERROR][index] = NOT_REACHED
        columns[ERROR] = self._texts[ERROR]
        return Batch(columns, is_whole=is_whole)


def placed(board: Any, row: dict[str, Value]) -> Position:
    """The position of a row, which is told what was dropped of it. Raises as ``position_of``."""
    dropped: list[str] = []
    position = position_of(board, dropped)
    if dropped:
        row[DROPPED] = "; ".join(dropped)
    return position


def _text_of(board: Any) -> str | None:
    """A position as it was given: a FEN as it stands, a board's FEN, by rook files in Chess960."""
    if board is None or isinstance(board, str):
        return board
    if not hasattr(board, "fen"):
        return str(board)
    return str(board.fen(shredder=True) if getattr(board, "chess960", False) else board.fen())
