cimport cython

from kiebitz.core.chess.position cimport Position
from kiebitz.core.evaluation.evaluator cimport Evaluator

cdef enum:
    VALUED = 0
    UNVALUED = 1

@cython.final
cdef class FenValues:
    cdef Evaluator evaluator
    cdef Position position
