"""Basic mates: what a position is worth in which a bare king is to be mated.

There nothing needs judging, and a way is wanted: a search sees ten plies, and bishop and knight mate in sixty. So the
men count by their values, and the rest is a slope that leads to the mate: the bare king goes to the rim, by bishop and
knight along it to a corner of the bishop's colour, and the other king comes near. The network takes no part; it was
taught by games, which end before, and differs from square to square by more than a step of any slope.

Source: known since the first chess programs; that the corner counts by diagonals after Stockfish's endgames, as a fact.
"""

import cython
from cython.cimports.kiebitz.core.chess.bitboard import (
    BISHOP,
    BLACK,
    KING,
    KING_ATTACKS,
    KNIGHT,
    LIGHT_SQUARES,
    WHITE,
    bit,
)
from cython.cimports.kiebitz.core.evaluation.classical.piece_values import plain_values
from cython.cimports.kiebitz.core.evaluation.classical.special_cases import (
    CLOSE_KINGS,
    W,
    has_mating_force,
    is_bare,
    rim_steps,
)
from cython.cimports.kiebitz.core.evaluation.pair import endgame_of
from cython.cimports.kiebitz.core.evaluation.spans import distance
from cython.cimports.kiebitz.core.machine import lowest
from cython.cimports.kiebitz.core.value import DRAW


@cython.inline
def who_mates(position: Position) -> cython.int:
    """The side that can mate the other's bare king, or NOBODY."""
    if is_bare(position, BLACK):
        return WHITE if has_mating_force(position, WHITE) else NOBODY
    if is_bare(position, WHITE):
        return BLACK if has_mating_force(position, BLACK) else NOBODY
    return NOBODY


def corner_diagonals(king, bishop):
    """Diagonals between a king and the long one that the bishop can't enter: MOST_DIAGONALS in its corners."""
    rank = king >> 3
    file = king & 7
    # From a1 to h8, the dark one, for a bishop on light squares.
    return abs(rank - file) if bishop & LIGHT_SQUARES else abs(7 - rank - file)


def basic_mate_value(position, side):
    """Value of a basic mate to ``side``, who mates: centipawns, own view."""
    king = lowest(position.men(side, KING))
    enemy_king = lowest(position.men(side ^ 1, KING))
    value = endgame_of(plain_values(position, side)) + endgame_of(W.known_win)
    value += CLOSER_KING * (CLOSE_KINGS - distance(king, enemy_king))
    bishops = position.men(side, BISHOP)
    knights = position.men(side, KNIGHT)
    if bishops and knights and not two_colours(bishops) and position.colours[side] == bishops | knights | bit(king):
        # The slope's steps are larger than what the search allows for a few quiet plies: it would believe in the
        # corner, look no further and lose one of the two. So where a man that nobody guards is attacked, none counts.
        attacked = KING_ATTACKS[enemy_king] & position.colours[side]
        while attacked:
            if not position.is_attacked(lowest(attacked), side, position.occupied()):
                return value if position.side == side else DRAW
            attacked &= attacked - 1
        value += CLOSER_TO_CORNER * corner_diagonals(enemy_king, bishops)
    else:
        # More than the corner is worth: no queen or pawn shall be given up to have bishop and knight left.
        value += CLOSER_TO_CORNER * MOST_DIAGONALS + CLOSER_TO_RIM * rim_steps(enemy_king)
    return value


def two_colours(bishops):
    """True if there are bishops of both colours."""
    return bishops & LIGHT_SQUARES != 0 and bishops & ~LIGHT_SQUARES != 0
