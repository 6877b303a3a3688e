from libc.stdint cimport uint8_t

from kiebitz.core.chess.bitboard cimport Bitboard, Square
from kiebitz.core.chess.position cimport Position

cdef enum:
    # Pieces beside the king, of 5 kinds (NO_PIECE, then KNIGHT to QUEEN as numbered): an ending's number is
    # 5 * first + second.
    MOST_PIECES = 2
    NO_PIECE = 0
    PIECE_KINDS = 5
    ENDINGS = 25
    # Of the two kings by symmetry: 462, which a test counts.
    KING_PAIRS = 462
    SYMMETRIES = 8
    NEVER_MATED = 0
    IMPOSSIBLE = 255
    # A code is the plies to the mate and one.
    MATED_NOW = 1
    NO_PAIR = -1
    # Of a root with more men nothing is asked; pieces with one mate alone are known from here on, pairs as well.
    MOST_ROOT_MEN = 6
    NOTHING_KNOWN = 0
    # What ``know_mates`` returns is the number of the pair that is known, 0 for none, and one.
    PIECES_KNOWN = 1

# Codes by place, one table for each side to move; NULL until they are made.
cdef struct Distances:
    uint8_t* attacking
    uint8_t* defending
    int pieces
    int[2] kinds
    size_t size                   # places in each

# Where the men stand, as a table has them.
cdef struct Men:
    Square king
    Square bare
    Square[2] pieces

cdef Distances[25] KNOWN

cdef uint8_t[8][64] TURNED        # a square by symmetry of the board
cdef short[64][64] PAIRS          # the number of two kings' squares, or NO_PAIR where they can't stand so
cdef uint8_t[64][64] TURNS        # the symmetry that brings them to their pair's squares
cdef Square[462][2] PAIR_SQUARES

cdef void number_pairs() noexcept nogil
cdef int side_of_diagonal(Square square) noexcept nogil
cdef size_t place_of(Distances* ending, Men* men) noexcept nogil
cdef void men_at(Distances* ending, size_t place, Men* men) noexcept nogil
cdef Bitboard occupied_by(Distances* ending, Men* men) noexcept nogil
cdef Bitboard piece_attacks(int kind, Square square, Bitboard occupied) noexcept nogil
cdef bint is_checked(Distances* ending, Men* men, Bitboard occupied) noexcept nogil
cdef int after_capture(Distances* ending, Men* men, int taken) noexcept nogil
cdef int code_by_replies(Distances* ending, Men* men) noexcept nogil
cdef void find_impossible(Distances* ending) noexcept nogil
cdef int find_mates(Distances* ending) noexcept nogil
cdef void reach_by_attacker(Distances* ending, size_t place, int code) noexcept nogil
cdef int reach_by_defender(Distances* ending, size_t place) noexcept nogil
cdef void solve(Distances* ending) noexcept nogil
cdef int number_of(int first, int second) noexcept nogil
cdef int read_men(Position position, Men* men, int* attacker) noexcept nogil
cdef int pair_of(Position position) noexcept nogil
cdef bint is_solved(int number) noexcept nogil
cdef int know_mates(Position position, bint may_take_time) noexcept nogil
cdef int mate_code(Position position, int known) noexcept nogil
cdef int known_mate_value(Position position, int known, int ply) noexcept nogil
cdef make_known(int first, int second)
