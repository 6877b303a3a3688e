"""A look into the transposition table: how full, with what, what it knows of a position, which line it remembers.

It is the same table for chess and shogi; moves are UCI and USI text.

Entries are read by the same relaxed atomics as the search's, so a view may look while a search runs: what it sees is
then of slightly different moments.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from kiebitz.core.chess.position import MAX_PLY, Position
from kiebitz.core.table.design import ProbeCounts, TableDesign
from kiebitz.core.table.table import Table
from kiebitz.core.value import NO_VALUE
from kiebitz.engine.positions import AnyPosition, notation_of
from kiebitz.engine.score import Score

EntryBound = Literal["none", "upper", "lower", "exact"]
BOUNDS: tuple[EntryBound, ...] = ("none", "upper", "lower", "exact")
GENERATIONS = 32
DEPTHS = 256
CLEARED_DEPTH = 255
# Buckets looked at in one go, so that a large table isn't copied whole.
CHUNK_BUCKETS = 1 << 14
# Stretches that a sample is taken from.
SAMPLE_STRETCHES = 64

# Entries as they lie in memory (core/table/table.pxd, core/table/laboratory.pxd).
_COMPACT = np.dtype(
    [("key", "<u2"), ("move", "<u2"), ("value", "<i2"), ("evaluation", "<i2"), ("depth", "u1"), ("mark", "u1")]
)
_CLUSTER = np.dtype([("entries", _COMPACT, 3), ("unused", "<u2")])
_WIDE = np.dtype([("key", "<u8"), ("data", "<u8")])
_DATA = np.dtype([("move", "<u2"), ("value", "<i2"), ("evaluation", "<i2"), ("depth", "u1"), ("mark", "u1")])
_BOUND_BITS, _PV_BIT, _GENERATION_STEP = 3, 4, 8

ENTRY = np.dtype(
    [
        ("bucket", "u8"),
        ("slot", "u1"),
        ("key", "u8"),
        ("move", "u2"),
        ("value", "i2"),
        ("evaluation", "i2"),
        ("depth", "u1"),
        ("bound", "u1"),
        ("pv", "?"),
        ("age", "u1"),
        ("cleared", "?"),
    ]
)
"""An entry in use.

