cimport cython

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

@cython.final
cdef class ShogiEvaluator:
    cdef int evaluate(self, ShogiPosition position) noexcept nogil

cdef void judge_side(ShogiPosition position, int side, Terms* terms) noexcept nogil
cdef int sum_of(Terms* terms) noexcept nogil
cdef void fill_king(Square king) noexcept nogil
cdef bint tables_are_filled

cdef fill_tables()
cdef load()
