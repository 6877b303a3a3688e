# Inlined whole: pair.py is no module of its own.

# Written by tools/write_inlines.py from pair.py; change it there.

ctypedef int Pair

cdef inline Pair pair(int middlegame, int endgame) noexcept nogil:
    return <int>(<unsigned int>endgame << 16) + middlegame

cdef inline int middlegame_of(Pair value) noexcept nogil:
    return <short>(value & 0xFFFF)

cdef inline int endgame_of(Pair value) noexcept nogil:
    return <short>(<unsigned int>(value + 0x8000) >> 16)
