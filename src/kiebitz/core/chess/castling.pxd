"""Castling: which rights there are, and where king and rook stand afterwards.

A right has the number 2 * side + wing, the short wing (0) before the long one (1); a set of rights has a bit for each.
Whatever files they come from, the king goes to the g-file and the rook to the f-file on the short wing, to the c-file
and the d-file on the long one. The rook tells the wing: it stands on its side of the king.
"""
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
