cimport cython

from kiebitz.core.evaluation.network.accumulator cimport Views, value_by_views
from kiebitz.core.evaluation.network.file cimport Network
from kiebitz.core.shogi.bitboard cimport Square
from kiebitz.core.shogi.position cimport ShogiPosition

# A side's part of the evaluation, in centipawns.
cdef struct Terms:
    int men                # on the board
    int hand
    int guard              # where they stand, seen from the own king
    int attack             # and from the other one
    int king               # where it stands
    int menace             # what the other hand threatens it with, not above 0

# By king, kind and square, all as Black sees them.
cdef short[82][14][82] GUARDS
cdef short[82][14][82] ATTACKS
cdef int[82] KING_PLACES
cdef Square[82] TURNED           # the same square as the other side sees it

cdef enum:
    PERCENT = 100
    # The hybrid's shares go from that of a full board to that of a bare one: where 14 men and more are in hands.
    BARE_BOARD = 26
    MEN_BETWEEN = 14

@cython.final
cdef class ShogiEvaluator:
    cdef int chosen             # EVALUATION_CLASSICAL, …
    cdef Network network        # None unless it was chosen
    cdef Views views            # of that network
    cdef int full_share         # of the sum made by hand in the hybrid, percent
    cdef int bare_share

    cdef int evaluate(self, ShogiPosition position) noexcept nogil
    cdef int share(self, ShogiPosition position) noexcept nogil

cdef int sum_by_hand(ShogiPosition position) noexcept nogil
cdef void judge_side(ShogiPosition position, int side, Terms* terms) noexcept nogil
cdef int sum_of(Terms* terms) noexcept nogil
cdef void fill_king(Square king) noexcept nogil
cdef bint tables_are_filled

cdef fill_tables()
cdef load()
