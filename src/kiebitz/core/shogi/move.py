"""A move of shogi in 16 bits: origin (7), target (7), promotion (1); and how USI writes it.

A drop comes from a place of the hand (``bitboard.HAND``), so that a move has an origin wherever it comes from. All-zero
bits (1a1a) mean no move.
"""

import cython

from kiebitz.core.shogi.sfen import LETTERS, square_name

NO_MOVE_TEXT = "none"


@cython.inline
def new_move(origin: Square, target: Square) -> Move:
    """A move without promotion."""
    return cython.cast(Move, origin | target << TARGET_SHIFT)


@cython.inline
def new_promotion(origin: Square, target: Square) -> Move:
    """A move that promotes."""
    return cython.cast(Move, origin | target << TARGET_SHIFT | PROMOTION_BIT)


@cython.inline
def new_drop(side: cython.int, kind: cython.int, target: Square) -> Move:
    """A man of a side's hand comes to a square."""
    return cython.cast(Move, HAND + 7 * side + kind | target << TARGET_SHIFT)


@cython.inline
def origin_of(move: Move) -> Square:
    """Where a move begins: a square, or a place of a hand."""
    return move & ORIGIN_BITS


@cython.inline
def target_of(move: Move) -> Square:
    """Where it ends."""
    return move >> TARGET_SHIFT & ORIGIN_BITS


@cython.inline
def promotes(move: Move) -> cython.bint:
    """True if a move promotes."""
    return (move & PROMOTION_BIT) != 0


@cython.inline
def is_drop(move: Move) -> cython.bint:
    """True if a move comes from a hand."""
    return (move & ORIGIN_BITS) >= HAND


@cython.inline
def dropped_kind(move: Move) -> cython.int:
    """The kind of man that is dropped."""
    return ((move & ORIGIN_BITS) - HAND) % 7


def usi_text(move):
    """The USI text of a move (``7g7f``, ``8h2b+``, ``P*5e``), ``none`` for none."""
    if move == NO_MOVE:
        return NO_MOVE_TEXT
    target = square_name(target_of(move))
    if is_drop(move):
        return f"{LETTERS[dropped_kind(move)]}*{target}"
    return square_name(origin_of(move)) + target + ("+" if promotes(move) else "")
