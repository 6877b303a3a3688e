from kiebitz.core.shogi.bitboard cimport Bitboard
from kiebitz.core.shogi.move cimport Move
from kiebitz.core.shogi.position cimport ShogiPosition

# By kind, in centipawns; the last one of a free square. What its owner loses and the other side's hand gains when a man
# is taken, and what a promotion gains.
cdef int[15] EXCHANGE_WORTH
cdef int[15] PROMOTION_WORTH
cdef int[14] BY_WORTH                    # the kinds, the least valuable first and the king last

cdef enum:
    LARGEST_EXCHANGE = 8000

cdef int cheapest(ShogiPosition position, Bitboard men) noexcept nogil
cdef bint exchange_at_least(ShogiPosition position, Move move, int threshold) noexcept nogil
cdef fill_worths()
