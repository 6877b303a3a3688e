cimport cython
from libc.stdint cimport int16_t

from kiebitz.core.chess.bitboard cimport Bitboard
from kiebitz.core.chess.position cimport Position, State
from kiebitz.core.evaluation.network.layers cimport HIDDEN, Layers
from kiebitz.core.machine cimport ConstInt16Row, Int16Row

cdef enum:
    # Plies remembered, a power of two greater than the longest path of a search.
    SLOTS = 256
    # Moves worth following; a view known only farther back is summed up anew.
    FARTHEST = 8
    UNKNOWN = -1

@cython.final
cdef class Views:
    cdef Layers layers
    cdef int16_t* sums                  # SLOTS pairs of views, White's first, of HIDDEN numbers each
    cdef Bitboard[SLOTS][2] keys        # of the position that a view belongs to
    cdef readonly long rebuilt

    cdef int evaluate(self, Position position) noexcept nogil
    cdef const int16_t* view_of(self, Position position, int side) noexcept nogil
    cdef int nearest(self, Position position, int side) noexcept nogil
    cdef void follow(self, State* state, int side, int turn, ConstInt16Row source, Int16Row target) noexcept nogil

    # Written by tools/write_inlines.py from accumulator.py; change it there.

    cdef inline int16_t* slot(self, int ply, int side) noexcept nogil:
        return self.sums + (2 * (ply & (SLOTS - 1)) + side) * HIDDEN

    cdef inline Bitboard* key(self, int ply, int side) noexcept nogil:
        return &self.keys[ply & (SLOTS - 1)][side]

cdef void move_one(Int16Row target, ConstInt16Row source, ConstInt16Row added, ConstInt16Row removed) noexcept nogil
cdef void move_and_take(
    Int16Row target, ConstInt16Row source, ConstInt16Row added, ConstInt16Row removed, ConstInt16Row taken
) noexcept nogil
cdef void move_two(
    Int16Row target,
    ConstInt16Row source,
    ConstInt16Row added,
    ConstInt16Row removed,
    ConstInt16Row added_too,
    ConstInt16Row removed_too,
) noexcept nogil
