from kiebitz.core.evaluation.pair cimport Pair
from kiebitz.core.chess.position cimport Position

cdef struct MaterialWeights:
    Pair bishop_pair
    Pair knight_by_pawns
    Pair rook_by_pawns
    Pair rook_pair

cdef enum:
    # Pawns at which knights and rooks have just their plain value.
    USUAL_PAWNS = 5

cdef Pair[6] PIECE_VALUES       # by kind of man
cdef MaterialWeights W

cdef Pair plain_values(Position position, int side) noexcept nogil
cdef Pair piece_cooperation(Position position, int side) noexcept nogil
cdef int piece_material(Position position, int side) noexcept nogil
cdef load()
