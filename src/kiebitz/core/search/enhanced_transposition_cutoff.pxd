from kiebitz.core.search.searcher cimport Searcher

cdef int enhanced_transposition_cutoff(Searcher worker, int beta, int depth, int ply) noexcept nogil
