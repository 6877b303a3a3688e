"""A batch: what many positions were found to be worth, as columns of equal length."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np

from kiebitz.core.chess.fen import warn_of_dropped
from kiebitz.engine import Position, position_of
from kiebitz.engine.notebook.frames import arrow_table, pandas_frame, polars_frame

if TYPE_CHECKING:
    import polars

Value: TypeAlias = "str | int | None"

FEN = "fen"
"""The column of a table that holds the positions."""
TEXT_COLUMNS = ("fen", "move", "pv", "after", "dropped", "error")
"""The columns that hold text; all others hold whole numbers."""
DROPPED = "dropped"
NOT_REACHED = "not reached: the run was interrupted"


@dataclass(frozen=True, slots=True)
class Batch:
    """Results as columns: one row for each position, in the order given. A missing value is None.

    ``fen`` is the position as it was given, ``error`` what is wrong with it, ``dropped`` what was left out of it
    because it can't be (castling rights, an en passant square); ``centipawns`` and ``mate`` (moves) take the view of
    the side to move; ``move`` and ``pv`` are UCI text; ``depth`` counts plies.
    """

    columns: Mapping[str, Sequence[Value]]
    """Each column by its name."""
    is_whole: bool
    """Whether every row was reached; else Ctrl-C ended the run, and ``error`` says so in the rows that were not."""

    def __len__(self) -> int:
        return len(self.columns["fen"])

    def __getitem__(self, name: str) -> Sequence[Value]:
        """A column. Raises KeyError."""
        return self.columns[name]

    def __iter__(self) -> Iterator[dict[str, Value]]:
        """The rows, each with its values by name."""
        for values in zip(*self.columns.values(), strict=True):
            yield dict(zip(self.columns, values, strict=True))

    def to_numpy(self) -> dict[str, np.ndarray[Any, np.dtype[Any]]]:
        """Each column as an array: numbers as float64, nan for None; text as objects."""
        return {
            name: np.array(values, dtype=object if name in TEXT_COLUMNS else np.float64)
            for name, values in self.columns.items()
        }

    def to_arrow(self) -> Any:
        """The batch as a ``pyarrow.Table``. Raises ImportError if PyArrow is missing."""
        return arrow_table(self.columns, TEXT_COLUMNS)

    def to_polars(self) -> polars.DataFrame:
        """The batch as a Polars frame. Raises ImportError if Polars is missing."""
        return polars_frame(self.columns, TEXT_COLUMNS)

    def to_pandas(self) -> Any:
        """The batch as a ``pandas.DataFrame``, None as ``pandas.NA``. Raises ImportError if pandas is missing."""
        return pandas_frame(self.columns, TEXT_COLUMNS)

    def __repr__(self) -> str:
        """In one line: the rows themselves are shown by ``to_polars()`` and the like."""
        failed = sum(error is not None for error in self.columns.get("error", ()))
        return f"Batch({len(self):,} rows of {', '.join(self.columns)}; {failed:,} with an error)"

    def _repr_html_(self) -> str:
        """What notebooks show: the first rows."""
        from kiebitz.engine.notebook.display import rows_html

        return rows_html(self.columns)


def positions_of(column: Any) -> list[Any]:
    """The values of a sequence, of a NumPy array, or of a column of Arrow, Polars or pandas.

    Of a frame or another table of columns, its column ``fen`` or its only one. Raises TypeError for a single position,
    for a table that has neither, and for what holds no positions.
    """
    if isinstance(column, str | bytes) or (hasattr(column, "fen") and not _is_table(column)):
        raise TypeError("one position is no batch; give a list of them")
    if _is_table(column):
        column = _column_of(column)
    if len(getattr(column, "shape", (0,))) > 1:
        raise TypeError(f"an array of {len(column.shape)} dimensions is no column of positions; give one of them")
    for listing in ("to_pylist", "to_list", "tolist"):
        if hasattr(column, listing):
            return list(getattr(column, listing)())
    return list(column)


def _is_table(data: Any) -> bool:
    """Whether data is a table of columns: a frame of Polars or pandas, a table of Arrow, a mapping, a batch."""
    return isinstance(data, Mapping | Batch) or hasattr(data, "column_names") or hasattr(data, "columns")


def _column_of(table: Any) -> Any:
    """The column of a table that holds the positions. Raises TypeError if that can't be told."""
    if isinstance(table, Batch):
        table = table.columns
    names = list(table) if isinstance(table, Mapping) else list(getattr(table, "column_names", None) or table.columns)
    named = FEN if FEN in names else names[0] if len(names) == 1 else None
    if named is None:
        raise TypeError(
            f"a table with the columns {', '.join(map(str, names)) or '(none)'} is no column of positions;"
            f" give one of them, such as table[{names[0]!r}]"
            if names
            else "a table without columns holds no positions"
        )
    return table[named]


def batch_of(fens: Sequence[Any], names: Sequence[str], rows: Sequence[Mapping[str, Value] | None]) -> Batch:
    """The batch of these rows, by position; None is a row that was not reached.

    A FenWarning says in how many something was dropped.
    """
    columns: dict[str, list[Value]] = {"fen": [_text_of(fen) for fen in fens]}
    for name in (*names, DROPPED):
        columns[name] = [None if row is None else row.get(name) for row in rows]
    if count := sum(note is not None for note in columns[DROPPED]):
        warn_of_dropped(
            f"castling rights or en passant squares that can't be were left out in {count:,} of {len(fens):,}"
            f" positions; the batch's column '{DROPPED}' says which"
        )
    columns["error"] = [NOT_REACHED if row is None else row.get("error") for row in rows]
    return Batch(columns, is_whole=None not in rows)


def placed(board: Any, row: dict[str, Value]) -> Position:
    """The position of a row, which is told what was dropped of it. Raises as ``position_of``."""
    dropped: list[str] = []
    position = position_of(board, dropped)
    if dropped:
        row[DROPPED] = "; ".join(dropped)
    return position


def _text_of(board: Any) -> str | None:
    """A position as it was given: a FEN as it stands, a board's FEN."""
    if board is None or isinstance(board, str):
        return board
    return str(board.fen()) if hasattr(board, "fen") else str(board)
