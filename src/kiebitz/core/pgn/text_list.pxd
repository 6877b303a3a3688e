cimport cython

from kiebitz.core.chess.position cimport Position
from kiebitz.core.pgn.letters cimport Text

@cython.final
cdef class TextList:
    cdef Py_ssize_t count
    cdef Text* letters             # of each text, NULL where there is none
    cdef Py_ssize_t* lengths
    cdef tuple kept                # the texts live as long as they may be read

    cdef bint set_up(self, Py_ssize_t index, Position position) noexcept nogil
