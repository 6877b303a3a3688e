from kiebitz.core.search.worker cimport Worker

cdef enum:
    MAX_TRIED = 64      # quiet moves remembered for the history of a node

cdef int search(Worker worker, int alpha, int beta, int depth, int ply, bint cut_node) noexcept nogil
cdef int reduction_of(
    Worker worker, int depth, int number, bint principal, bint cut_node, bint noisy, int history
) noexcept nogil
