from kiebitz.core.chess.position cimport Position

cdef bint is_dead_draw(Position position) noexcept nogil
cdef bint holds_wrong_corner(Position position, int strong) noexcept nogil
