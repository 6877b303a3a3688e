cimport cython
from libc.stdint cimport uint8_t, uint64_t

cdef enum:
    CACHE_LINE = 64
    HUGE_PAGE = 1 << 21
    # A thread clears at least so much; less isn't worth starting it.
    MIN_SHARE = 1 << 25
    WORD = 8

@cython.final
cdef class Memory:
    cdef uint8_t* start
    cdef readonly size_t size
    cdef readonly bint huge_pages

    cdef void clear_part(self, size_t start, size_t end) noexcept nogil
    cdef check_part(self, size_t offset, size_t size)
