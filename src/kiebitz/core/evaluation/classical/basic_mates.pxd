from kiebitz.core.chess.bitboard cimport BLACK, WHITE
from kiebitz.core.chess.position cimport Position
from kiebitz.core.evaluation.classical.special_cases cimport has_mating_force, is_bare

cdef enum:
    NOBODY = -1
    # Centipawns for each step: of the bare king towards the rim, and of the kings towards each other.
    CLOSER_TO_RIM = 34
    CLOSER_KING = 20

cdef int basic_mate_value(Position position, int side) noexcept nogil
