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

# Written by tools/write_inlines.py from stopping.py; change it there.

cdef inline int64_t elapsed_us(AnyWorker worker) noexcept nogil:
    return now_us() - worker.start_us

cdef inline bint must_stop(AnyWorker worker) noexcept nogil:
    if worker.stopped:
        return True
    if worker.index == 0 and worker.completed == 0 and worker.nodes < FIRST_NODES:
        return False
    if worker.limits.nodes != NO_LIMIT and worker.nodes + worker.others >= worker.limits.nodes:
        worker.stopped = True
    elif worker.nodes % POLL_NODES == 0:
        poll(worker)
    elif worker.index != 0 and load_relaxed(&worker.shared.stop_flag):
        worker.stopped = True
    return worker.stopped
