from kiebitz.core.chess.bitboard cimport BLACK, EMPTY, KING, ROOK, Square
from kiebitz.core.chess.castling cimport castled_king, castled_rook
from kiebitz.core.chess.move cimport (
    CASTLING,
    EN_PASSANT,
    NULL_MOVE,
    PROMOTION,
    Move,
    origin_of,
    promoted_kind,
    sort_of,
    target_of,
)
from kiebitz.core.chess.position cimport Position, State
from kiebitz.core.evaluation.network.changes cimport SETS, Changes
from kiebitz.core.machine cimport lowest, popcount

cpdef enum:
    # Rows of the first layer: a man on a square.
    FEATURES = 12 * 64
    # Sets of output weights, by the number of men.
    BUCKETS = SETS
    # Men on the board, at most.
    MOST_MEN = 32

cdef enum:
    # The bits of a row's number that are its square.
    SQUARE_BITS = 63

# A man on a square.
cdef struct Placed:
    int man
    Square square

cdef int list_men(Position position, Placed* men) noexcept nogil
cdef int list_rows(Position position, int side, int turn, int* rows) noexcept nogil
