from kiebitz.core.search.worker cimport Worker

cdef enum:
    # The greatest share of the evaluation margin in the reduction.
    MARGIN_PLIES = 3

cdef int null_move_value(
    Worker worker, int beta, int depth, int ply, int evaluation, bint cut_node
) noexcept nogil
