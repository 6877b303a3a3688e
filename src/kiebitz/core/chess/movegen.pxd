from kiebitz.core.chess.bitboard cimport Bitboard, Square
from kiebitz.core.chess.move cimport Move
from kiebitz.core.chess.position cimport Position

cdef enum:
    PROMOTIONS_A_PAWN = 4

# What to generate: every legal move; captures and promotions; the others; or only how many there are.
cdef enum Scope:
    ALL
    NOISY
    QUIET
    COUNT

cdef int legal_moves(Position position, Move* moves) noexcept nogil
cdef int noisy_moves(Position position, Move* moves) noexcept nogil
cdef int quiet_moves(Position position, Move* moves) noexcept nogil
cdef int count_moves(Position position) noexcept nogil
cdef bint has_legal_move(Position position) noexcept nogil
cdef bint is_legal(Position position, Move move) noexcept nogil
cdef bint gives_check(Position position, Move move) noexcept nogil

cdef Bitboard pinned_men(Position position, int side, Square king) noexcept nogil

# The parts of the generator.
cdef int write_targets(Move* moves, Square origin, Bitboard targets) noexcept nogil
cdef int write_pawn_moves(Move* moves, Bitboard targets, int step) noexcept nogil
cdef int write_promotions(Move* moves, Bitboard targets, int step) noexcept nogil
cdef int walk_pawns(
    Position position, Move* moves, int side, int scope, Bitboard pawns, Bitboard allowed
) noexcept nogil
cdef int walk(Position position, Move* moves, int side, int scope) noexcept nogil
cdef bint en_passant_is_legal(Position position, int side, Square king, Square pawn) noexcept nogil
cdef bint can_castle(Position position, int right, Square king) noexcept nogil
