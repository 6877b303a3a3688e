"""The traffic between a search and its transposition table, in order, replayed on a table of the same design.

The rows of a trace say when each node was entered and left, what it found in the table, and what came out; so each
question and each store of the search can be put to another table, and between two of them that one can be looked into.
``is_faithful`` compares each answer with the one that the search had: it is the same table only if all agree.

Techniques that leave moves out or store beside a node's end (``UNFIT``) must be off.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from kiebitz.core.table.design import TableDesign
from kiebitz.core.table.table import Table
from kiebitz.core.value import KNOWN_WIN, LONGEST_MATE, NO_VALUE
from kiebitz.engine import Position
from kiebitz.engine.positions import AnyPosition, notation_of, position_named
from kiebitz.engine.table_view import TableView
from kiebitz.engine.trace import BETA_CUT, KINDS, NULL_MOVE, REASONS, Trace

UNFIT = ("singular_extension", "prob_cut", "internal_iterative_reduction", "enhanced_transposition_cutoff", "razoring")
"""Techniques whose questions and stores no row tells."""
ALL_SEARCHED, TABLE_HIT = REASONS.index("all moves searched"), REASONS.index("table hit")
# A node that ends by these has not come to the table.
UNASKED = {
    REASONS.index(name)
    for name in (
        "open",
        "mate distance",
        "draw by rule",
        "longest path",
        "upcoming repetition",
        "known mate",
        "endgame table",
        "stopped",
    )
}
ROOT = KINDS.index("root")
UPPER, LOWER, EXACT = 1, 2, 3


class Entry(NamedTuple):
    """An entry in use; ``engine.table_view.ENTRY`` says what the fields mean."""

    bucket: int
    slot: int
    key: int
    move: int
    value: int
    evaluation: int
    depth: int
    bound: int
    pv: bool
    age: int
    cleared: bool


@dataclass(frozen=True, slots=True)
class Met:
    """A position is reached, and the table is asked for it."""

    row: int
    key: int
    parent_key: int | None
    """Of the position before; None at the root."""
    bucket: int
    answer: dict[str, int] | None
    """The table's answer (``Table.look_up``); None if it doesn't know the position, or isn't asked."""
    is_asked: bool
    """True if the search asks: not at the root, nor where the rules end the game."""
    ends: bool
    """True if the answer ends the node."""


@dataclass(frozen=True, slots=True)
class Told:
    """An event: a result is stored in the table."""

    row: int
    key: int
    bucket: int
    depth: int
    bound: int
    value: int
    slot: int | None
    """The entry of the bucket that was written; None if the policy refused the result."""
    before: Entry | None
    """The entry before; None if the place was free, or nothing was written."""
    own: Entry | None
    """The entry of the same position before; None if there was none."""


Happening = Met | Told


