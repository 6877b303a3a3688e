from libc.stdint cimport uint64_t

from kiebitz.core.chess.bitboard cimport Square

cdef enum:
    # Men of the largest tables, kings included.
    MOST_MEN = 7
    LEADING_PAWNS = 5
    # Places of a leading group of three different men, and of two kings.
    THREE_MEN = 31332
    TWO_KINGS = 462
    PAWN_SQUARES = 48
    NO_PLACE = -1

# How the men of a table, in their order, make a number.
cdef struct Layout:
    int count                     # of men
    bint has_pawns
    bint unique                   # three men at least are the only ones of their kind and colour
    int[2] pawns                  # of the leading colour, and of the other
    unsigned char[8] men          # codes: kind and one, 8 more for the weaker side
    int[8] group_length           # men of a group, 0 after the last
    uint64_t[9] group_factor      # and after the last group how many places there are

cdef int[64] BELOW_DIAGONAL       # b1-h1-h7 to 0..27
cdef int[64] TRIANGLE             # a1-d1-d4 to 0..9
cdef int[10][64] KINGS            # a king in the triangle and another to 0..461
cdef uint64_t[8][64] CHOICES      # binomials: k of n
cdef int[64] PAWN_ORDER           # a2..h7 to 0..47, the highest leads
cdef uint64_t[6][64] LEADING      # by number of leading pawns and square of the first
cdef uint64_t[6][4] LEADING_COUNT  # by number and file

cdef int off_diagonal(Square square) noexcept nogil
cdef Square turned(Square square) noexcept nogil
cdef void fill() noexcept nogil
cdef bint set_groups(Layout* layout, int order, int pawn_order, int file) noexcept nogil
cdef void sort_squares(Square* squares, int count) noexcept nogil
cdef void sort_pawns(Square* squares, int count) noexcept nogil
cdef uint64_t leading_pieces(Layout* layout, Square* squares) noexcept nogil
cdef uint64_t place_of(Layout* layout, Square* squares) noexcept nogil
