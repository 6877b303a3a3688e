cimport cython
from libc.stdint cimport int16_t, uint64_t

from kiebitz.core.evaluation.network.changes cimport Changes
from kiebitz.core.evaluation.network.layers cimport HIDDEN, Layers
from kiebitz.core.game cimport AnyPosition
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
    cdef uint64_t[SLOTS][2] keys        # of the position that a view belongs to
    cdef readonly long rebuilt

    cdef void follow(self, const Changes* changes, ConstInt16Row source, Int16Row target) noexcept nogil

cdef int value_by_views(Views views, AnyPosition position) noexcept nogil
cdef const int16_t* view_of(Views views, AnyPosition position, int side) noexcept nogil
cdef int nearest_view(Views views, AnyPosition position, int side) noexcept nogil
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
