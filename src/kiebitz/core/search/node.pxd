from kiebitz.core.chess.move cimport Move
from kiebitz.core.search.worker cimport Worker
from kiebitz.core.table.table cimport Hit

cdef enum:
    # Moves of each sort remembered to lower their history when a later one refutes.
    MAX_TRIED = 64
    # The last plies before the fifty-move draw, where the table, which doesn't know the clock, must not cut.
    TRUSTED_HALFMOVES = 90
    FIFTY_MOVES = 100
    REDUCTION_UNIT = 1024
    LARGEST_INDEX = 63

cdef int search(Worker worker, int alpha, int beta, int depth, int ply, bint cut_node) noexcept nogil
cdef bint has_tried_enough(Worker worker, int depth, int quiet_count, bint improving) noexcept nogil
cdef bint is_futile(
    Worker worker, int ply, Move move, bint forcing, int history, int depth, int reduced, int alpha
) noexcept nogil
cdef int singular_extension(
    Worker worker, Hit* hit, int beta, int depth, int ply, bint principal, bint cut_node, int* refuted
) noexcept nogil
cdef int reduction_of(
    Worker worker, int depth, int number, bint principal, bint cut_node, bint noisy, bint improving, int history
) noexcept nogil
