cimport cython
from libc.stdint cimport int16_t, uint64_t

from kiebitz.core.chess.position cimport Position
from kiebitz.core.evaluation.network.changes cimport Changes
from kiebitz.core.evaluation.deep cimport WIDE
from kiebitz.core.evaluation.network.features cimport ROOMS
from kiebitz.core.evaluation.network.layers cimport HIDDEN, Layers
from kiebitz.core.game cimport AnyPosition
from kiebitz.core.machine cimport ConstInt16Row, Int16Row

cdef enum:
    # Plies remembered, a power of two greater than the longest path of a search.
    SLOTS = 256
    # Moves worth following; a view known only farther back is summed up anew.
    FARTHEST = 8
    UNKNOWN = -1
    # Turns of a view in chess: rooms, each as it is and in a mirror.
    TURNS = 2 * ROOMS
    # Numbers of a row that a line of the cache holds.
    LINE = 32

# The board last summed up with a turn: a view summed up anew begins with its sums.
cdef struct Kept:
    uint64_t[2] colours
    uint64_t[6] kinds

@cython.final
cdef class Views:
    cdef Layers layers
    cdef int width
    cdef int16_t* sums                  # SLOTS pairs of views, White's first, of ``width`` numbers each
    cdef uint64_t[SLOTS][2] keys        # of the position that a view belongs to
    cdef int16_t* kept_sums             # by side and turn, as many numbers each
    cdef Kept[2][TURNS] kept
    cdef readonly long rebuilt

    cdef void follow(self, const Changes* changes, ConstInt16Row source, Int16Row target) noexcept nogil
    cdef void bring_up(self, Position position, int side, Int16Row sums) noexcept nogil
    cdef int fetched(self, uint64_t squares, int man, int side, int turn, int* rows, int count) noexcept nogil

cdef int value_by_views(Views views, AnyPosition position) noexcept nogil
cdef const int16_t* view_of(Views views, AnyPosition position, int side) noexcept nogil
cdef int nearest_view(Views views, AnyPosition position, int side) noexcept nogil
cdef void sum_up(Views views, AnyPosition position, int side, Int16Row sums) noexcept nogil
