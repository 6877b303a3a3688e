from kiebitz.core.chess.move cimport Move
from kiebitz.core.chess.position cimport Position

cdef enum:
    # More hanging men than any rule lets pass.
    MANY = 16

cdef bint promotion_looms(Position position) noexcept nogil
cdef bint king_is_attacked(Position position) noexcept nogil
cdef int hanging_men(Position position, Move* moves) noexcept nogil
