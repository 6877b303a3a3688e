from kiebitz.core.search.worker cimport Worker
from kiebitz.core.table.table cimport Hit

cdef int prob_cut_value(
    Worker worker, Hit* hit, int beta, int depth, int ply, int evaluation, bint cut_node
) noexcept nogil
