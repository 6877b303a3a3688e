from kiebitz.core.evaluation.pair cimport Pair, endgame_of, middlegame_of
from kiebitz.core.chess.position cimport Position

cpdef enum:
    FULL_PHASE = 24             # all pieces on the board
    FULL_SCALE = 64             # an advantage of which nothing is taken off

cdef int[6] PHASE_SHARES        # by kind of man, of FULL_PHASE

cdef int game_phase(Position position) noexcept nogil
