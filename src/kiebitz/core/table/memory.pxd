cimport cython
from libc.stdint cimport uint8_t, uint64_t

from kiebitz.core.machine cimport load_relaxed_8, store_relaxed_8

cdef enum:
    CACHE_LINE = 64
    HUGE_PAGE = 1 << 21
    # A thread clears at least so much; less isn't worth starting it.
    MIN_SHARE = 1 << 25
    WORD = 8
    # Of a block, noted as written or not; a whole number of words.
    PARTS = 1 << 12

@cython.final
cdef class Memory:
    cdef uint8_t* start
    cdef readonly size_t size
    cdef readonly bint huge_pages
    cdef int part_shift                       # the bytes of a part, as a power of two
    cdef uint8_t[PARTS] written               # whether a part was written since the block was cleared, 1 or 0

    cdef void clear_part(self, size_t start, size_t end) noexcept nogil
    cdef check_part(self, size_t offset, size_t size)
    cdef size_t written_parts(self) noexcept nogil
    cdef void clear_parts(self) noexcept nogil
