from kiebitz.core.search.searcher cimport Searcher
from kiebitz.core.table.table cimport Hit

cdef enum:
    # The table's move is believed to stand alone if it was found by a search at most so many plies less deep.
    SINGULAR_SLACK = 3

cdef int singular_extension(
    Searcher worker, Hit* hit, int beta, int depth, int ply, bint principal, bint cut_node, int* refuted
) noexcept nogil
