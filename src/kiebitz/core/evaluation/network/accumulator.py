"""The views of the positions on a search's path: sums of rows, found again by key and brought up to date when needed.

Layout: for each ply, by its lowest bits, and each side there is a slot: HIDDEN sums, and the key of the position they
belong to. Nobody tells the views of moves made and unmade. ``evaluate`` looks whether the slot of its ply holds its
position; if not, it walks back along the position's states to a slot that fits, and follows the moves from there. So a
move costs two or three rows instead of thirty, and a node that is never evaluated costs nothing. A view is summed up
anew if no slot of the last FARTHEST plies fits, or if a move on the way turned all its squares. What a move changes,
``features`` says; nothing here knows the game.

Thread safety: a ``Views`` belongs to one thread; many may share their ``Layers``.
"""

import cython
from cython.cimports.kiebitz.core.evaluation.network.features import (
    Changes,
    bucket_at,
    list_changes,
    turn_at,
    turns_view,
)
from cython.cimports.kiebitz.core.evaluation.network.layers import CACHE_LINE, Layers
from cython.cimports.kiebitz.core.machine import allocate, deallocate
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

    def evaluate(self, position):
        """The value in centipawns from the view of the side to move, within ±MAX_EVALUATION."""
        side = position.side
        own = self.view_of(position, side)
        other = self.view_of(position, side ^ 1)
        return self.layers.output(own, other, bucket_at(position))

    def view_of(self, position, side):
        """The sums of one side's view, brought up to date."""
        ply = position.ply
        sums = self.slot(ply, side)
        if self.key(ply, side)[0] == position.key:
            return sums
        known = self.nearest(position, side)
        if known == UNKNOWN:
            self.layers.view(position, side, sums)
            self.rebuilt += 1
        else:
            turn = turn_at(position, side)
            while known < ply:
                state = cython.address(position.states[known])
                source = self.slot(known, side)
                self.key(known, side)[0] = state.key
                known += 1
                self.follow(state, side, turn, source, self.slot(known, side))
        self.key(ply, side)[0] = position.key
        return sums

    def nearest(self, position, side):
        """The last ply before this one whose view is known and turned alike, or UNKNOWN."""
        known = position.ply
        farthest = max(0, known - FARTHEST)
        while known > farthest:
            known -= 1
            state = cython.address(position.states[known])
            if turns_view(state, side):
                return UNKNOWN
            if self.key(known, side)[0] == state.key:
                return known
        return UNKNOWN

    def follow(self, state, side, turn, source, target):
        """Go one move on from ``source`` to ``target``: a row for each man that left a square or arrived on one.

        Each number of them has a loop of its own, which keeps the sums in registers.
        """
        changes: Changes
        list_changes(state, cython.address(changes))
        if changes.arrived_count == 0:
            memcpy(target, source, HIDDEN * cython.sizeof(int16_t))
            return
        added = self.layers.row(changes.arrived[0], side, turn)
        removed = self.layers.row(changes.left[0], side, turn)
        if changes.left_count == 1:
            move_one(target, source, added, removed)
            return
        removed_too = self.layers.row(changes.left[1], side, turn)
        if changes.arrived_count == 1:
            move_and_take(target, source, added, removed, removed_too)
        else:
            move_two(target, source, added, removed, self.layers.row(changes.arrived[1], side, turn), removed_too)

    def value(self, position: Position) -> int:
        """Evaluate as a search does: centipawns from the view of the side to move."""
        return self.evaluate(position)

    @cython.inline
    def slot(self, ply: cython.int, side: cython.int) -> cython.pointer(int16_t):
        """Where a ply's view is kept."""
        return self.sums + (2 * (ply & (SLOTS - 1)) + side) * HIDDEN

    @cython.inline
    def key(self, ply: cython.int, side: cython.int) -> cython.pointer(Bitboard):
        """The key of the position that this view belongs to."""
        return cython.address(self.keys[ply & (SLOTS - 1)][side])


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
