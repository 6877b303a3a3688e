from kiebitz.core.chess.bitboard cimport Bitboard, Square
from kiebitz.core.chess.position cimport Position

# The terms, in the order in which they are reported.
cdef enum:
    MATERIAL
    MOBILITY
    PAWNS
    CENTRE_CONTROL
    KING_SAFETY
    TERMS

cdef enum:
    PAWN_UNITS = 128
    CENTIPAWNS = 100
    # d4, e4, d5, e5
    CENTRE = 0x0000001818000000

# In 128ths of a pawn.
cdef struct TartanWeights:
    int[6] material
    int mobility
    int doubled
    int isolated
    int centre
    int shield

cdef TartanWeights W

cdef int tartan_value(Position position) noexcept nogil
cdef void fill_terms(Position position, int side, int* terms) noexcept nogil
cdef Bitboard attacks_of(Position position, int kind, Square square) noexcept nogil
cdef int pawn_moves(Position position, int side) noexcept nogil
cdef load()
