cimport cython
from libc.stdint cimport int64_t

from kiebitz.core.game cimport MAX_PLY, Move

cdef enum:
    # Lines that Python has not taken yet; more are dropped, never the search held up.
    RING_LINES = 1024

# A line as the search writes it.
cdef struct Line:
    int rank
    int depth
    int selective_depth
    int value
    int bound
    int64_t nodes
    int64_t time_us
    int hashfull
    int length                 # of the variation
    Move[MAX_PLY + 1] moves

@cython.final
cdef class Reports:
    cdef Line* lines
    # Counters, shared by both sides: touched by relaxed or release/acquire operations only.
    cdef int64_t written
    cdef int64_t taken

    cdef void clear(self) noexcept nogil
    cdef Line* next_line(self) noexcept nogil
    cdef void publish(self) noexcept nogil
    cdef Line* oldest(self) noexcept nogil
    cdef void take(self) noexcept nogil
