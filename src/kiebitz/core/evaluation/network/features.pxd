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
    # Rooms of the own king in a network that has rows for each of them.
    ROOMS = 16
    # Rooms of networks until 0.2; each of ours is a part of one of them.
    FORMER_ROOMS = 8

cdef enum:
    # The bits of a row's number that are its square; those of a turn, too, and its room is above them.
    SQUARE_BITS = 63
    ROOM_SHIFT = 6

# The room of the own king, by its square as its owner sees it, on the files a to d.
cdef signed char[64] ROOM_OF
cdef signed char[64] FORMER_ROOM_OF

# A man on a square.
cdef struct Placed:
    int man
    Square square

cdef fill_rooms()
cdef int list_men(Position position, Placed* men) noexcept nogil
cdef int list_rows(Position position, int side, int turn, int* rows) noexcept nogil
