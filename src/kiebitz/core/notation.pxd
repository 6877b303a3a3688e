from kiebitz.core.move cimport Move
from kiebitz.core.position cimport Position

cpdef str move_text(Position position, Move move)
cpdef Move parse_move(Position position, str text) except? 0
