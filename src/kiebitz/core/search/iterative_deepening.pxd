from kiebitz.core.game cimport Move
from kiebitz.core.search.searcher cimport Searcher

cdef enum:
    # Before it a bound is not worth a report, in microseconds.
    BOUND_REPORT_US = 3000000
    # Plies that an iteration is less deep at most, however often its value comes out above the window.
    MOST_REDUCTION = 3

# For the cluster, too.
cpdef enum:
    # A window wider than this on one side, in centipawns, is opened wholly.
    WIDEST_WINDOW = 2000

cdef void deepen(Searcher worker) noexcept nogil
cdef void remember_root(Searcher worker, Move move, int value, int depth) noexcept nogil
cdef int aspire(Searcher worker) noexcept nogil
cdef run(Searcher worker)
