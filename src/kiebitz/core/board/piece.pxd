cimport cython

@cython.final
@cython.freelist(32)
cdef class Piece:
    cdef public int piece_type
    cdef public bint color

cdef Piece piece_of(int man)
