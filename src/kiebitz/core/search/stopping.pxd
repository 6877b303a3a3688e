from libc.stdint cimport int64_t

from kiebitz.core.machine cimport load_relaxed, now_us
from kiebitz.core.search.any_worker cimport NO_LIMIT, AnyWorker

cdef enum:
    # Nodes between two looks at clock and stop flag: about a millisecond.
    POLL_NODES = 1024
    # The first iteration obeys no limit before so many nodes.
    FIRST_NODES = 20000
    # A move without alternative gets this part of the time.
    SINGLE_REPLY_DIVISOR = 10
    # A move that all nodes were spent on gets at least so many percent of its time.
    LEAST_EFFORT_TIME = 20

cdef void poll(AnyWorker worker) noexcept nogil
cdef bint is_done(AnyWorker worker) noexcept nogil
cdef void note_stability(AnyWorker worker) noexcept nogil
cdef int64_t patience_us(AnyWorker worker) noexcept nogil
