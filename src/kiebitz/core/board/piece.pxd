cimport cython

@cython.final
cdef class Piece:
    cdef readonly int piece_type
    cdef readonly bint color

cdef list PIECES                  # by man, as the core numbers them: 2 * kind + colour
cdef Piece piece_of(int man)
