from kiebitz.core.search.worker cimport Worker

cdef int search_root(Worker worker, int alpha, int beta, int depth) noexcept nogil
cdef void sort_root_moves(Worker worker, int start, int end) noexcept nogil
