"""Castling: which rights there are, and where king and rook stand afterwards.

A right has the number 2 * side + wing, the short wing (0) before the long one (1); a set of rights has a bit for each.
Whatever files they come from, the king goes to the g-file and the rook to the f-file on the short wing, to the c-file
and the d-file on the long one. The rook tells the wing: it stands on its side of the king.
"""

import cython
from cython.cimports.kiebitz.core.chess.bitboard import Square

NO_RIGHTS = 0
ALL_RIGHTS = 15


@cython.inline
def rights_of(side: cython.int) -> cython.int:
    """The two rights of a side."""
    return 3 << 2 * side


@cython.inline
def castled_king(king: Square, rook: Square) -> Square:
    """Where the king stands after castling with a rook."""
    return (king & 56) + (2 if rook < king else 6)


@cython.inline
def castled_rook(king: Square, rook: Square) -> Square:
    """Where that rook stands then."""
    return (king & 56) + (3 if rook < king else 5)
