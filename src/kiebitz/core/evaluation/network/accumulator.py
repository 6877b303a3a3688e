"""The views of the positions on a search's path: sums of rows, found again by key and brought up to date when needed.

Layout: for each ply, by its lowest bits, and each side there is a slot: HIDDEN sums, and the key of the position they
belong to. Nobody tells the views of moves made and unmade. ``value_by_views`` looks whether the slot of its ply holds
its position; if not, it walks back along the position's states to a slot that fits, and follows the moves from there.
So a move costs two to four rows instead of thirty, and a node that is never evaluated costs nothing. A view is summed
up anew if no slot of the last FARTHEST plies fits, or if a move on the way turned all its squares. What a move changes,
``sight`` says; nothing here knows the game.

Thread safety: a ``Views`` belongs to one thread; many may share their ``Layers``.
"""

import cython
from cython.cimports.kiebitz.core.chess.position import Position
from cython.cimports.kiebitz.core.evaluation.network.changes import Changes
from cython.cimports.kiebitz.core.evaluation.network.layers import CACHE_LINE, Layers, sum_up_view
from cython.cimports.kiebitz.core.evaluation.network.sight import (
    bucket_at,
    key_at,
    key_before,
    list_changes,
    turn_at,
    turns_view,
)
from cython.cimports.kiebitz.core.machine import allocate, deallocate
from cython.cimports.kiebitz.core.shogi.position import ShogiPosition
from cython.cimports.libc.string import memcpy, memset


class Views:
    """What one thread remembers of the views of a network's layers; ``rebuilt`` counts those summed up anew."""

    def __cinit__(self, layers: Layers):
        self.layers = layers
        size: cython.size_t = 2 * SLOTS * HIDDEN * cython.sizeof(int16_t)
        self.sums = cython.cast(cython.pointer(int16_t), allocate(CACHE_LINE, size))
        if self.sums == cython.NULL:
            raise MemoryError("no memory for a network's views")
        # No position has the key 0 but one of 2^64.
        memset(self.keys, 0, cython.sizeof(self.keys))

    def __dealloc__(self):
        deallocate(self.sums)

    def follow(self, changes, source, target):
        """Go one move on from ``source`` to ``target``: a row for each that went, and for each that came.

        Each number of them has a loop of its own, which keeps the sums in registers.
        """
        if changes.arrived_count == 0:
            memcpy(target, source, HIDDEN * cython.sizeof(int16_t))
            return
        added = self.layers.row(changes.arrived[0])
        removed = self.layers.row(changes.left[0])
        if changes.left_count == 1:
            move_one(target, source, added, removed)
            return
        removed_too = self.layers.row(changes.left[1])
        if changes.arrived_count == 1:
            move_and_take(target, source, added, removed, removed_too)
        else:
            move_two(target, source, added, removed, self.layers.row(changes.arrived[1]), removed_too)

    def value(self, position: Position | ShogiPosition) -> int:
        """Evaluate as a search does, a position of the network's game: centipawns from the view of the side to move."""
        if isinstance(position, Position):
            chess: Position = position
            return value_by_views(self, chess)
        shogi: ShogiPosition = position
        return value_by_views(self, shogi)

    @cython.inline
    def slot(self, ply: cython.int, side: cython.int) -> cython.pointer(int16_t):
        """Where a ply's view is kept."""
        return self.sums + (2 * (ply & (SLOTS - 1)) + side) * HIDDEN

    @cython.inline
    def key(self, ply: cython.int, side: cython.int) -> cython.pointer(uint64_t):
        """The key of the position that this view belongs to."""
        return cython.address(self.keys[ply & (SLOTS - 1)][side])


def value_by_views(views, position):
    """The value in centipawns from the view of the side to move, within ±MAX_EVALUATION."""
    side = position.side
    own = view_of(views, position, side)
    other = view_of(views, position, side ^ 1)
    return views.layers.output(own, other, bucket_at(position))


def view_of(views, position, side):
    """The sums of one side's view, brought up to date."""
    changes: Changes
    ply = position.ply
    sums = views.slot(ply, side)
    if views.key(ply, side)[0] == key_at(position):
        return sums
    known = nearest_view(views, position, side)
    if known == UNKNOWN:
        sum_up_view(views.layers, position, side, sums)
        views.rebuilt += 1
    else:
        turn = turn_at(position, side)
        while known < ply:
            source = views.slot(known, side)
            views.key(known, side)[0] = key_before(position, known)
            list_changes(position, known, side, turn, cython.address(changes))
            known += 1
            views.follow(cython.address(changes), source, views.slot(known, side))
    views.key(ply, side)[0] = key_at(position)
    return sums


def nearest_view(views, position, side):
    """The last ply before this one whose view is known and turned alike, or UNKNOWN."""
    known = position.ply
    farthest = max(0, known - FARTHEST)
    while known > farthest:
        known -= 1
        if turns_view(position, known, side):
            return UNKNOWN
        if views.key(known, side)[0] == key_before(position, known):
            return known
    return UNKNOWN


def move_one(target, source, added, removed):
    """One man moves."""
    for index in range(HIDDEN):
        target[index] = source[index] + added[index] - removed[index]


def move_and_take(target, source, added, removed, taken):
    """One man moves and takes another."""
    for index in range(HIDDEN):
        target[index] = source[index] + added[index] - removed[index] - taken[index]


def move_two(target, source, added, removed, added_too, removed_too):
    """Two men move."""
    for index in range(HIDDEN):
        target[index] = source[index] + added[index] - removed[index] + added_too[index] - removed_too[index]
