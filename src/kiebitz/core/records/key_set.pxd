cimport cython
from libc.stdint cimport uint64_t

cdef enum:
    FIRST_PLACES = 1024

@cython.final
cdef class KeySet:
    cdef uint64_t* places
    cdef Py_ssize_t room          # a power of two
    cdef readonly Py_ssize_t count

    cdef bint grow(self) noexcept nogil
    cdef int add(self, uint64_t key) noexcept nogil
