from kiebitz.core.shogi.bitboard cimport HAND, Square

ctypedef unsigned short Move

cpdef enum:
    NO_MOVE = 0
    # As in chess; from 8b to 1a, where no man goes.
    NULL_MOVE = 65
    # 593 is the most legal moves of any position (found by the community; a move list has room for more).
    MAX_MOVES = 600

cdef enum:
    ORIGIN_BITS = 127
    TARGET_SHIFT = 7
    PROMOTION_BIT = 16384

cpdef str usi_text(Move move)

# Written by tools/write_inlines.py from move.py; change it there.

cdef inline Move new_move(Square origin, Square target) noexcept nogil:
    return <Move>(origin | target << TARGET_SHIFT)

cdef inline Move new_promotion(Square origin, Square target) noexcept nogil:
    return <Move>(origin | target << TARGET_SHIFT | PROMOTION_BIT)

cdef inline Move new_drop(int side, int kind, Square target) noexcept nogil:
    return <Move>(HAND + 7 * side + kind | target << TARGET_SHIFT)

cdef inline Square origin_of(Move move) noexcept nogil:
    return move & ORIGIN_BITS

cdef inline Square target_of(Move move) noexcept nogil:
    return move >> TARGET_SHIFT & ORIGIN_BITS

cdef inline bint promotes(Move move) noexcept nogil:
    return (move & PROMOTION_BIT) != 0

cdef inline bint is_drop(Move move) noexcept nogil:
    return (move & ORIGIN_BITS) >= HAND

cdef inline int dropped_kind(Move move) noexcept nogil:
    return ((move & ORIGIN_BITS) - HAND) % 7
