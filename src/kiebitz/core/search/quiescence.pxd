from kiebitz.core.search.searcher cimport Searcher

cdef int quiescence(Searcher worker, int alpha, int beta, int ply) noexcept nogil
