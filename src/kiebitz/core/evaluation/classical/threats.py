"""Threats: men that are attacked by something cheaper, or attacked and not well defended."""

import cython
from cython.cimports.kiebitz.core.chess.bitboard import BISHOP, KING, KNIGHT, PAWN, QUEEN, ROOK
from cython.cimports.kiebitz.core.evaluation.load_weights import load_series, load_weight
from cython.cimports.kiebitz.core.evaluation.spans import pawn_attacks, relative_rank, step_ahead
from cython.cimports.kiebitz.core.machine import popcount

from kiebitz.core.evaluation.classical.weights import WEIGHTS


def threats(position, survey, side):
    """Value of the threats of ``side``, own view."""
    enemy = side ^ 1
    enemies = position.colours[enemy] & ~position.kinds[KING]
    pieces = enemies & ~position.kinds[PAWN]
    total = pawn_threats(position, survey, pieces, side)
    well_defended = survey.by_kind[enemy][PAWN] | (survey.twice[enemy] & ~survey.twice[side])
    weak = enemies & survey.all[side] & ~well_defended
    by_minors = survey.by_kind[side][KNIGHT] | survey.by_kind[side][BISHOP]
    total += on_victims(position, by_minors & (pieces | weak), W.by_minor)
    queens = pieces & position.kinds[QUEEN]
    total += on_victims(position, survey.by_kind[side][ROOK] & (queens | weak), W.by_rook)
    if weak:
        if weak & survey.by_kind[side][KING]:
            total += W.by_king
        total += W.hanging * popcount(weak & (~survey.all[enemy] | (pieces & survey.twice[side])))
    return total


def pawn_threats(position, survey, pieces, side):
    """Value of pieces that pawns attack, or could attack after a safe step; own view."""
    enemy = side ^ 1
    pawns = survey.pawns[side]
    free = ~survey.occupied
    safe = ~survey.all[enemy] | survey.all[side]
    attacked = pawn_attacks(pawns & safe, side) & pieces
    steps = step_ahead(pawns, side) & free
    steps |= step_ahead(steps & relative_rank(2, side), side) & free
    steps &= safe & ~survey.by_kind[enemy][PAWN]
    soon = pawn_attacks(steps, side) & pieces & ~survey.by_kind[side][PAWN]
    return W.by_pawn * popcount(attacked) + W.by_push * popcount(soon)


def on_victims(position, victims, worth):
    """Sum ``worth`` up by the victims' kinds."""
    total: Pair = 0
    if victims:
        for kind in range(PAWN, KING):
            total += worth[kind] * popcount(victims & position.kinds[kind])
    return total


def load():
    """Copy the weights into C."""
    W.by_pawn = load_weight(WEIGHTS["threat_by_pawn"])
    W.by_push = load_weight(WEIGHTS["threat_by_push"])
    load_series(WEIGHTS["threat_by_minor"], W.by_minor, 5)
    load_series(WEIGHTS["threat_by_rook"], W.by_rook, 5)
    W.by_king = load_weight(WEIGHTS["threat_by_king"])
    W.hanging = load_weight(WEIGHTS["hanging"])


load()
