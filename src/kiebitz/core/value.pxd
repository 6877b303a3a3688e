"""The scale of scores inside the search: centipawns for the side to move; mates at its ends.

``MATE - n`` is mate in n plies, ``-MATE + n`` being mated in n. Static evaluations stay within +-KNOWN_WIN.
"""
from kiebitz.core.chess.position cimport MAX_PLY

cdef enum:
    DRAW = 0
    KNOWN_WIN = 20000
    MATE = 32000
    LONGEST_MATE = MATE - MAX_PLY      # values beyond it are mates
    INFINITE = 32001
    NO_VALUE = 32002

cdef inline bint is_mate(int value) noexcept nogil:
    return value >= LONGEST_MATE or value <= -LONGEST_MATE
