"""Basic mates: what a position is worth in which a bare king is to be mated.

There nothing needs judging, and a way is wanted. By one piece or two it is looked up (``chess.mate_distances``); by
more men it is near, and a slope leads to it: the bare king goes to the rim, and the other king comes near. Beside that
the men count by their values. The network takes no part; it was taught by games, which end before, and differs from
square to square by more than a step of any slope.

Source: known since the first chess programs.
"""

import cython
from cython.cimports.kiebitz.core.chess.bitboard import (
    BLACK,
    KING,
    WHITE,
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


@cython.inline
def who_mates(position: Position) -> cython.int:
    """The side that can mate the other's bare king, or NOBODY."""
    if is_bare(position, BLACK):
        return WHITE if has_mating_force(position, WHITE) else NOBODY
    if is_bare(position, WHITE):
        return BLACK if has_mating_force(position, BLACK) else NOBODY
    return NOBODY


def basic_mate_value(position, side):
    """Value of a basic mate to ``side``, who mates: centipawns, own view."""
    king = lowest(position.men(side, KING))
    enemy_king = lowest(position.men(side ^ 1, KING))
    value = endgame_of(plain_values(position, side)) + endgame_of(W.known_win)
    return value + CLOSER_KING * (CLOSE_KINGS - distance(king, enemy_king)) + CLOSER_TO_RIM * rim_steps(enemy_king)
