"""The views of the positions on a search's path: sums of rows, found again by key and brought up to date when needed.

Layout: for each ply, by its lowest bits, and each side there is a slot: HIDDEN sums, and the key of the position they
belong to. Nobody tells the views of moves made and unmade. ``evaluate`` looks whether the slot of its ply holds its
position; if not, it walks back along the position's states to a slot that fits, and follows the moves from there. So a
move costs two or three rows instead of thirty, and a node that is never evaluated costs nothing. A view is summed up
anew if no slot of the last FARTHEST plies fits, or if the viewer's king crossed the board's middle on the way: its
squares then turn in the mirror.

Thread safety: a ``Views`` belongs to one thread; many may share their ``Network``.
"""

import cython
from cython.cimports.kiebitz.core.chess.bitboard import EMPTY, KING, ROOK
from cython.cimports.kiebitz.core.chess.castling import castled_king, castled_rook
from cython.cimports.kiebitz.core.chess.move import (
    CASTLING,
    EN_PASSANT,
    NULL_MOVE,
    PROMOTION,
    origin_of,
    promoted_kind,
    sort_of,
    target_of,
)
from cython.cimports.kiebitz.core.chess.position import Position
from cython.cimports.kiebitz.core.evaluation.network.weights import CACHE_LINE, Network, bucket_of, turn_of
from cython.cimports.kiebitz.core.machine import allocate, deallocate, lowest, popcount
from cython.cimports.libc.string import memcpy, memset


class Views:
    """What one thread remembers of a network's views; ``rebuilt`` counts those summed up anew."""

    def __cinit__(self, network: Network):
        self.network = network
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
        return self.network.output(own, other, bucket_of(popcount(position.occupied())))

    def view_of(self, position, side):
        """The sums of one side's view, brought up to date."""
        ply = position.ply
        sums = self.slot(ply, side)
        if self.key(ply, side)[0] == position.key:
            return sums
        known = self.nearest(position, side)
        if known == UNKNOWN:
            self.network.view(position, side, sums)
            self.rebuilt += 1
        else:
            turn = turn_of(side, lowest(position.men(side, KING)))
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
            if state.moved == 2 * KING + side and changes_wing(state):
                return UNKNOWN
            if self.key(known, side)[0] == state.key:
                return known
        return UNKNOWN

    def follow(self, state, side, turn, source, target):
        """Go one move on from ``source`` to ``target``."""
        move = state.move
        if move == NULL_MOVE:
            memcpy(target, source, HIDDEN * cython.sizeof(int16_t))
            return
        moved: cython.int = state.moved
        captured: cython.int = state.captured
        origin = origin_of(move)
        goal = target_of(move)
        sort = sort_of(move)
        removed = self.network.row(moved, origin, side, turn)
        if sort == CASTLING:
            rook = 2 * ROOK + (moved & 1)
            move_two(
                target,
                source,
                self.network.row(moved, castled_king(origin, goal), side, turn),
                removed,
                self.network.row(rook, castled_rook(origin, goal), side, turn),
                self.network.row(rook, goal, side, turn),
            )
            return
        arrived = 2 * promoted_kind(move) + (moved & 1) if sort == PROMOTION else moved
        added = self.network.row(arrived, goal, side, turn)
        if captured == EMPTY:
            move_one(target, source, added, removed)
        else:
            victim = goal ^ 8 if sort == EN_PASSANT else goal
            move_and_take(target, source, added, removed, self.network.row(captured, victim, side, turn))

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


def changes_wing(state):
    """Whether a king's move crosses the board's middle."""
    king = origin_of(state.move)
    goal = target_of(state.move)
    if sort_of(state.move) == CASTLING:
        goal = castled_king(king, goal)
    return (king ^ goal) & 4 != 0


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
