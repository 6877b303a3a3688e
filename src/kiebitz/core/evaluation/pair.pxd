"""A middlegame and an endgame value in one int, so that both are added at once.

The middlegame value stands in the low 16 bits, signed; the endgame value in the high 16, one higher where the low half
is negative. Sums stay exact while both halves stay within +-32,767.
"""

ctypedef int Pair

cdef inline Pair pair(int middlegame, int endgame) noexcept nogil:
    return <int>(<unsigned int>endgame << 16) + middlegame

cdef inline int middlegame_of(Pair value) noexcept nogil:
    return <short>(value & 0xFFFF)

cdef inline int endgame_of(Pair value) noexcept nogil:
    return <short>(<unsigned int>(value + 0x8000) >> 16)
