cimport cython

from kiebitz.core.chess.position cimport Position
from kiebitz.core.evaluation.evaluator cimport Evaluator
from kiebitz.core.evaluation.nnue.half_ka cimport HalfKA

cdef enum:
    VALUED = 0
    UNVALUED = 1

@cython.final
cdef class FenValues:
    cdef Evaluator evaluator
    cdef HalfKA teacher         # None: nobody else is asked
    cdef Position position
