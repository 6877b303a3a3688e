"""The declaration of entering kings (jishogi) by 27 points, as the CSA's rules for computers have it."""

import cython
from cython.cimports.kiebitz.core.shogi.bitboard import (
    BISHOP,
    DRAGON,
    HAND_KINDS,
    HORSE,
    ROOK,
    ZONE,
    both,
    either,
    has,
    is_empty,
    popcount,
)
from cython.cimports.kiebitz.core.shogi.hand import count_of


def may_declare(position):
    """True if the side to move may declare that it has won.

    Its king stands in the enemy's camp, out of check, with ten men or more beside it, and these with the hand make 28
    points for Black, 27 for White: five for a bishop or rook, one for any other. Who has no king may not.
    """
    side = position.side
    king = position.king[side]
    if not has(ZONE[side], king) or not is_empty(position.checkers):
        return False
    camp = both(position.colours[side], ZONE[side])
    men: cython.int = popcount(camp) - 1
    bishops = either(position.kinds[BISHOP], position.kinds[HORSE])
    rooks = either(position.kinds[ROOK], position.kinds[DRAGON])
    points: cython.int = men + (LARGE_POINTS - 1) * popcount(both(camp, either(bishops, rooks)))
    for kind in range(HAND_KINDS):
        is_large = kind in (BISHOP, ROOK)
        points += count_of(position.hands[side], kind) * (LARGE_POINTS if is_large else 1)
    return men >= MEN_IN_CAMP and points >= (POINTS_OF_WHITE if side else POINTS_OF_BLACK)
