from kiebitz.core.chess.bitboard cimport Bitboard
from kiebitz.core.evaluation.classical.attacks cimport Survey
from kiebitz.core.evaluation.pair cimport Pair
from kiebitz.core.chess.position cimport Position

cdef struct ThreatWeights:
    Pair by_pawn
    Pair by_push
    Pair[5] by_minor        # by kind of the victim
    Pair[5] by_rook
    Pair by_king
    Pair hanging

cdef ThreatWeights W

cdef Pair threats(Position position, Survey* survey, int side) noexcept nogil

cdef Pair pawn_threats(Position position, Survey* survey, Bitboard pieces, int side) noexcept nogil
cdef Pair on_victims(Position position, Bitboard victims, Pair* worth) noexcept nogil
cdef load()
