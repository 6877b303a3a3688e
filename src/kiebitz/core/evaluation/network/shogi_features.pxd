from kiebitz.core.evaluation.network.changes cimport SETS, Changes
from kiebitz.core.shogi.bitboard cimport (
    EMPTY,
    HAND,
    HAND_KINDS,
    KING,
    NO_SQUARE,
    PROMOTED,
    SQUARES,
    Square,
    lowest,
    popcount,
    rest,
)
from kiebitz.core.shogi.hand cimport count_of
from kiebitz.core.shogi.move cimport NULL_MOVE, origin_of, promotes, target_of
from kiebitz.core.shogi.position cimport ShogiPosition, State

cpdef enum:
    # Men that lie on the board or in a hand, at most.
    MOST_MEN = 40
    # Rows of the first layer: 28 men on 81 squares, and the steps of two hands.
    FEATURES = 28 * 81 + 2 * 38

cdef enum:
    BOARD_SQUARES = 81
    FILES_ACROSS = 9
    RANKS = 9
    # Where the rows of the hands begin, and how many each hand has.
    HAND_ROWS_AT = 28 * 81
    HAND_STEPS = 38
    # The first square of the files 6 to 9 among the 81.
    MIRRORED_FROM = 45
    # The first set of output weights is for fewer men on the board than two more.
    FEWEST_MEN = 24

cdef signed char[4][82] SEEN     # a square as a view with each turn sees it, from 0 to 80
cdef int[7] STEP_AT              # where the rows of each kind begin among those of a hand

cdef fill_tables()
cdef int list_rows(ShogiPosition position, int side, int turn, int* rows) noexcept nogil
