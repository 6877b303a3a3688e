"""Piece values: the plain sum, and what pieces are worth together.

The plain values are already in ``Position.placement``; an evaluation adds only ``piece_cooperation``.
"""

import cython
from cython.cimports.kiebitz.core.chess.bitboard import BISHOP, KNIGHT, PAWN, QUEEN, ROOK
from cython.cimports.kiebitz.core.evaluation.load_weights import load_series, load_weight
from cython.cimports.kiebitz.core.evaluation.pair import endgame_of
from cython.cimports.kiebitz.core.machine import popcount

from kiebitz.core.evaluation.classical.weights import WEIGHTS


def plain_values(position, side):
    """The sum of the values of the men of ``side``, its own view."""
    total: Pair = 0
    for kind in range(6):
        total += PIECE_VALUES[kind] * popcount(position.men(side, kind))
    return total


def piece_cooperation(position, side):
    """Bishop pair, and how knights and rooks depend on the number of pawns and on each other; own view."""
    total: Pair = 0
    surplus = popcount(position.men(side, PAWN)) - USUAL_PAWNS
    rooks = popcount(position.men(side, ROOK))
    bishops = popcount(position.men(side, BISHOP))
    total += W.knight_by_pawns * surplus * popcount(position.men(side, KNIGHT))
    total += W.rook_by_pawns * surplus * rooks
    if bishops >= 2:
        total += W.bishop_pair
    if rooks >= 2:
        total += W.rook_pair
    return total


def piece_material(position, side):
    """Endgame value of the men of ``side`` that are neither king nor pawn, in centipawns."""
    return (
        endgame_of(PIECE_VALUES[KNIGHT]) * popcount(position.men(side, KNIGHT))
        + endgame_of(PIECE_VALUES[BISHOP]) * popcount(position.men(side, BISHOP))
        + endgame_of(PIECE_VALUES[ROOK]) * popcount(position.men(side, ROOK))
        + endgame_of(PIECE_VALUES[QUEEN]) * popcount(position.men(side, QUEEN))
    )


def load():
    """Copy the weights into C."""
    load_series(WEIGHTS["piece_values"], PIECE_VALUES, 6)
    W.bishop_pair = load_weight(WEIGHTS["bishop_pair"])
    W.knight_by_pawns = load_weight(WEIGHTS["knight_by_pawns"])
    W.rook_by_pawns = load_weight(WEIGHTS["rook_by_pawns"])
    W.rook_pair = load_weight(WEIGHTS["rook_pair"])


load()
