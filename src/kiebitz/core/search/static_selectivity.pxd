from kiebitz.core.search.searcher cimport Searcher

cdef bint may_stop(Searcher worker, int beta, int depth, int ply, int evaluation) noexcept nogil
