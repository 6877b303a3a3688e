"""``kiebitz.features_batch``: what a network sees of many positions, as arrays to train others with."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np

from kiebitz.core.evaluation.network.fen_features import NO_ROW, ROWS, SEEN, FenFeatures
from kiebitz.engine.columns.batch import ERROR, Rows, Value, placed, positions_of
from kiebitz.engine.columns.portions import in_portions

Indices: TypeAlias = "np.ndarray[Any, np.dtype[np.int32]]"
Flags: TypeAlias = "np.ndarray[Any, np.dtype[np.bool_]]"
Planes: TypeAlias = "np.ndarray[Any, np.dtype[np.uint8]]"

FEATURES = NO_ROW
"""Numbers of features: a man (own pawn, the other's pawn, own knight … the other's king) on a square, 12 x 64."""
KINDS = 12


@dataclass(frozen=True, slots=True, eq=False)
class Features:
    """A network's features of positions, one row for each, in the order given.

    A feature is a man on a square, 64 x man + square, as a side sees it: own men first (own pawn 0, the other's pawn 1,
    own knight 2 … the other's king 11), Black's ranks turned round, and the files in a mirror if its own king stands on
    e to h. A position has as many as men. ``examples/learn_moves.py`` feeds a network of PyTorch's with them.
    """

    own: Indices
    """Features in the view of the side to move (n x 32); FEATURES, 768, stands where there is no man more."""
    other: Indices
    """The same in the other side's view."""
    bucket: Indices
    """Which of eight groups by the number of men a position is in: 2 to 5, 6 to 9 … 30 to 32."""
    turn: Indices
    """The mask that turns squares (a1 is 0, h8 is 63) into the view of the side to move: ``square ^ turn``."""
    white_to_move: Flags
    """True if White is to move."""
    dropped: Sequence[str | None]
    """The parts left out of a position because they can't be."""
    error: Sequence[str | None]
    """The fault of a position; it has no features then."""

    def __len__(self) -> int:
        return len(self.own)

    def __repr__(self) -> str:
        """In one line."""
        return f"Features({len(self):,} positions; {len(self) - self.error.count(None):,} with an error)"

    def planes(self) -> Planes:
        """The view of the side to move as planes of 64 squares: 1 where such a man stands (n x 12 x 64 bytes)."""
        planes = np.zeros((len(self), FEATURES + 1), np.uint8)
        np.put_along_axis(planes, self.own.astype(np.int64), 1, axis=1)
        return planes[:, :FEATURES].reshape(-1, KINDS, 64)


def features_batch(fens: Any, *, jobs: int | None = None) -> Features:
    """A network's features of many positions: those of both sides, to train with.

    ``fens`` is what ``evaluate_batch`` takes. ``jobs`` threads work at once, by default one for each core; rows are the
    same for any number of them. An invalid position has no features and an ``error``; what is dropped of a position
    stands in its row, and one FenWarning counts it.

    Raises ValueError for no jobs, and as ``positions_of``.
    """
    boards = positions_of(fens)
    rows = Rows(boards, ())
    seen = np.zeros(len(boards), SEEN)
    own, other = (np.full((len(boards), ROWS), NO_ROW, np.int32) for _ in range(2))

    def take(start: int, found: tuple[bytes, bytes, bytes]) -> None:
        told = np.frombuffer(found[0], SEEN)
        place = slice(start, start + len(told))
        seen[place] = told
        own[place] = np.frombuffer(found[1], np.int32).reshape(-1, ROWS)
        other[place] = np.frombuffer(found[2], np.int32).reshape(-1, ROWS)

    def work(looker: FenFeatures, start: int, behind: int) -> tuple[bytes, bytes, bytes]:
        return looker.features(boards[start:behind])

    for start, found in in_portions(len(boards), jobs, FenFeatures, work):
        take(start, found)
    looker = FenFeatures()
    for index in np.flatnonzero(seen["state"]).tolist():
        row: dict[str, Value] = {}
        try:
            take(index, looker.features_of(placed(boards[index], row)))
        except (ValueError, TypeError) as error:
            row[ERROR] = str(error)
        rows.put(index, row)
    rows.reached[:] = True
    told = rows.batch()
    return Features(
        own, other, seen["bucket"], seen["turn"], seen["side"] == 0, dropped=told["dropped"], error=told["error"]
    )
