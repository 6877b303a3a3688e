from kiebitz.core.search.searcher cimport Searcher

cdef enum:
    # The greatest share of the evaluation margin in the reduction.
    MARGIN_PLIES = 3
    # Instead of a depth: nobody passes.
    NO_PASS = -1

# How to pass.
cdef struct Pass:
    int reduction          # plies beyond the pass itself
    bint needs_proof       # if it refutes, real moves must confirm it

cdef int null_move_value(
    Searcher worker, int beta, int depth, int ply, int evaluation, bint principal, bint cut_node
) noexcept nogil
cdef bint may_pass(
    Searcher worker, int beta, int depth, int ply, int evaluation, bint principal, Pass* plan
) noexcept nogil
cdef int depth_after_pass(
    Searcher worker, int beta, int depth, int ply, int evaluation, bint principal
) noexcept nogil
cdef bint is_confirmed(Searcher worker, int beta, int depth, int ply, bint cut_node) noexcept nogil
