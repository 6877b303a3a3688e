# Inlined whole: castling.py is no module of its own.

# Written by tools/write_inlines.py from castling.py; change it there.

from kiebitz.core.chess.bitboard cimport Square

cdef enum:
    NO_RIGHTS = 0
    ALL_RIGHTS = 15

cdef inline int rights_of(int side) noexcept nogil:
    return 3 << 2 * side

cdef inline Square castled_king(Square king, Square rook) noexcept nogil:
    return (king & 56) + (2 if rook < king else 6)

cdef inline Square castled_rook(Square king, Square rook) noexcept nogil:
    return (king & 56) + (3 if rook < king else 5)