``bucket`` and ``slot`` say where it is, ``key`` which bits of the key it keeps. ``move`` is a 16-bit code, 0 for none.
``value`` is in centipawns for the side to move, a mate 32000 less its plies from this position; ``evaluation`` is the
static one, 32002 in check; ``depth`` counts plies; ``bound`` is an index into ``BOUNDS``; ``age`` counts the searches
since it was stored, modulo 32. Of a ``cleared`` entry (MiniMAX's clearing) only the move is left.
"""


@dataclass(frozen=True, slots=True)
class TableEntry:
    """The table's entry of one position."""

    move: str | None
    """The best or refuting move as UCI or USI text; None if none is known (or it isn't legal: another position's)."""
    score: Score | None
    """The value for the side to move, mates counted from this position; None if only the move is left."""
    bound: EntryBound
    """The relation of the score to the true value: equal, at least (``lower``), at most (``upper``)."""
    depth: int
    """Plies searched."""
    evaluation: int | None
    """Static evaluation in centipawns for the side to move; None in check."""
    pv: bool
    """True if it was found in a principal variation."""


@dataclass(frozen=True, slots=True)
class TableSurvey:
    """The table, or a sample of it, counted."""

    entries: int
    """Entries looked at."""
    used: int
    """Of these in use."""
    recent: int
    """Of these stored by the last search."""
    cleared: int
    """Of these with nothing left but the move (MiniMAX's clearing)."""
    by_depth: tuple[int, ...]
    """Entries in use by depth in plies, from 0 to 255; 255 are the cleared ones."""
    by_bound: dict[EntryBound, int]
    """Entries in use by what their value says."""
    by_age: tuple[int, ...]
    """Entries in use by age in searches, from 0 to 31."""
    by_fill: tuple[int, ...]
    """Buckets with 0, 1, 2, … entries in use (of overlapping buckets every full set of neighbours)."""

    @property
    def permille(self) -> int:
        """Entries in use, in permille."""
        return self.used * 1000 // max(self.entries, 1)

    def _repr_html_(self) -> str:
        """The view in notebooks: use, and the entries by depth and by the meaning of their value."""
        from kiebitz.engine.notebook.display import bar, table_html

        depths = [(depth, count) for depth, count in enumerate(self.by_depth) if count]
        most = max((count for _, count in depths), default=1)
        rows = [(str(depth), f"{count:,}", bar(count, most)) for depth, count in depths]
        bounds = ", ".join(f"{count:,} {bound}" for bound, count in self.by_bound.items())
        caption = f"{self.used:,} of {self.entries:,} entries in use ({self.permille / 10:.1f} %): {bounds}"
        return table_html(("depth", "entries", ""), rows, caption)


class TableView:
    """The look into one table, by ``table`` of either engine; stays good when the table is resized or cleared."""

    def __init__(self, table: Table, position_of: Callable[[Any], AnyPosition]) -> None:
        """``position_of`` makes a position of what callers give for one."""
        self._table = table
        self._position_of = position_of

    @property
    def design(self) -> TableDesign:
        """How the table is made."""
        return self._table.design

    @property
    def size_mb(self) -> int:
        """The table's size in MB."""
        return self._table.size_mb

    @property
    def entries(self) -> int:
        """Number of entries it has room for."""
        return self._table.entries

    @property
    def hashfull(self) -> int:
        """Hashfull, as the search reports it: use in permille."""
        return self._table.hashfull()

    @property
    def counts(self) -> ProbeCounts | None:
        """Probes, hits and false hits of a verifying table; None of another."""
        return self._table.counts()

    def _repr_html_(self) -> str:
        """The view in notebooks: a survey of the table."""
        return self.survey()._repr_html_()

    # ------------------------------------------------------------------ one position

    def look_up(self, board: Any) -> TableEntry | None:
        """Look up a position (FEN or SFEN, a board or a position). Raises as ``Engine.analyse``."""
        return self._entry(self._position_of(board))

    def _entry(self, position: AnyPosition) -> TableEntry | None:
        # Designs that look at a board are of chess alone.
        found = self._table.look_up(position if isinstance(position, Position) else position.hash_key)
        if found is None:
            return None
        bound = BOUNDS[found["bound"]]
        return TableEntry(
            move=notation_of(position).text_of_code(position, found["move"]),
            score=None if bound == "none" else Score.of_value(found["value"]),
            bound=bound,
            depth=found["depth"],
            evaluation=None if found["evaluation"] == NO_VALUE else found["evaluation"],
            pv=bool(found["pv"]),
        )

    def principal_variation(self, board: Any, most: int = MAX_PLY) -> tuple[TableEntry, ...]:
        """The line of best moves from a position, each with its entry, as far as the table knows it.

        It ends where a move is missing, where a position comes up again, and after ``most`` plies.
        """
        position = self._position_of(board).copy()
        line: list[TableEntry] = []
        seen = set()
        while len(line) < most and position.hash_key not in seen:
            seen.add(position.hash_key)
            entry = self._entry(position)
            if entry is None or entry.move is None:
                break
            line.append(entry)
            notation_of(position).push(position, entry.move)
        return tuple(line)

    # ------------------------------------------------------------------ all entries

    def sample(self, buckets: int | None = None) -> NDArray[np.void]:
        """The entries in use, as an array of ``ENTRY``: the whole table's, or those of about ``buckets`` buckets.

        A sample is taken in stretches spread evenly over the table; keys spread evenly themselves.
        """
        used = [chunk[chunk["bound"] > 0] for chunk in self._chunks(buckets)]
        return np.concatenate(used) if used else np.empty(0, ENTRY)

    def survey(self, buckets: int | None = None) -> TableSurvey:
        """Count the whole table, or a sample of about ``buckets`` buckets."""
        depth, bound, age = (np.zeros(size, np.int64) for size in (DEPTHS, len(BOUNDS), GENERATIONS))
        fill = np.zeros(1, np.int64)
        entries = 0
        for chunk in self._chunks(buckets):
            fill.resize(chunk.shape[1] + 1)
            taken = chunk["bound"] > 0
            used = chunk[taken]
            entries += chunk.size
            depth += np.bincount(used["depth"], minlength=DEPTHS)
            bound += np.bincount(used["bound"], minlength=len(BOUNDS))
            age += np.bincount(used["age"], minlength=GENERATIONS)
            fill += np.bincount(taken.sum(axis=1), minlength=fill.size)
        return TableSurvey(
            entries=entries,
            used=int(depth.sum()),
            recent=int(age[0]),
            cleared=int(depth[CLEARED_DEPTH]),
            by_depth=tuple(depth.tolist()),
            by_bound={name: int(bound[index]) for index, name in enumerate(BOUNDS) if name != "none"},
            by_age=tuple(age.tolist()),
            by_fill=tuple(fill.tolist()),
        )

    def _chunks(self, buckets: int | None) -> Iterator[NDArray[np.void]]:
        """Parts of the table as arrays of ``ENTRY``, one row a bucket, free entries too."""
        # As it is now: a resize meanwhile gives the table another block.
        design, _, blocks = self._table.snapshot()
        bucket_bytes = _CLUSTER.itemsize if design.is_default_layout else design.bucket_entries * _WIDE.itemsize
        count = blocks[0].size // bucket_bytes
        if buckets is None or buckets >= count:
            stretches = [(first, min(CHUNK_BUCKETS, count - first)) for first in range(0, count, CHUNK_BUCKETS)]
        elif buckets < 1:
            raise ValueError(f"a sample of {buckets} buckets is none; ask for at least one")
        else:
            parts = max(min(SAMPLE_STRETCHES, buckets), -(-buckets // CHUNK_BUCKETS))
            size = -(-buckets // parts)
            stretches = [(count * part // parts, min(size, count - count * part // parts)) for part in range(parts)]
        for first, number in stretches:
            content = blocks[0].read(first * bucket_bytes, number * bucket_bytes)
            # Read after the content: an entry of a search that begins meanwhile must not look 31 searches old.
            yield _decoded(content, first, number, design, self._table.generation)


def _decoded(content: bytearray, first: int, number: int, design: TableDesign, generation: int) -> NDArray[np.void]:
    """``number`` buckets as they lie in memory from bucket ``first`` on, one row a bucket, as ``ENTRY``."""
    if design.is_default_layout:
        words = parts = np.frombuffer(content, _CLUSTER)["entries"]
        keys = words["key"]
    else:
        words = np.frombuffer(content, _WIDE).reshape(number, -1)
        keys = words["key"] ^ words["data"] if design.policy == "lockless" else words["key"]
        parts = np.ascontiguousarray(words["data"]).view(_DATA)
    decoded = np.empty(words.shape, ENTRY)
    decoded["bucket"] = np.arange(first, first + number)[:, np.newaxis]
    decoded["slot"] = np.arange(words.shape[1])
    decoded["key"] = keys
    for name in ("move", "value", "evaluation", "depth"):
        decoded[name] = parts[name]
    mark = parts["mark"]
    decoded["bound"] = mark & _BOUND_BITS
    decoded["pv"] = (mark & _PV_BIT) != 0
    decoded["age"] = (generation - mark // _GENERATION_STEP) % GENERATIONS
    decoded["cleared"] = (design.policy == "clearing") & (parts["depth"] == CLEARED_DEPTH)
    return decoded
