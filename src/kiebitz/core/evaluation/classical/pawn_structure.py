"""Pawn structure: what is lasting about the pawns, and the fight for the passed ones.

The lasting part depends on the pawns alone; ``fill_pawn_entry`` computes it once for each structure, set by set, and
``Classical`` keeps it. The fight for a passed pawn's way depends on the pieces and is computed every time.
"""

import cython
from cython.cimports.kiebitz.core.chess.bitboard import BLACK, KING, PAWN, QUEEN, ROOK, WHITE, bit, rook_attacks
from cython.cimports.kiebitz.core.evaluation.load_weights import load_numbers, load_series, load_weight
from cython.cimports.kiebitz.core.evaluation.spans import (
    beside,
    distance,
    filled_ahead,
    filled_files,
    passed_among,
    pawn_attacks,
    rank_of,
    relative_rank,
    span_ahead,
    span_behind,
    step_ahead,
    step_back,
)
from cython.cimports.kiebitz.core.machine import lowest, popcount

from kiebitz.core.evaluation.classical.weights import NUMBERS, WEIGHTS


def fill_pawn_entry(position, entry):
    """Compute what follows from the pawns alone; the kings' cover becomes unknown."""
    whites = position.men(WHITE, PAWN)
    blacks = position.men(BLACK, PAWN)
    entry.key = position.pawn_key
    entry.files[WHITE] = filled_files(whites)
    entry.files[BLACK] = filled_files(blacks)
    entry.reach[WHITE] = filled_ahead(pawn_attacks(whites, WHITE), WHITE)
    entry.reach[BLACK] = filled_ahead(pawn_attacks(blacks, BLACK), BLACK)
    entry.structure[WHITE] = structure(whites, blacks, entry, WHITE)
    entry.structure[BLACK] = structure(blacks, whites, entry, BLACK)
    entry.cover_of = UNKNOWN_COVER
    entry.filled = True


def structure(pawns, enemies, entry, side):
    """The lasting worth of the pawns of ``side``, own view; which are passed is entered, too."""
    enemy = side ^ 1
    neighbours = beside(pawns)
    opposed = pawns & span_ahead(enemies, enemy)
    isolated = pawns & ~filled_files(neighbours)
    left_behind = pawns & ~isolated & ~filled_ahead(neighbours, side)
    backward = left_behind & step_back(enemies | pawn_attacks(enemies, enemy), side)
    doubled = pawns & span_behind(pawns, side)
    supported = pawns & pawn_attacks(pawns, side)
    connected = supported | (pawns & neighbours)
    passed = passed_among(pawns, enemies, side)
    entry.passed[side] = passed
    total: Pair = (
        W.isolated * popcount(isolated)
        + W.backward * popcount(backward)
        + W.weak_on_open_file * popcount((isolated | backward) & ~opposed)
        + W.doubled * popcount(doubled)
        + W.supported * popcount(supported)
    )
    for rank in range(1, 7):
        total += W.connected[rank] * popcount(connected & relative_rank(rank, side))
        total += W.passed[rank] * popcount(passed & relative_rank(rank, side))
    return total


def passed_pawns(position, survey, entry, side):
    """The fight for the ways of the passed pawns of ``side``, own view."""
    total: Pair = 0
    passed = entry.passed[side]
    while passed:
        square = lowest(passed)
        passed &= passed - 1
        urgency = W.urgency[rank_of(square, side)]
        if urgency:
            total += way_ahead(position, survey, square, side) * urgency
    if entry.passed[side]:
        total += race(position, survey, entry.passed[side], side)
    return total


def way_ahead(position, survey, square, side):
    """How free, safe and escorted a passed pawn's way is, before its urgency."""
    enemy = side ^ 1
    pawn = bit(square)
    stop = step_ahead(pawn, side)
    path = span_ahead(pawn, side)
    stop_square = lowest(stop)
    total = W.passed_enemy_king * min(distance(survey.king[enemy], stop_square), FAR)
    total += W.passed_own_king * min(distance(survey.king[side], stop_square), FAR)
    if stop & survey.occupied:
        return total
    total += W.passed_free_stop
    attacked = survey.all[enemy]
    defended = survey.all[side]
    # A rook or queen behind the pawn acts along the whole way, through the pawn.
    behind = (
        span_behind(pawn, side) & (position.kinds[ROOK] | position.kinds[QUEEN]) & rook_attacks(square, survey.occupied)
    )
    if behind & position.colours[enemy]:
        attacked |= path
    if behind & position.colours[side]:
        defended |= path
    if not stop & attacked:
        total += W.passed_safe_stop
    if not path & (attacked | position.colours[enemy]):
        total += W.passed_safe_path
    if stop & defended:
        total += W.passed_defended_stop
    return total


def race(position, survey, passed, side):
    """Against a lone king with its pawns: whether some passed pawn with a free way outruns the king."""
    enemy = side ^ 1
    if position.colours[enemy] & ~position.kinds[PAWN] & ~position.kinds[KING]:
        return 0
    start = 1 if position.side == enemy else 0
    while passed:
        square = lowest(passed)
        passed &= passed - 1
        rank = rank_of(square, side)
        steps = 7 - rank - (1 if rank == 1 else 0)
        queening = (square & 7) + (56 if side == WHITE else 0)
        way_is_free: cython.bint = not span_ahead(bit(square), side) & survey.occupied
        if way_is_free and distance(survey.king[enemy], queening) - start > steps:
            return W.passed_unstoppable
    return 0


def load():
    """Copy the weights into C."""
    W.isolated = load_weight(WEIGHTS["isolated"])
    W.doubled = load_weight(WEIGHTS["doubled"])
    W.backward = load_weight(WEIGHTS["backward"])
    W.weak_on_open_file = load_weight(WEIGHTS["weak_on_open_file"])
    W.supported = load_weight(WEIGHTS["supported"])
    load_series(WEIGHTS["connected"], W.connected, 8)
    load_series(WEIGHTS["passed"], W.passed, 8)
    W.passed_free_stop = load_weight(WEIGHTS["passed_free_stop"])
    W.passed_safe_stop = load_weight(WEIGHTS["passed_safe_stop"])
    W.passed_safe_path = load_weight(WEIGHTS["passed_safe_path"])
    W.passed_defended_stop = load_weight(WEIGHTS["passed_defended_stop"])
    W.passed_enemy_king = load_weight(WEIGHTS["passed_enemy_king"])
    W.passed_own_king = load_weight(WEIGHTS["passed_own_king"])
    W.passed_unstoppable = load_weight(WEIGHTS["passed_unstoppable"])
    load_numbers(NUMBERS["urgency"], W.urgency, 8)


load()
