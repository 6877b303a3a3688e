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

# Written by tools/write_inlines.py from features.py; change it there.

cdef inline int turn_of(int side, Square king) noexcept nogil:
    return (56 if side == BLACK else 0) ^ (7 if king & 4 else 0)

cdef inline int turn_at(Position position, int side) noexcept nogil:
    return turn_of(side, lowest(position.men(side, KING)))

cdef inline int feature_of(int man, Square square, int side, int turn) noexcept nogil:
    return (man ^ side) << 6 | (square ^ turn)

cdef inline int bucket_of(int men) noexcept nogil:
    return (men - 2) >> 2

cdef inline int bucket_at(Position position) noexcept nogil:
    return bucket_of(popcount(position.occupied()))

cdef inline void list_changes(const State* state, int side, int turn, Changes* changes) noexcept nogil:
    changes.arrived_count = changes.left_count = 0
    move = state.move
    if move == NULL_MOVE:
        return
    cdef int moved = state.moved
    cdef int captured = state.captured
    origin = origin_of(move)
    goal = target_of(move)
    sort = sort_of(move)
    cdef int arrived = 2 * promoted_kind(move) + (moved & 1) if sort == PROMOTION else moved
    cdef int rook = 2 * ROOK + (moved & 1)
    changes.arrived_count = changes.left_count = 1
    changes.left[0] = feature_of(moved, origin, side, turn)
    if sort == CASTLING:
        changes.arrived_count = changes.left_count = 2
        changes.arrived[0] = feature_of(moved, castled_king(origin, goal), side, turn)
        changes.left[1] = feature_of(rook, goal, side, turn)
        changes.arrived[1] = feature_of(rook, castled_rook(origin, goal), side, turn)
        return
    changes.arrived[0] = feature_of(arrived, goal, side, turn)
    if captured != EMPTY:
        changes.left_count = 2
        changes.left[1] = feature_of(captured, goal ^ 8 if sort == EN_PASSANT else goal, side, turn)

cdef inline bint turns_view(const State* state, int side) noexcept nogil:
    if state.moved != 2 * KING + side:
        return False
    king = origin_of(state.move)
    goal = target_of(state.move)
    if sort_of(state.move) == CASTLING:
        goal = castled_king(king, goal)
    return (king ^ goal) & 4 != 0
