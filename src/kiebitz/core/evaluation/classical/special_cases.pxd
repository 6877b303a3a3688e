from kiebitz.core.chess.bitboard cimport Bitboard, Square
from kiebitz.core.evaluation.pair cimport Pair
from kiebitz.core.chess.position cimport Position

cdef enum:
    # Above this lead in pieces (endgame centipawns; more than a bishop, less than a rook) a pawnless side wins.
    MINOR_PIECE_LEAD = 330
    ROOK_WORTH = 540
    # Distances that mop-up counts from: the most king steps that matter, and the corner farthest away.
    CLOSE_KINGS = 7
    FILES = 8

cdef struct CaseWeights:
    Pair known_win
    Pair mop_up_rim
    Pair mop_up_kings
    Pair mop_up_corner
    Pair won_pawn_race
    int pawnless_minor
    int pawnless_more
    int two_knights
    int pawns_base
    int pawns_step
    int opposite_base
    int opposite_passed
    int opposite_pieces_base
    int opposite_pieces_step
    int walled_off
    int fifty_move_grace
    int fifty_move_span

# What is left of a value, and of what whole.
cdef struct Rest:
    int scale                   # by material, of FULL_SCALE
    int damping                 # by the fifty moves, of ``fifty_move_span``

cdef CaseWeights W

cdef Pair special_bonus(Position position, Square king, Square enemy_king, int side) noexcept nogil
cdef int known_wins(Position position) noexcept nogil
cdef int settled(Position position, int value, bint by_material, Rest* rest) noexcept nogil

cdef int scale(Position position, int strong) noexcept nogil
cdef int damping(int halfmove) noexcept nogil

cdef bint is_bare(Position position, int side) noexcept nogil
cdef bint has_mating_force(Position position, int side) noexcept nogil
cdef bint has_opposite_bishops(Position position) noexcept nogil
cdef bint is_walled_off(Position position, int strong) noexcept nogil
cdef int rim_steps(Square square) noexcept nogil
cdef int corner_steps(Square king, Bitboard bishop) noexcept nogil
cdef load()
