from libc.stdint cimport uint64_t

from kiebitz.core.contract cimport promise
from kiebitz.core.machine cimport lowest as lowest_of_word
from kiebitz.core.machine cimport popcount as popcount_of_word
from kiebitz.core.machine cimport slider_index

ctypedef int Square

cdef enum:
    BLACK = 0            # who moves first
    WHITE = 1

# Kinds; a promoted man's kind is PROMOTED more.
cdef enum:
    PAWN = 0
    LANCE = 1
    KNIGHT = 2
    SILVER = 3
    BISHOP = 4
    ROOK = 5
    GOLD = 6
    KING = 7
    TOKIN = 8
    PROMOTED_SILVER = 11
    HORSE = 12
    DRAGON = 13
    KINDS = 14
    PROMOTED = 8
    HAND_KINDS = 7       # pawn to gold: what a hand may hold
    NEIGHBOURS = 8

cdef enum:
    # A man is 2 * kind + colour; EMPTY is the code of a free square.
    EMPTY = 28
    MEN = 28

cdef enum:
    # The hole between files 7 and 8; a king that isn't there stands on it.
    NO_SQUARE = 63
    SQUARES = 82
    # Where a hand's men stand: HAND + 7 * side + kind.
    HAND = 82
    PLACES = 96

# A set of squares in two words.
cdef struct Bitboard:
    uint64_t low         # files 1 to 7, bits 0 to 62
    uint64_t high        # files 8 and 9, bits 0 to 17: squares 64 to 81

cdef extern from *:
    """
    static const uint64_t KZ_SHOGI_LOW = 0x7FFFFFFFFFFFFFFFULL;
    static const uint64_t KZ_SHOGI_HIGH = 0x3FFFFULL;
    static const uint64_t KZ_SHOGI_ROW = 0x0040201008040200ULL;
    static const uint64_t KZ_SHOGI_GATHER = 0x0002020202020200ULL;
    """
    const uint64_t LOW_SQUARES "KZ_SHOGI_LOW"
    const uint64_t HIGH_SQUARES "KZ_SHOGI_HIGH"
    # Rank a of files 2 to 7, and the factor that gathers these bits, nine apart, in the six highest: bit 9f comes to
    # 57 + f, and no product of another bit comes there or to where one comes already.
    const uint64_t INNER_ROW "KZ_SHOGI_ROW"
    const uint64_t GATHER "KZ_SHOGI_GATHER"

# All that one square needs to look up a bishop's attacks.
cdef struct Slider:
    Bitboard mask        # squares whose occupation matters
    uint64_t folded      # the words of the mask as one: they have no bit in common
    uint64_t magic       # factor that gathers them in the high bits
    Bitboard* attacks    # this square's part of the shared table
    int shift

cdef Slider[82] BISHOP_SLIDERS
cdef uint64_t[9][128] FILE_ATTACKS       # by rank and the seven inner squares of a file
cdef Bitboard[9][128] RANK_ATTACKS       # by file and the seven inner squares of a rank, on rank a
cdef Bitboard[2][82] PAWN_ATTACKS        # by colour
cdef Bitboard[2][82] KNIGHT_ATTACKS
cdef Bitboard[2][82] SILVER_ATTACKS
cdef Bitboard[2][82] GOLD_ATTACKS
cdef Bitboard[82] KING_ATTACKS
cdef Square[82][8] AROUND                # the same squares as a list, NO_SQUARE beyond the edge
cdef Bitboard[2][82] AHEAD               # squares in front, to the end of the file
cdef Bitboard[82] ROOK_RAYS              # on an empty board
cdef Bitboard[82] BISHOP_RAYS
cdef Bitboard[82][82] BETWEEN            # squares strictly between two on a line, else empty
cdef Bitboard[82][82] LINE               # the whole line through two squares, else empty
cdef Bitboard[9] FILES
cdef Bitboard[2] ZONE                    # by colour: where its men promote
cdef Bitboard[2] LAST_RANK
cdef Bitboard[2] LAST_TWO
cdef int[82] FILE_OF
cdef int[82] RANK_OF

# The sum of 2^popcount(mask) over the squares: no look-up leaves it.
cdef Bitboard[20224] SLIDER_TABLE

cdef Bitboard step(int file, int rank, int file_step, int rank_step) noexcept nogil
cdef Bitboard slide(int file, int rank, int file_step, int rank_step, Bitboard occupied) noexcept nogil
cdef Bitboard straight_slides(Square square, Bitboard occupied) noexcept nogil
cdef Bitboard diagonal_slides(Square square, Bitboard occupied) noexcept nogil
cdef void fill_squares() noexcept nogil
cdef void fill_steps(Square square, int side) noexcept nogil
cdef void fill_around() noexcept nogil
cdef void fill_lines() noexcept nogil
cdef int fill_slider(Slider* slider, Square square, uint64_t magic, Bitboard* attacks) noexcept nogil
cdef void fill_line(Square here, Square there) noexcept nogil
cdef bint tables_are_filled

cdef fill_tables()
cdef load()