class TableReplay:
    """A table that is asked and told what a search's was. For one search after another."""

    def __init__(self, design: TableDesign, size_mb: int = 1) -> None:
        self.table = Table(size_mb, design)
        self._view = TableView(self.table, position_named)
        self.is_watched = True
        """True if to say what a store does to which entry; who only wants it done needn't wait for that."""
        self.disagreed = 0
        """Questions that were answered otherwise than in the search."""

    @property
    def is_faithful(self) -> bool:
        """True if all answers were those that the search had."""
        return self.disagreed == 0

    def entries(self) -> list[Entry]:
        """The entries in use."""
        return [Entry(*row) for row in self._view.sample().tolist()]

    def _watched(self) -> dict[tuple[int, int], Entry]:
        return {(each.bucket, each.slot): each for each in self.entries()} if self.is_watched else {}

    def follow(self, trace: Trace) -> Iterator[Happening]:
        """Ask and tell what a search did; each happening is given out when it has been done."""
        self.table.advance()
        rows = trace.rows
        position = position_named(trace.fen)
        on_path: list[int] = []
        for row in range(len(rows)):
            while on_path and (end := int(rows["end"][on_path[-1]])) and end <= row:
                yield from self._left(trace, on_path.pop(), position)
            parent = int(rows["parent"][row])
            before = position.hash_key if parent >= 0 else None
            if parent >= 0 and rows["ply"][parent] < rows["ply"][row]:
                _push(position, trace, row)
            on_path.append(row)
            yield self._entered(trace, row, position, before)
        while on_path:
            yield from self._left(trace, on_path.pop(), position)
        yield from self._outcome(trace, position)

    def _entered(self, trace: Trace, row: int, position: AnyPosition, before: int | None) -> Met:
        rows = trace.rows
        reason = int(rows["reason"][row])
        is_asked = rows["kind"][row] != ROOT and reason not in UNASKED
        place = _place(position)
        answer = self.table.look_up(place, int(rows["ply"][row])) if is_asked else None
        if is_asked:
            found = (0, 0) if answer is None else (answer["bound"], answer["depth"])
            self.disagreed += found != (int(rows["table_bound"][row]), int(rows["table_depth"][row]))
        bucket = self.table.bucket_of(place)
        return Met(row, position.hash_key, before, bucket, answer, is_asked, reason == TABLE_HIT)

    def _left(self, trace: Trace, row: int, position: AnyPosition) -> Iterator[Told]:
        rows = trace.rows
        if int(rows["reason"][row]) in (BETA_CUT, ALL_SEARCHED) and rows["kind"][row] != ROOT:
            value, move = int(rows["value"][row]), int(rows["best_move"][row])
            alpha, beta = int(rows["alpha"][row]), int(rows["beta"][row])
            bound = LOWER if value >= beta else EXACT if move and beta - alpha > 1 else UPPER
            if _is_storable(trace, value):
                yield self._told(trace, row, position, move=move, value=value, bound=bound)
        parent = int(rows["parent"][row])
        if parent >= 0 and rows["ply"][parent] < rows["ply"][row]:
            position.pop()

    def _outcome(self, trace: Trace, position: AnyPosition) -> Iterator[Told]:
        """The root is stored at the end: the outcome of the last iteration that was completed."""
        rows = trace.rows
        done = [row for row in trace.iterations if int(rows["reason"][row]) in (BETA_CUT, ALL_SEARCHED)]
        if done and _is_storable(trace, int(rows["value"][done[-1]])):
            row = int(done[-1])
            move, value = int(rows["best_move"][row]), int(rows["value"][row])
            yield self._told(trace, row, position, move=move, value=value, bound=EXACT)

    def _told(self, trace: Trace, row: int, position: AnyPosition, *, move: int, value: int, bound: int) -> Told:
        rows, table, place = trace.rows, self.table, _place(position)
        bucket, was = table.bucket_of(place), self._watched()
        evaluation, depth = int(rows["evaluation"][row]), max(int(rows["depth"][row]), 0)
        table.remember(
            place,
            value=value,
            depth=depth,
            bound=bound,
            move=move,
            evaluation=evaluation if abs(evaluation) <= NO_VALUE else NO_VALUE,
            ply=int(rows["ply"][row]),
        )
        now = self._watched()
        kept = position.hash_key & (1 << table.design.key_bits) - 1
        own = next((each for each in was.values() if each.bucket == bucket and each.key == kept), None)
        changed = [where for where, each in now.items() if was.get(where) != each]
        if not changed and own is not None and (own.depth, own.bound) == (depth, bound):
            changed = [(bucket, own.slot)]  # written once more as it was
        written = next((where for where in changed if now[where].depth == depth), None)
        slot = None if written is None else written[1]
        return Told(
            row=row,
            key=position.hash_key,
            bucket=bucket,
            depth=depth,
            bound=bound,
            value=value,
            slot=slot,
            before=None if written is None else was.get(written),
            own=own,
        )


def _place(position: AnyPosition) -> Position | int:
    """The argument by which a table takes a position: shogi's by its key alone."""
    return position if isinstance(position, Position) else position.hash_key


def _push(position: AnyPosition, trace: Trace, row: int) -> None:
    code, notation = int(trace.rows["move"][row]), notation_of(position)
    if code == NULL_MOVE:
        notation.push_null(position)
    else:
        notation.push(position, trace.move_text(code))


def _is_storable(trace: Trace, value: int) -> bool:
    """Shogi's wins and losses by perpetual check hold on their path alone."""
    return trace.game == "chess" or abs(value) < KNOWN_WIN or abs(value) >= LONGEST_MATE
