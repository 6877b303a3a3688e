"""Kiebitz in expressions of Polars: ``import kiebitz.polars``, then ``pl.col("fen").kiebitz.evaluate()``.

The functions are those of ``kiebitz.evaluate_batch`` and its like, with the same options: a column goes in at once, no
Python stands between two rows, and a row depends on nothing but itself. A position that is none, and a move that isn't
legal, are null; ``search`` says what is wrong.
"""

from __future__ import annotations

from typing import Any, Unpack

from kiebitz.engine import EngineOptions
from kiebitz.engine.columns.batch import TEXT_COLUMNS, Batch
from kiebitz.engine.columns.evaluate import evaluate_batch
from kiebitz.engine.columns.moves import is_legal_batch, move_batch
from kiebitz.engine.columns.search import COLUMNS, search_batch
from kiebitz.engine.limit import LimitLike

try:
    import polars as pl
except ImportError as error:
    raise ImportError("Polars is missing: pip install 'kiebitz[data]'") from error

# What a search tells of a position, a field each.
FIELDS = (*COLUMNS, "dropped", "error")
FOUND = pl.Struct({name: pl.String if name in TEXT_COLUMNS else pl.Int64 for name in FIELDS})


@pl.api.register_expr_namespace("kiebitz")
class Kiebitz:
    """Kiebitz's answers about a column of positions (FENs)."""

    def __init__(self, fens: pl.Expr) -> None:
        self._fens = fens

    def evaluate(self, *, jobs: int | None = None, **options: Unpack[EngineOptions]) -> pl.Expr:
        """The static evaluation, centipawns, the side to move's view (Int64). Options as of ``evaluate_batch``."""

        def evaluated(fens: pl.Series) -> pl.Series:
            return _column(evaluate_batch(fens, jobs=jobs, **options), "centipawns")

        return self._fens.map_batches(evaluated, pl.Int64, is_elementwise=True)

    def search(self, limit: LimitLike, *, jobs: int | None = None, **options: Unpack[EngineOptions]) -> pl.Expr:
        """Search each position: a struct of move, centipawns, mate, depth, nodes, pv, dropped and error.

        Limit and options as of ``search_batch``; ``.struct.field("move")`` and ``.struct.unnest()`` take it apart.
        """

        def searched(fens: pl.Series) -> pl.Series:
            return search_batch(fens, limit, jobs=jobs, **options).to_polars().select(FIELDS).to_struct()

        return self._fens.map_batches(searched, FOUND, is_elementwise=True)

    def move(self, moves: pl.Expr | str, *, jobs: int | None = None) -> pl.Expr:
        """The FEN after a move, UCI text or SAN; ``moves`` is a column, or its name."""
        return self._with(moves, lambda fens, played: _column(move_batch(fens, played, jobs=jobs), "after"), pl.String)

    def is_legal(self, moves: pl.Expr | str, *, jobs: int | None = None) -> pl.Expr:
        """True if a move is legal (Boolean); ``moves`` as of ``move``."""

        def asked(fens: pl.Series, played: pl.Series) -> pl.Series:
            return _column(is_legal_batch(fens, played, jobs=jobs), "legal").cast(pl.Boolean)

        return self._with(moves, asked, pl.Boolean)

    def _with(self, moves: pl.Expr | str, ask: Any, kind: Any) -> pl.Expr:
        """The answers of ``ask`` about positions and moves."""
        both = pl.struct(self._fens.alias("fen"), (pl.col(moves) if isinstance(moves, str) else moves).alias("move"))
        name = self._fens.meta.output_name(raise_if_undetermined=False) or "fen"

        def asked(pairs: pl.Series) -> pl.Series:
            found: pl.Series = ask(pairs.struct.field("fen"), pairs.struct.field("move"))
            return found

        return both.map_batches(asked, kind, is_elementwise=True).alias(name)


def _column(batch: Batch, name: str) -> pl.Series:
    """A column of a batch."""
    return batch.to_polars()[name]
