cimport cython

from kiebitz.core.chess.position cimport Position
from kiebitz.core.pgn.text_list cimport TextList

# What came of a move in a position.
cpdef enum:
    PLAYED = 0
    NOT_LEGAL = 1
    # The position isn't plain: it has a fault, or something of it is dropped; or one of both is no text.
    ODD = 2

cdef enum:
    MOST_BYTES = (1 << 31) - 1

@cython.final
cdef class FenMoves:
    cdef Position position

    cdef int play(self, TextList fens, TextList moves, Py_ssize_t index) noexcept nogil
