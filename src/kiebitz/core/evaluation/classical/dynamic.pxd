from kiebitz.core.chess.bitboard cimport Bitboard, Square
from kiebitz.core.evaluation.classical.attacks cimport Survey
from kiebitz.core.evaluation.pair cimport Pair
from kiebitz.core.evaluation.classical.pawn_structure cimport PawnEntry
from kiebitz.core.chess.position cimport Position

cdef struct DynamicWeights:
    Pair[6][28] mobility        # by kind and number of squares; 27 is the most, a queen's
    Pair[6] immobile            # by kind: a piece without any square, where mobility is linear
    Pair[6] step                # by kind: each square then
    Pair knight_outpost
    Pair bishop_outpost
    Pair reachable_outpost
    Pair minor_behind_pawn
    Pair bishop_own_colour_pawn
    Pair rook_open_file
    Pair rook_half_open_file
    Pair rook_on_seventh
    Pair trapped_rook
    Pair space

cdef enum:
    # A rook with so few squares is shut in.
    TRAPPED_MOBILITY = 3
    # Pieces that live without space.
    CONTENT_PIECES = 4

cdef DynamicWeights W

cdef Pair dynamic(Position position, Survey* survey, PawnEntry* entry, int side) noexcept nogil
cdef Pair wired_dynamic(Position position, Survey* survey, PawnEntry* entry, int side) noexcept nogil

cdef Pair other_dynamic(Position position, Survey* survey, PawnEntry* entry, int side) noexcept nogil
cdef Pair mobility(Position position, Survey* survey, int side) noexcept nogil
cdef Pair linear_mobility(Survey* survey, int side) noexcept nogil
cdef Bitboard mobility_area(Survey* survey, int side) noexcept nogil
cdef Bitboard attacked_by_lesser(Survey* survey, int side) noexcept nogil
cdef bint is_shut_in(Position position, Square rook, Square king, int side) noexcept nogil
cdef Pair minor_pieces(Position position, Survey* survey, PawnEntry* entry, int side) noexcept nogil
cdef Pair rooks_at_work(Position position, Survey* survey, PawnEntry* entry, int side) noexcept nogil
cdef Pair space(Survey* survey, int side) noexcept nogil
cdef load()
