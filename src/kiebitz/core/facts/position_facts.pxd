cimport cython
from libc.stdint cimport int8_t, int16_t, int32_t, uint8_t, uint64_t

from kiebitz.core.chess.bitboard cimport Bitboard, Square
from kiebitz.core.chess.position cimport Position

cdef enum:
    # The fact where there is no en passant square.
    NO_EN_PASSANT = -1
    TARGETS_OF_A_FORK = 2

# What is true of one side's men; ``FACTS`` says what each means. Sets of squares have bit 0 for a1.
cdef struct SideFacts:
    uint64_t attacked
    uint64_t attacked_twice
    uint64_t attacked_by_pawns
    uint64_t defended
    uint64_t hanging
    uint64_t loose
    uint64_t en_prise
    uint64_t attacked_by_lesser
    uint64_t pinned
    uint64_t pinned_to_queen
    uint64_t discovering
    uint64_t forking
    uint64_t overloaded
    uint64_t immobile
    uint64_t passed
    uint64_t isolated
    uint64_t doubled
    uint64_t backward
    uint64_t supported
    uint64_t phalanx
    uint64_t blocked
    uint64_t levers
    uint64_t outposts
    uint64_t on_outposts
    uint64_t holes
    uint64_t king_zone
    uint64_t rooks_on_open_files
    uint64_t rooks_on_half_open_files
    uint64_t rooks_on_seventh
    int16_t material
    int16_t mobility
    int16_t safe_mobility
    int16_t knight_mobility
    int16_t bishop_mobility
    int16_t rook_mobility
    int16_t queen_mobility
    int8_t pawns
    int8_t knights
    int8_t bishops
    int8_t rooks
    int8_t queens
    int8_t space
    int8_t centre
    int8_t safe_checks
    int8_t pawn_islands
    int8_t half_open_files
    int8_t king
    int8_t king_attackers
    int8_t king_attacks
    int8_t king_shelter
    int8_t king_storm
    int8_t king_escapes
    int8_t king_open_files
    int8_t pawns_on_light
    int8_t pawns_on_dark
    int8_t undeveloped
    uint8_t bishop_pair
    uint8_t can_castle_short
    uint8_t can_castle_long
    uint8_t back_rank_is_weak

# What is true of a position; the same words as ``LAYOUT``.
cdef struct PositionFacts:
    SideFacts[2] sides
    uint64_t key
    uint64_t checkers
    int32_t legal_moves
    int32_t captures
    int32_t checks
    int32_t halfmove
    int32_t fullmove
    int32_t balance
    int8_t phase
    int8_t men
    int8_t en_passant
    int8_t open_files
    uint8_t white_to_move
    uint8_t is_check
    uint8_t is_checkmate
    uint8_t is_stalemate
    uint8_t insufficient_material
    uint8_t opposite_bishops
    uint8_t state                 # 0, or 1 where there is no plain FEN

# What each man attacks, and what they attack together, by side.
cdef struct Sight:
    Bitboard[64] reach            # of the pieces and the kings; of no other square
    Bitboard[2] attacked
    Bitboard[2] twice
    Bitboard[2] pawns
    Bitboard[2] minors
    Bitboard[2] rooks

@cython.final
cdef class FactRows:
    cdef Position position

cdef void tell(Position position, PositionFacts* facts) noexcept nogil
cdef void look(Position position, Sight* seen) noexcept nogil
cdef Bitboard reach_of(int kind, Square square, Bitboard occupied) noexcept nogil
cdef void tell_men(Position position, int side, SideFacts* facts) noexcept nogil
cdef void tell_attacks(Position position, int side, Sight* seen, SideFacts* facts) noexcept nogil
cdef void tell_pieces(Position position, int side, Sight* seen, SideFacts* facts) noexcept nogil
cdef void tell_pawns(Position position, int side, Sight* seen, SideFacts* facts) noexcept nogil
cdef void tell_king(Position position, int side, Sight* seen, SideFacts* facts) noexcept nogil
cdef void tell_moves(Position position, PositionFacts* facts) noexcept nogil
cdef Bitboard alone_between(Square target, Bitboard straight, Bitboard diagonal, Bitboard occupied) noexcept nogil
cdef bint is_en_prise(Position position, Square square, int side, Sight* seen) noexcept nogil
cdef Bitboard prey_of(Position position, int kind, int enemy, Sight* seen) noexcept nogil
cdef Bitboard overloaded_men(Position position, int side, Sight* seen) noexcept nogil
cdef int safe_checks_of(Position position, int side, Sight* seen) noexcept nogil
