from libc.stdint cimport uint64_t

from kiebitz.core.machine cimport USES_PEXT, lowest, popcount, slider_index

ctypedef uint64_t Bitboard
ctypedef int Square

cdef enum:
    WHITE = 0
    BLACK = 1

cdef enum:
    PAWN = 0
    KNIGHT = 1
    BISHOP = 2
    ROOK = 3
    QUEEN = 4
    KING = 5
    KINDS = 6

cdef enum:
    # A man is 2 * kind + colour, so that one table serves both; EMPTY is the code of a free square.
    EMPTY = 12
    MEN = 12

cdef enum:
    NO_SQUARE = 64

cdef extern from *:
    """
    static const unsigned long long FILE_A = 0x0101010101010101ULL;
    static const unsigned long long FILE_H = 0x8080808080808080ULL;
    static const unsigned long long RANK_1 = 0x00000000000000FFULL;
    static const unsigned long long RANK_3 = 0x0000000000FF0000ULL;
    static const unsigned long long RANK_6 = 0x0000FF0000000000ULL;
    static const unsigned long long RANK_8 = 0xFF00000000000000ULL;
    static const unsigned long long LIGHT_SQUARES = 0x55AA55AA55AA55AAULL;
    static const unsigned long long ALL_SQUARES = 0xFFFFFFFFFFFFFFFFULL;
    """
    const Bitboard FILE_A
    const Bitboard FILE_H
    const Bitboard RANK_1
    const Bitboard RANK_3
    const Bitboard RANK_6
    const Bitboard RANK_8
    const Bitboard LIGHT_SQUARES
    const Bitboard ALL_SQUARES

# All that one square needs to look up the attacks of a sliding man.
cdef struct Slider:
    Bitboard mask        # squares whose occupation matters
    Bitboard magic       # factor that gathers them in the high bits
    Bitboard* attacks    # this square's part of the shared table
    int shift

cdef Slider[64] ROOK_SLIDERS
cdef Slider[64] BISHOP_SLIDERS
cdef Bitboard[64] KNIGHT_ATTACKS
cdef Bitboard[64] KING_ATTACKS
cdef Bitboard[2][64] PAWN_ATTACKS    # by colour of the pawn
cdef Bitboard[64] ROOK_RAYS          # on an empty board
cdef Bitboard[64] BISHOP_RAYS
cdef Bitboard[64][64] BETWEEN        # squares strictly between two on a line, else empty
cdef Bitboard[64][64] LINE           # the whole line through two squares, else empty

# 102,400 entries for rooks and 5,248 for bishops: the sum of 2^popcount(mask) over the squares: no look-up leaves it.
cdef Bitboard[107648] SLIDER_TABLE

cdef Bitboard reach_of_steps(Square square, tuple steps)
cdef Bitboard slide(Square square, int rank_step, int file_step, Bitboard occupied) noexcept nogil
cdef Bitboard slides(Square square, bint diagonal, Bitboard occupied) noexcept nogil
cdef Bitboard inner_mask(Square square, bint diagonal) noexcept nogil
cdef int fill_slider(Slider* slider, Square square, bint diagonal, Bitboard magic, Bitboard* attacks) noexcept nogil
cdef void fill_line(Square here, Square there) noexcept nogil
cdef fill_tables()
