cimport cython
from libc.stdint cimport int64_t

from kiebitz.core.table.memory cimport CACHE_LINE, HUGE_PAGE, Memory

cdef enum:
    MAX_WORKERS = 256
    # Words of one worker's counter: a cache line to itself, so that counting disturbs nobody.
    COUNTER_WORDS = 8

@cython.final
cdef class Shared:
    # Touched by several threads, by relaxed operations only.
    cdef int64_t stop_flag                              # all unwind
    cdef int64_t ponder_flag                            # the clock doesn't count yet
    cdef int64_t clock_start_us                         # when the clock began to count: start, or ponderhit
    cdef int workers                                    # that take part; changed only between searches
    # by worker: nodes so far, published now and then
    cdef int64_t[MAX_WORKERS * COUNTER_WORDS] counters
    cdef Memory histories                               # the common ones; None before a worker has joined

    cdef Memory common_block(self, size_t size)
    cdef void start(self, bint ponder, int64_t now) noexcept nogil
    cdef void publish_nodes(self, int index, int64_t nodes) noexcept nogil
    cdef int64_t total_nodes(self) noexcept nogil
    cdef bint has_used(self, int64_t limit_us) noexcept nogil

cdef Memory history_block(size_t size)
