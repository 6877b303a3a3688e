"""A move in 16 bits: origin (6), target (6), piece of a promotion (2), sort (2); and how it is written outside.

Inside, castling is the king taking its own rook, in every variant of chess. All-zero bits (a1a1) mean no move;
``NULL_MOVE`` (b1b1) is the null move. Neither can be a real one, for both go nowhere.
"""

import cython
from cython.cimports.kiebitz.core.chess.castling import castled_king

from kiebitz.core.chess.fen import SQUARE_NAMES

NULL_MOVE_TEXT = "0000"
PROMOTION_LETTERS = "pnbrqk"  # by kind
KING_FILE = 4


@cython.inline
def new_move(origin: Square, target: Square) -> Move:
    """An ordinary move."""
    return cython.cast(Move, origin | target << 6)


@cython.inline
def new_special(origin: Square, target: Square, sort: cython.int) -> Move:
    """A move of another sort: EN_PASSANT, CASTLING."""
    return cython.cast(Move, origin | target << 6 | sort << 14)


@cython.inline
def new_promotion(origin: Square, target: Square, kind: cython.int) -> Move:
    """A promotion to a kind."""
    return cython.cast(Move, origin | target << 6 | (kind - KNIGHT) << 12 | PROMOTION << 14)


@cython.inline
def origin_of(move: Move) -> Square:
    """Where a move begins."""
    return move & 63


@cython.inline
def target_of(move: Move) -> Square:
    """Where it ends; of castling, where the rook stands."""
    return move >> 6 & 63


@cython.inline
def sort_of(move: Move) -> cython.int:
    """ORDINARY, PROMOTION, EN_PASSANT or CASTLING."""
    return move >> 14


@cython.inline
def promoted_kind(move: Move) -> cython.int:
    """The kind that a promotion promotes to."""
    return (move >> 12 & 3) + KNIGHT


def uci_text(move, chess960):
    """The UCI text of a move, ``0000`` for none and for the null move.

    Castling is the king's step (``e1g1``) in standard chess and king takes rook (``e1h1``) in Chess960, and there, too,
    wherever king or rook come from other squares than in standard chess: ``f1g1`` could be a step of the king.
    """
    if move in (NO_MOVE, NULL_MOVE):
        return NULL_MOVE_TEXT
    origin: cython.int = origin_of(move)
    target: cython.int = target_of(move)
    sort = sort_of(move)
    if sort == CASTLING and not chess960 and origin & 7 == KING_FILE and target & 7 in (0, 7):
        target = castled_king(origin, target)
    text = SQUARE_NAMES[origin] + SQUARE_NAMES[target]
    return text + PROMOTION_LETTERS[promoted_kind(move)] if sort == PROMOTION else text
