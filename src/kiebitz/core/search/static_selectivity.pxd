from kiebitz.core.chess.move cimport Move
from kiebitz.core.chess.position cimport Position
from kiebitz.core.search.worker cimport Worker

cdef enum:
    # More hanging men than any rule lets pass.
    MANY = 16

cdef bint may_stop(Worker worker, int beta, int depth, int ply, int evaluation) noexcept nogil
cdef bint promotion_looms(Position position) noexcept nogil
cdef bint king_is_attacked(Position position) noexcept nogil
cdef int hanging_men(Position position, Move* moves) noexcept nogil
