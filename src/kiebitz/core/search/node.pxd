from kiebitz.core.search.worker cimport Worker
from kiebitz.core.table.table cimport Hit

cdef enum:
    # Moves of each sort remembered to lower their history when a later one refutes.
    MAX_TRIED = 64
    # The table's move is believed to stand alone if it was found by a search at most so many plies less deep.
    SINGULAR_SLACK = 3

cdef int search(Worker worker, int alpha, int beta, int depth, int ply, bint cut_node) noexcept nogil
cdef int singular_extension(
    Worker worker, Hit* hit, int beta, int depth, int ply, bint principal, bint cut_node, int* refuted
) noexcept nogil
