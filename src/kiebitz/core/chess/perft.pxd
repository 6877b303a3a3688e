cimport cython
from libc.stdint cimport int64_t, uint64_t

from kiebitz.core.chess.position cimport Position

cdef enum:
    # A count looks at its halt in nodes of so many plies left and more: often enough to end at once, at no cost.
    HALTING_DEPTH = 3

@cython.final
cdef class Halt:
    # Touched by several threads, by relaxed operations only.
    cdef int64_t flag

cdef uint64_t leaves(Position position, int depth, Halt halt) noexcept nogil
