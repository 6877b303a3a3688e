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

# Written by tools/write_inlines.py from shogi_features.py; change it there.

cdef inline int turn_of(int side, Square king) noexcept nogil:
    if king == NO_SQUARE:
        return side
    return side | (2 if SEEN[side][king] >= MIRRORED_FROM else 0)

cdef inline int turn_at(ShogiPosition position, int side) noexcept nogil:
    return turn_of(side, position.king[side])

cdef inline int feature_of(int man, Square square, int side, int turn) noexcept nogil:
    return (man ^ side) * BOARD_SQUARES + SEEN[turn][square]

cdef inline int feature_in_hand(int kind, int owner, int number, int side) noexcept nogil:
    return HAND_ROWS_AT + (owner ^ side) * HAND_STEPS + STEP_AT[kind] + number

cdef inline int bucket_of(int men) noexcept nogil:
    return max(0, min((men - FEWEST_MEN) >> 1, SETS - 1))

cdef inline int bucket_at(ShogiPosition position) noexcept nogil:
    return bucket_of(popcount(position.occupied()))

cdef inline void list_changes(const State* state, int side, int turn, Changes* changes) noexcept nogil:
    changes.arrived_count = changes.left_count = 0
    move = state.move
    if move == NULL_MOVE:
        return
    cdef int man = state.moved
    cdef int captured = state.captured
    cdef int mover = man & 1
    cdef int kind = man >> 1
    origin = origin_of(move)
    target = target_of(move)
    changes.arrived_count = changes.left_count = 1
    if origin >= HAND:
        changes.left[0] = feature_in_hand(kind, mover, count_of(state.hands[mover], kind) - 1, side)
        changes.arrived[0] = feature_of(man, target, side, turn)
        return
    changes.left[0] = feature_of(man, origin, side, turn)
    changes.arrived[0] = feature_of(man + (2 * PROMOTED if promotes(move) else 0), target, side, turn)
    if captured != EMPTY:
        kind = captured >> 1 & (PROMOTED - 1)
        changes.arrived_count = changes.left_count = 2
        changes.left[1] = feature_of(captured, target, side, turn)
        changes.arrived[1] = feature_in_hand(kind, mover, count_of(state.hands[mover], kind), side)

cdef inline bint turns_view(const State* state, int side) noexcept nogil:
    if state.moved != 2 * KING + side:
        return False
    return turn_of(side, origin_of(state.move)) != turn_of(side, target_of(state.move))
