from kiebitz.core.chess.bitboard cimport Bitboard
from kiebitz.core.chess.move cimport Move
from kiebitz.core.chess.position cimport Position

cdef enum:
    # More than twice as many as there are moves, 3,668, so that each finds a place.
    PLACES = 1 << 13
    # The second place is taken from other bits of the key.
    SECOND_SHIFT = 16

cdef Bitboard[PLACES] KEYS
cdef Move[PLACES] MOVES    # 0: a free place

cdef int first_place(Bitboard key) noexcept nogil
cdef int second_place(Bitboard key) noexcept nogil
cdef Bitboard reach_of(int kind, int square) noexcept nogil
cdef void insert(Bitboard key, Move move) noexcept nogil
cdef void fill_table() noexcept nogil
cdef bint can_repeat(Position position) noexcept nogil
