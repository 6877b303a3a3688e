from kiebitz.core.evaluation.pair cimport Pair, endgame_of, middlegame_of
from kiebitz.core.chess.position cimport Position

cpdef enum:
    FULL_PHASE = 24             # all pieces on the board
    FULL_SCALE = 64             # an advantage of which nothing is taken off

cdef int[6] PHASE_SHARES        # by kind of man, of FULL_PHASE

cdef int game_phase(Position position) noexcept nogil

# Written by tools/write_inlines.py from game_phase.py; change it there.

cdef inline int blended(Pair value, int phase) noexcept nogil:
    return (middlegame_of(value) * phase + endgame_of(value) * (FULL_PHASE - phase)) / FULL_PHASE
