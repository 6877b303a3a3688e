from kiebitz.core.shogi.bitboard cimport HAND, Square

ctypedef unsigned short Move

cpdef enum:
    NO_MOVE = 0
    # As in chess; from 8b to 1a, where no man goes.
    NULL_MOVE = 65
    # 593 is the most legal moves of any position with two kings (found by the community), 599 of one with one king that
    # we have found; of what men and squares allow some 635. A move list has room for more.
    MAX_MOVES = 640

cdef enum:
    ORIGIN_BITS = 127
    TARGET_SHIFT = 7
    PROMOTION_BIT = 16384

cpdef str usi_text(Move move)
