"""The critical tree of a chess position: what is left to visit if the best move is known everywhere beforehand.

A plain alpha-beta search (full window, every move, no table cutoffs, nothing pruned or extended) leaves in a table,
for each position, the move that was best or refuted. The same search again tries these moves first, and leaves its own
in turn; after a few rounds nearly every refuted node is refuted by its first move. Then alpha-beta visits the critical
nodes of the tree so ordered, and no others (Knuth & Moore 1975).

What the number is: the fewest nodes seen in these rounds. It is a critical tree of the game tree, but not the least of
all: where several moves refute, the cheapest was not looked for. Other searches that come before the rounds leave other
moves, so that the least of their trees is nearer to it. It counts paths, not positions, since a tree is meant.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from kiebitz.core import parameters
from kiebitz.core.chess.notation import legal_moves, parse_move
from kiebitz.core.search.subtree import begin, rearm, search_below
from kiebitz.core.search.worker import Worker
from kiebitz.core.table.table import Table
from kiebitz.core.value import INFINITE
from kiebitz.engine import position_of
from kiebitz.engine.eras import parameters_in
from kiebitz.engine.trace import KINDS, REASONS, ROW
from kiebitz_claims.measuring.settings import SearchSettings

TREE, QUIESCENCE = KINDS.index("tree"), KINDS.index("quiescence")
MAX_ROWS = 12_000_000
# Rounds after the first; the count hardly falls after the third.
MAX_ROUNDS = 4
# Ordering by the moves remembered, and nothing that would leave a node out.
BEST_FIRST: SearchSettings = {"transposition_table": 1, "hash_move": 1, "table_cutoffs": 0, "killers": 1, "history": 1}


class TooManyNodesError(ValueError):
    """The tree is larger than what can be recorded."""


@dataclass(frozen=True, slots=True)
class TreeCount:
    """How large a searched tree was."""

    inner: int
    """Nodes above the horizon, the root included."""
    leaves: int
    """Nodes at the horizon, from where quiescence goes on."""
    all: int
    """All of these, and the nodes of quiescence."""
    first: float
    """The share of the refuted inner nodes that the first move tried refuted."""
    value: int
    """Centipawns, view of the side to move at the root."""

    @property
    def to_horizon(self) -> int:
        """Nodes of the tree, quiescence not counted."""
        return self.inner + self.leaves


def count_rows(rows: np.ndarray[Any, np.dtype[np.void]], value: int) -> TreeCount:
    """Count the visits in rows of a trace; each is counted at its first search only."""
    fresh, kind = rows["fresh"] == 1, rows["kind"]
    above = np.where(rows["parent"] >= 0, kind[rows["parent"]], TREE)
    inner = fresh & (kind != QUIESCENCE)
    leaves = fresh & (kind == QUIESCENCE) & (above != QUIESCENCE)
    refuted = (rows["reason"] == REASONS.index("beta cut")) & (kind == TREE)
    first = int(np.count_nonzero(refuted & (rows["searched"] == 1))) / max(int(np.count_nonzero(refuted)), 1)
    return TreeCount(
        int(np.count_nonzero(inner)), int(np.count_nonzero(leaves)), int(np.count_nonzero(fresh)), first, value
    )


def critical_tree(
    fen: str, depth: int, settings: SearchSettings, *, before: Sequence[SearchSettings] = (), hash_mb: int = 64
) -> tuple[TreeCount, TreeCount]:
    """The plain search of a position to ``depth`` plies, and the least tree of the rounds after it.

    ``settings`` say how leaves are judged and must prune nothing, and neither must those of each search that ``before``
    further rounds deepens to ``depth`` and leaves its moves. Raises TooManyNodesError.
    """
    plain, *rounds = _rounds(fen, depth, settings, None, hash_mb)
    rounds += [count for first in before for count in _rounds(fen, depth, settings, first, hash_mb)]
    return plain, min(rounds, key=lambda count: count.to_horizon)


def _rounds(
    fen: str, depth: int, settings: SearchSettings, before: SearchSettings | None, hash_mb: int
) -> list[TreeCount]:
    """Searches of a position in the order that the last one left, until the tree shrinks no more."""
    position = position_of(fen)
    worker = Worker(Table(hash_mb))
    begin(worker)
    rearm(worker)
    order = [parse_move(position, move) for move in legal_moves(position)]
    rows = np.zeros(MAX_ROWS, dtype=ROW)

    def search(depth: int) -> int:
        """The value to this depth; the best move comes first from now on."""
        best, alpha = order[0], -INFINITE
        for move in order:
            value, _, _ = search_below(worker, position, (move,), depth - 1, -INFINITE, -alpha, depth, False)
            assert value is not None  # nobody stops this worker
            if -value > alpha:
                alpha, best = -value, move
        order.remove(best)
        order.insert(0, best)
        return alpha

    if before is not None:
        worker.configure(parameters.complete(parameters_in(before)))
        for plies in range(1, depth + 1):
            search(plies)
    worker.configure(parameters.complete(parameters_in({**settings, **BEST_FIRST})))
    counts: list[TreeCount] = []
    for _ in range(1 + MAX_ROUNDS):
        worker.record_into(rows.view(np.uint8).data)
        alpha = search(depth)
        recorded, unrecorded = worker.recorded
        worker.record_into(None)
        if unrecorded:
            raise TooManyNodesError(f"{fen} to depth {depth} has more than {MAX_ROWS:,} nodes; search less deep")
        searched = rows[:recorded]
        # A piece of the tree doesn't count its own root; and the root of them all has no row here.
        searched["fresh"][searched["parent"] < 0] = 1
        found = count_rows(searched, alpha)
        counts.append(TreeCount(found.inner + 1, found.leaves, found.all + 1, found.first, found.value))
        if len(counts) > 1 and counts[-1].to_horizon >= counts[-2].to_horizon:
            break
    return counts
