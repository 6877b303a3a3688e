from kiebitz.core.shogi.position cimport ShogiPosition

cpdef int parse_move(ShogiPosition position, str text) except -1
