"""Tartan's evaluation (Zwerschke 1991): material and the few terms that his article names.

Material is 128 for a pawn, 384, 384, 640 and 1152 for the others, 'so large because it decides'. In quiet positions
count besides: mobility, 'the size of the move list' (moves that leave the king in check are in it, as in Tartan's);
doubled and isolated pawns; control of the centre; safety of the own king. The article gives these terms no weights: the
ones here are ours, and so is what exactly control and safety mean. No game phase, no piece-square tables.

The weights are 128ths of a pawn; every term of a side is turned into centipawns by itself.
"""

import cython
from cython.cimports.kiebitz.core.chess.bitboard import (
    BISHOP,
    BLACK,
    KING,
    KING_ATTACKS,
    KNIGHT,
    KNIGHT_ATTACKS,
    PAWN,
    QUEEN,
    ROOK,
    WHITE,
    Bitboard,
    bishop_attacks,
    east,
    rook_attacks,
    west,
)
from cython.cimports.kiebitz.core.evaluation.game_phase import FULL_SCALE, game_phase
from cython.cimports.kiebitz.core.evaluation.load_weights import load_number, load_numbers
from cython.cimports.kiebitz.core.evaluation.spans import (
    beside,
    filled_files,
    pawn_attacks,
    relative_rank,
    span_behind,
    step_ahead,
)
from cython.cimports.kiebitz.core.machine import lowest, popcount
from cython.cimports.kiebitz.core.chess.position import Position

from kiebitz.core.evaluation.breakdown import Evaluation
from kiebitz.core.evaluation.tartan.weights import NUMBERS

TERM_NAMES = ("material", "mobility", "pawns", "centre", "king_safety")


def tartan_value(position):
    """The value in centipawns from the view of the side to move; no men are worth as much as MAX_EVALUATION."""
    whites: cython.int[5]
    blacks: cython.int[5]
    fill_terms(position, WHITE, whites)
    fill_terms(position, BLACK, blacks)
    total: cython.int = 0
    for term in range(TERMS):
        total += whites[term] - blacks[term]
    return total if position.side == WHITE else -total


def fill_terms(position, side, terms):
    """Compute every term for ``side``, own view, in centipawns."""
    pawns = position.men(side, PAWN)
    king = lowest(position.men(side, KING))
    targets: cython.int = pawn_moves(position, side)
    control: cython.int = popcount(pawn_attacks(pawns, side) & CENTRE)
    for kind in range(KNIGHT, KING + 1):
        men = position.men(side, kind)
        while men:
            reached = attacks_of(position, kind, lowest(men))
            men &= men - 1
            targets += popcount(reached & ~position.colours[side])
            control += popcount(reached & CENTRE)
    terms[MATERIAL] = 0
    for kind in range(KING):
        terms[MATERIAL] += W.material[kind] * popcount(position.men(side, kind))
    terms[MOBILITY] = W.mobility * targets
    terms[PAWNS] = W.doubled * popcount(pawns & span_behind(pawns, side)) + W.isolated * popcount(
        pawns & ~filled_files(beside(pawns))
    )
    terms[CENTRE_CONTROL] = W.centre * control
    # A shield is worth something as long as there is a queen to be shielded from.
    terms[KING_SAFETY] = 0
    if position.men(side ^ 1, QUEEN):
        terms[KING_SAFETY] = W.shield * popcount(KING_ATTACKS[king] & pawns)
    for term in range(TERMS):
        terms[term] = terms[term] * CENTIPAWNS / PAWN_UNITS


def attacks_of(position, kind, square):
    """The squares that a piece attacks."""
    occupied = position.occupied()
    if kind == KNIGHT:
        return KNIGHT_ATTACKS[square]
    if kind == BISHOP:
        return bishop_attacks(square, occupied)
    if kind == ROOK:
        return rook_attacks(square, occupied)
    if kind == QUEEN:
        return bishop_attacks(square, occupied) | rook_attacks(square, occupied)
    return KING_ATTACKS[square]


def pawn_moves(position, side):
    """Number of moves the pawns have, en passant left out."""
    pawns = position.men(side, PAWN)
    free = ~position.occupied()
    enemies = position.colours[side ^ 1]
    single = step_ahead(pawns, side) & free
    double = step_ahead(single & relative_rank(2, side), side) & free
    # The two directions of capture count apart: two pawns may take on one square.
    ahead = step_ahead(pawns, side)
    both: Bitboard = pawn_attacks(pawns, side) & enemies
    twice: Bitboard = east(ahead) & west(ahead) & enemies
    return popcount(single) + popcount(double) + popcount(both) + popcount(twice)


def break_down(position: Position) -> Evaluation:
    """Take the evaluation apart. Tartan's terms count the same in every phase, and nothing is taken off their sum."""
    whites: cython.int[5]
    blacks: cython.int[5]
    fill_terms(position, WHITE, whites)
    fill_terms(position, BLACK, blacks)
    terms = {}
    for term in range(TERMS):
        terms[TERM_NAMES[term]] = ((whites[term], whites[term]), (blacks[term], blacks[term]))
    return Evaluation(
        total=tartan_value(position),
        modules=terms,
        phase=game_phase(position),
        scale=FULL_SCALE,
        fading=(1, 1),
    )


def load():
    """Copy the weights into C."""
    load_numbers(NUMBERS["material"], W.material, 6)
    W.mobility = load_number(NUMBERS["mobility"])
    W.doubled = load_number(NUMBERS["doubled"])
    W.isolated = load_number(NUMBERS["isolated"])
    W.centre = load_number(NUMBERS["centre"])
    W.shield = load_number(NUMBERS["shield"])


load()
