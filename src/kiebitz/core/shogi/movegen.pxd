from kiebitz.core.shogi.bitboard cimport Bitboard, Square
from kiebitz.core.shogi.move cimport Move
from kiebitz.core.shogi.position cimport ShogiPosition

# What to generate: every legal move, or only how many there are.
cdef enum Scope:
    ALL
    COUNT
    NOISY                # captures and promotions
    QUIET                # the rest

# The rule that a move breaks; in the order of notation.FAULTS.
cdef enum Legality:
    LEGAL
    NOTHING_THERE        # no man of the side to move, on the board or in its hand
    OUT_OF_REACH
    OCCUPIED
    NO_PROMOTION
    DEAD_END
    TWO_PAWNS
    KING_IN_CHECK
    PAWN_DROP_MATE

cdef int legal_moves(ShogiPosition position, Move* moves) noexcept nogil
cdef int noisy_moves(ShogiPosition position, Move* moves) noexcept nogil
cdef int quiet_moves(ShogiPosition position, Move* moves) noexcept nogil
cdef int count_moves(ShogiPosition position) noexcept nogil
cdef bint has_legal_move(ShogiPosition position) noexcept nogil
cdef Legality judge(ShogiPosition position, Move move) noexcept nogil
cdef bint is_legal(ShogiPosition position, Move move) noexcept nogil
cdef bint gives_check(ShogiPosition position, Move move) noexcept nogil

cdef Bitboard reach(int man, Square square, Bitboard occupied) noexcept nogil
cdef Bitboard pinned_men(ShogiPosition position, int side) noexcept nogil

# The parts of the generator.
cdef int write_moves(
    Move* moves, Square origin, int kind, Bitboard targets, int side, int scope, Bitboard enemies
) noexcept nogil
cdef int write_pawn_moves(Move* moves, Bitboard targets, int side, int scope, Bitboard enemies) noexcept nogil
cdef int write_drops(Move* moves, int side, int kind, Bitboard targets, int scope) noexcept nogil
cdef int walk_king(ShogiPosition position, Move* moves, int side, int scope) noexcept nogil
cdef int walk_men(
    ShogiPosition position, Move* moves, int side, int scope, Bitboard wanted
) noexcept nogil
cdef int walk_hand(
    ShogiPosition position, Move* moves, int side, int scope, Bitboard free
) noexcept nogil
cdef int walk(ShogiPosition position, Move* moves, int side, int scope) noexcept nogil
cdef Bitboard answers_to_check(ShogiPosition position, int side) noexcept nogil
cdef Bitboard dead_ends(int side, int kind) noexcept nogil
cdef bint pawn_drop_mates(ShogiPosition position, int side) noexcept nogil
