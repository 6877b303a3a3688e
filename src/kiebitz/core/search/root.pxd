from kiebitz.core.search.searcher cimport Searcher

cdef int search_root(Searcher worker, int alpha, int beta, int depth) noexcept nogil
cdef void sort_root_moves(Searcher worker, int start, int end) noexcept nogil
