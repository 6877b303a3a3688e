from kiebitz.core.chess.bitboard cimport Bitboard, Square
from kiebitz.core.evaluation.pair cimport Pair
from kiebitz.core.evaluation.classical.pawn_structure cimport PawnEntry
from kiebitz.core.chess.position cimport Position

cdef struct CoverWeights:
    Pair[4][8] shield          # by distance of the file from the rim and by rank of the pawn
    Pair[8] storm_free
    Pair[8] storm_rammed
    Pair open_king_file
    Pair king_far_from_pawns

cdef CoverWeights W

cdef void fill_cover(Position position, PawnEntry* entry, Square white_king, Square black_king) noexcept nogil

cdef Pair king_cover(Position position, Square king, int side) noexcept nogil
cdef Pair cover_at(Bitboard pawns, Bitboard enemies, Square king, int side) noexcept nogil
cdef int nearest(Bitboard pawns, int side) noexcept nogil
cdef load()
