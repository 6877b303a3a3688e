"""The declaration of entering kings (jishogi) by 27 points, as the CSA's rules for computers have it."""

from __future__ import annotations

from kiebitz.core.shogi.position import ShogiPosition
from kiebitz.core.shogi.sfen import EMPTY, KING

HOLE = 63
"""The square that doesn't exist."""
PROMOTED = 8
LARGE = (4, 5)
"""Bishop and rook."""
LARGE_POINTS = 5
POINTS = (28, 27)
"""What Black, who moves first, and White need."""
MEN_IN_CAMP = 10
CAMP_RANKS = 3


def may_declare(position: ShogiPosition) -> bool:
    """Whether the side to move may declare that it has won.

    Its king stands in the enemy's camp, out of check, with ten men or more beside it, and these with the hand make 28
    points for Black, 27 for White: five for a bishop or rook, one for any other.
    """
    if position.is_check:
        return False
    setup = position.setup()
    king_is_there, men, points = False, 0, 0
    for square, man in enumerate(setup.men):
        if man == EMPTY or square == HOLE or man & 1 != setup.side:
            continue
        rank = (square - (square > HOLE)) % 9
        if not (rank < CAMP_RANKS if setup.side == 0 else rank >= 9 - CAMP_RANKS):
            continue
        kind = man >> 1
        if kind == KING:
            king_is_there = True
            continue
        men += 1
        points += LARGE_POINTS if kind % PROMOTED in LARGE else 1
    for kind, count in enumerate(setup.hands[setup.side]):
        points += count * (LARGE_POINTS if kind in LARGE else 1)
    return king_is_there and men >= MEN_IN_CAMP and points >= POINTS[setup.side]
