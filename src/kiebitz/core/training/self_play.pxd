cimport cython
from libc.stdint cimport int64_t, uint64_t

from kiebitz.core.chess.position cimport Position
from kiebitz.core.search.worker cimport Worker
from kiebitz.core.training.packed_position cimport PackedPosition

cdef enum:
    # A game that lasts longer is a draw.
    MAX_GAME_PLIES = 400
    # Random plies at the start: so many, or one more.
    RANDOM_PLIES = 8
    # A game doesn't begin where one side is ahead by more, in centipawns.
    MAX_OPENING_VALUE = 400
    # Won for whoever is ahead by so much for so many plies.
    WON_VALUE = 1000
    WON_PLIES = 5
    # Drawn where nobody is ahead by more for so many plies, from a ply on.
    DRAWN_VALUE = 8
    DRAWN_PLIES = 10
    MIN_DRAWN_PLY = 60
    WHITE_WINS = 2
    NOBODY_WINS = 1
    BLACK_WINS = 0

@cython.final
cdef class SelfPlay:
    cdef readonly Worker worker
    cdef object limits
    cdef object start
    cdef uint64_t chance

    cdef new_game(self)

cdef bint open_game(Position position, uint64_t* chance) noexcept nogil
cdef int64_t play_game(
    Worker worker, Position position, uint64_t* chance, PackedPosition* packed, int64_t room, uint64_t number
) noexcept nogil
