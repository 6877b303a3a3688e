from kiebitz.core.search.searcher cimport Searcher
from kiebitz.core.table.table cimport Hit

cdef int prob_cut_value(
    Searcher worker, Hit* hit, int beta, int depth, int ply, int evaluation, bint cut_node
) noexcept nogil
