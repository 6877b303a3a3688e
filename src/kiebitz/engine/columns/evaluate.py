"""``kiebitz.evaluate_batch``: the static evaluation of many positions."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Unpack

import numpy as np

from kiebitz.core.chess.fen import START_FEN
from kiebitz.core.evaluation.fen_values import FenValues
from kiebitz.engine import Engine, EngineOptions
from kiebitz.engine.columns.batch import Batch, Value, batch_of, placed, positions_of
from kiebitz.engine.columns.portions import in_portions
from kiebitz.engine.engine import START_TEXT

SMALL_HASH_MB = 1
COLUMNS = ("centipawns",)


def evaluate_batch(
    fens: Any,
    *,
    jobs: int | None = None,
    on_position: Callable[[int, int], None] | None = None,
    **options: Unpack[EngineOptions],
) -> Batch:
    """Evaluate many positions without search.

    Columns: ``fen``, ``centipawns``, ``dropped``, ``error``.

    ``fens`` is a sequence, a NumPy array, or a column of Arrow, Polars or pandas: FENs or boards; of a frame, its
    column ``fen``. ``jobs`` threads work at once, by default one for each core; ``options`` are the engine's, as
    ``Engine`` takes them. ``on_position`` is told of each position how many are done, of how many. An invalid position
    becomes a row with an error; what is dropped of a position stands in its row, and one FenWarning counts it. Ctrl-C
    ends the run and returns what is done.

    Raises ValueError for no jobs, and as ``Engine`` and ``positions_of``.
    """
    given = positions_of(fens)
    boards = [START_FEN if board == START_TEXT else board for board in given]
    rows: list[dict[str, Value] | None] = [None] * len(boards)
    options.setdefault("hash_mb", SMALL_HASH_MB)
    with Engine(**options) as engine:

        def work(asked: FenValues, start: int, behind: int) -> tuple[list[int], bytes]:
            values, states = asked.values(boards[start:behind])
            return np.frombuffer(values, np.int32).tolist(), states

        try:
            for start, (values, states) in in_portions(len(boards), jobs, lambda: FenValues(engine.evaluator()), work):
                for index, (value, state) in enumerate(zip(values, states, strict=True), start):
                    rows[index] = _row(engine, boards[index]) if state else {"centipawns": value}
                    if on_position is not None:
                        on_position(index + 1, len(boards))
        except KeyboardInterrupt:
            pass  # What is done is kept; the rest says so.
    return batch_of(given, COLUMNS, rows)


def _row(engine: Engine, board: Any) -> dict[str, Value]:
    """The row of a position that is no plain FEN, or isn't a sound one."""
    row: dict[str, Value] = {}
    try:
        row["centipawns"] = engine.evaluate(placed(board, row)).total
    except (ValueError, TypeError) as error:
        row["error"] = str(error)
    return row
