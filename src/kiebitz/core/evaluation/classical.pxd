cimport cython
from kiebitz.core.position cimport Position
@cython.final
cdef class Evaluator:
    cdef int unused
    cdef int evaluate(self, Position position) noexcept nogil
