from kiebitz.core.chess.bitboard cimport KNIGHT, Square

ctypedef unsigned short Move

cpdef enum:
    NO_MOVE = 0
    NULL_MOVE = 65
    # 218 is the most legal moves of any position that a game can reach (Petrovic 1964; proven by the community's
    # exhaustive search of 2024). Others are played, too, such as fifteen queens with some 250. A man has 27 moves at
    # most (a queen in the centre; a pawn 12), a king 8 and two castlings: 15 * 27 + 10.
    MAX_MOVES = 415

cdef enum:
    ORDINARY = 0
    PROMOTION = 1
    EN_PASSANT = 2
    CASTLING = 3

cpdef str uci_text(Move move, bint chess960)

# Written by tools/write_inlines.py from move.py; change it there.

cdef inline Move new_move(Square origin, Square target) noexcept nogil:
    return <Move>(origin | target << 6)

cdef inline Move new_special(Square origin, Square target, int sort) noexcept nogil:
    return <Move>(origin | target << 6 | sort << 14)

cdef inline Move new_promotion(Square origin, Square target, int kind) noexcept nogil:
    return <Move>(origin | target << 6 | (kind - KNIGHT) << 12 | PROMOTION << 14)

cdef inline Square origin_of(Move move) noexcept nogil:
    return move & 63

cdef inline Square target_of(Move move) noexcept nogil:
    return move >> 6 & 63

cdef inline int sort_of(Move move) noexcept nogil:
    return move >> 14

cdef inline int promoted_kind(Move move) noexcept nogil:
    return (move >> 12 & 3) + KNIGHT
