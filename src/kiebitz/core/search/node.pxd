from kiebitz.core.search.searcher cimport Searcher

cdef enum:
    # Moves of each sort remembered to lower their history when a later one refutes.
    MAX_TRIED = 64

cdef int search(Searcher worker, int alpha, int beta, int depth, int ply, bint cut_node) noexcept nogil
