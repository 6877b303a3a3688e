from kiebitz.core.chess.bitboard cimport BLACK, WHITE, Bitboard, Square
from kiebitz.core.chess.position cimport Position
from kiebitz.core.evaluation.classical.special_cases cimport has_mating_force, is_bare

cdef enum:
    NOBODY = -1
    MOST_DIAGONALS = 7
    # Centipawns for each step: of the bare king towards the rim, towards a corner of the bishop's colour by diagonals,
    # and of the kings towards each other. What leads to the corner must outweigh all that the search might shun.
    CLOSER_TO_RIM = 34
    CLOSER_TO_CORNER = 420
    CLOSER_KING = 20

cdef int basic_mate_value(Position position, int side) noexcept nogil
cdef int corner_diagonals(Square king, Bitboard bishop) noexcept nogil
cdef bint two_colours(Bitboard bishops) noexcept nogil
