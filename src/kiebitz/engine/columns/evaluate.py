"""``kiebitz.evaluate_batch``: the static evaluation of many positions."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Any, Unpack

import numpy as np

from kiebitz.core.evaluation.fen_values import FenValues
from kiebitz.core.evaluation.nnue.file import read_nnue
from kiebitz.core.evaluation.nnue.half_ka import HalfKA
from kiebitz.engine import Engine, EngineOptions
from kiebitz.engine.columns.batch import Batch, Rows, Value, placed, positions_of
from kiebitz.engine.columns.portions import in_portions

SMALL_HASH_MB = 1
COLUMNS = ("centipawns",)
TEACHER = "teacher"


def evaluate_batch(
    fens: Any,
    *,
    jobs: int | None = None,
    on_position: Callable[[int, int], None] | None = None,
    teacher: str | os.PathLike[str] | HalfKA | None = None,
    **options: Unpack[EngineOptions],
) -> Batch:
    """Evaluate many positions without search.

    Columns: ``fen``, ``centipawns``, ``dropped``, ``error``, and behind ``centipawns`` ``teacher`` if there is one.

    ``fens`` is a sequence, a NumPy array, or a column of Arrow, Polars or pandas: FENs or boards; of a frame, its
    column ``fen``. ``jobs`` threads work at once, by default one for each core; ``options`` are the engine's, as
    ``Engine`` takes them. ``teacher`` is a network of Stockfish, as ``kiebitz teacher cut`` writes it: what it says by
    itself, in centipawns, beside ours. ``on_position`` is told of each position how many are done, of how many. An
    invalid position becomes a row with an error; what is dropped of a position stands in its row, and one FenWarning
    counts it. Ctrl-C ends the run and returns what is done.

    Raises ValueError for no jobs, and as ``Engine`` and ``positions_of``; NetworkError for a teacher that is none.
    """
    boards = positions_of(fens)
    asked_too = read_nnue(teacher) if isinstance(teacher, str | os.PathLike) else teacher
    rows = Rows(boards, COLUMNS if asked_too is None else (*COLUMNS, TEACHER))
    options.setdefault("hash_mb", SMALL_HASH_MB)
    with Engine(**options) as engine:

        def work(asked: FenValues, start: int, behind: int) -> tuple[bytes, bytes, bytes]:
            return asked.values(boards[start:behind])

        try:
            for start, (values, taught, states) in in_portions(
                len(boards), jobs, lambda: FenValues(engine.evaluator(), asked_too), work
            ):
                valued = np.frombuffer(states, np.uint8) == 0
                rows.put_numbers("centipawns", start, np.frombuffer(values, np.int32), valued)
                if asked_too:
                    rows.put_numbers(TEACHER, start, np.frombuffer(taught, np.int32), valued)
                reached = rows.reached[start : start + len(valued)]
                if on_position is None:
                    reached[:] = valued
                    for index in np.flatnonzero(~valued).tolist():
                        rows.put(start + index, _row(engine, asked_too, boards[start + index]))
                    continue
                for index, has_value in enumerate(valued.tolist()):
                    if has_value:
                        reached[index] = True
                    else:
                        rows.put(start + index, _row(engine, asked_too, boards[start + index]))
                    on_position(start + index + 1, len(boards))
        except KeyboardInterrupt:
            pass  # What is done is kept; the rest says so.
    return rows.batch()


def _row(engine: Engine, teacher: HalfKA | None, board: Any) -> dict[str, Value]:
    """The row of a position that is no plain FEN, or isn't a sound one."""
    row: dict[str, Value] = {}
    try:
        position = placed(board, row)
        row["centipawns"] = engine.evaluate(position).total
        if teacher:
            row[TEACHER] = teacher.value(position)
    except (ValueError, TypeError) as error:
        row["error"] = str(error)
    return row
