from kiebitz.core.chess.move cimport Move
from kiebitz.core.chess.position cimport Position

cpdef str move_text(Position position, Move move)
cpdef Move parse_move(Position position, str text) except? 0
