cimport cython

from kiebitz.core.chess.position cimport Position
from kiebitz.core.evaluation.evaluator cimport Evaluator
from kiebitz.core.pgn.letters cimport Text

cdef enum:
    VALUED = 0
    UNVALUED = 1

@cython.final
cdef class FenValues:
    cdef Evaluator evaluator
    cdef Position position

    cdef bint value_of(self, Text fen, Py_ssize_t length, int* value) noexcept nogil
