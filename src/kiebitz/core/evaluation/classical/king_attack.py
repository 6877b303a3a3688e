"""The attack on the king: danger units, squared.

A single attacker does little; several that act together mate. So attackers, attacked squares near the king, squares
that only the king itself defends, and safe checks count as units, and the danger is their square. Pawn cover takes
units off, and without a queen an attack is worth little.
"""

import cython
from cython.cimports.kiebitz.core.chess.bitboard import (
    BISHOP,
    KING,
    KING_ATTACKS,
    KNIGHT,
    KNIGHT_ATTACKS,
    QUEEN,
    ROOK,
    bishop_attacks,
    bit,
    rook_attacks,
)
from cython.cimports.kiebitz.core.evaluation.load_weights import load_number, load_numbers
from cython.cimports.kiebitz.core.evaluation.pair import middlegame_of, pair
from cython.cimports.kiebitz.core.machine import popcount

from kiebitz.core.evaluation.classical.weights import NUMBERS


def inside_rim(king):
    """The square nearest to the king that is not on the rim."""
    rank = min(max(king >> 3, 1), 6)
    file = min(max(king & 7, 1), 6)
    return 8 * rank + file


def king_attack(position, survey, enemy_cover, side):
    """Value of the attack of ``side`` on the enemy king, own view; ``enemy_cover`` is the enemy king's cover."""
    enemy = side ^ 1
    zone = KING_ZONES[survey.king[enemy]]
    has_queen: cython.bint = position.men(side, QUEEN) != 0
    attackers: cython.int = 0
    attacker_units: cython.int = 0
    zone_attacks: cython.int = 0
    for index in range(survey.count[side]):
        piece = cython.address(survey.pieces[side][index])
        near = piece.attacks & zone
        if near:
            attackers += 1
            attacker_units += W.attack_units[piece.kind]
            zone_attacks += popcount(near)
    if attackers == 0 or attackers + has_queen < ATTACKERS_NEEDED:
        return 0
    barely_defended = survey.by_kind[enemy][KING] | survey.by_kind[enemy][QUEEN]
    weak = zone & survey.all[side] & ~survey.twice[enemy] & (~survey.all[enemy] | barely_defended)
    danger = (
        attackers * attacker_units
        + W.zone_attack_units * zone_attacks
        + W.weak_zone_units * popcount(weak)
        + W.pinned_units * popcount(survey.pinned[enemy])
        + check_units(position, survey, side)
        - middlegame_of(enemy_cover) * W.cover_share / PER_CENT
    )
    if not has_queen:
        danger -= W.no_queen_relief
    if danger <= 0:
        return 0
    danger = min(danger, W.danger_limit)
    return pair(danger * danger / W.danger_divisor, danger / W.danger_endgame_divisor)


def check_units(position, survey, side):
    """Danger units for the checks that ``side`` could give."""
    enemy = side ^ 1
    king = survey.king[enemy]
    # The enemy queen doesn't shield her king for long.
    blockers = survey.occupied & ~position.men(enemy, QUEEN)
    straight = rook_attacks(king, blockers)
    diagonal = bishop_attacks(king, blockers)
    free = ~position.colours[side]
    only_king = survey.by_kind[enemy][KING] & ~survey.twice[enemy]
    safe = free & (~survey.all[enemy] | (only_king & survey.twice[side]))
    total: cython.int = 0
    for kind in range(KNIGHT, KING):
        lines: Bitboard = 0
        if kind == KNIGHT:
            lines = KNIGHT_ATTACKS[king]
        if kind == BISHOP or kind == QUEEN:
            lines |= diagonal
        if kind == ROOK or kind == QUEEN:
            lines |= straight
        checks = lines & survey.by_kind[side][kind] & free
        if checks & safe:
            total += W.safe_check_units[kind]
        elif checks:
            total += W.unsafe_check_units
    return total


def load():
    """Copy the numbers into C and compute the kings' zones."""
    load_numbers(NUMBERS["attack_units"], W.attack_units, 6)
    load_numbers(NUMBERS["safe_check_units"], W.safe_check_units, 6)
    W.zone_attack_units = load_number(NUMBERS["zone_attack_units"])
    W.weak_zone_units = load_number(NUMBERS["weak_zone_units"])
    W.unsafe_check_units = load_number(NUMBERS["unsafe_check_units"])
    W.pinned_units = load_number(NUMBERS["pinned_units"])
    W.no_queen_relief = load_number(NUMBERS["no_queen_relief"])
    W.cover_share = load_number(NUMBERS["cover_share"])
    W.danger_divisor = load_number(NUMBERS["danger_divisor"])
    W.danger_endgame_divisor = load_number(NUMBERS["danger_endgame_divisor"])
    W.danger_limit = load_number(NUMBERS["danger_limit"])
    for king in range(64):
        centre: cython.int = inside_rim(king)
        KING_ZONES[king] = KING_ATTACKS[centre] | bit(centre)


load()
