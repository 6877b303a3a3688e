from kiebitz.core.shogi.position cimport ShogiPosition

cdef enum:
    LARGE_POINTS = 5           # of a bishop or rook
    # What Black, who moves first, and White need.
    POINTS_OF_BLACK = 28
    POINTS_OF_WHITE = 27
    MEN_IN_CAMP = 10

cpdef bint may_declare(ShogiPosition position) noexcept nogil
