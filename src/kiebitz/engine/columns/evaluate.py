"""``kiebitz.evaluate_batch``: the static evaluation of many positions."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Unpack

from kiebitz.engine import Engine, EngineOptions
from kiebitz.engine.columns.batch import Batch, Value, batch_of, placed, positions_of

SMALL_HASH_MB = 1
COLUMNS = ("centipawns",)


def evaluate_batch(
    fens: Any,
    *,
    on_position: Callable[[int, int], None] = lambda done, of: None,
    **options: Unpack[EngineOptions],
) -> Batch:
    """Evaluate many positions without search.

    Columns: ``fen``, ``centipawns``, ``dropped``, ``error``.

    ``fens`` is a sequence, a NumPy array, or a column of Arrow, Polars or pandas: FENs or boards; of a frame, its
    column ``fen``. ``options`` are the engine's, as ``Engine`` takes them. ``on_position`` is told after each position
    how many are done, of how many. An invalid position becomes a row with an error; what is dropped of a position
    stands in its row, and one FenWarning counts it. Ctrl-C ends the run and returns what is done.

    Raises as ``Engine`` and ``positions_of``.
    """
    boards = positions_of(fens)
    rows: list[dict[str, Value] | None] = [None] * len(boards)
    options.setdefault("hash_mb", SMALL_HASH_MB)
    with Engine(**options) as engine:
        try:
            for index, board in enumerate(boards):
                row: dict[str, Value] = {}
                try:
                    row["centipawns"] = engine.evaluate(placed(board, row)).total
                except (ValueError, TypeError) as error:
                    row["error"] = str(error)
                rows[index] = row
                on_position(index + 1, len(boards))
        except KeyboardInterrupt:
            pass  # What is done is kept; the rest says so.
    return batch_of(boards, COLUMNS, rows)
