cimport cython
from libc.stdint cimport int32_t

from kiebitz.core.chess.position cimport Position

# What a position has for the network besides its rows; the same words as ``SEEN``.
cdef struct Seen:
    int32_t state                  # 0, or 1 where there is no plain FEN
    int32_t bucket                 # the set of output weights, by the number of men
    int32_t side                   # to move: 0 White, 1 Black
    int32_t turn                   # what turns squares into the view of the side to move (exclusive or)

@cython.final
cdef class FenFeatures:
    cdef Position position

    cdef void see(self, Position position, Seen* seen, int* own, int* other) noexcept nogil
