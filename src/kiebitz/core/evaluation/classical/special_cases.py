"""Special cases: where counting misleads.

Two means. A *bonus* for endings that are known wins, with a slope that leads to the mate: the lone king is driven to
the rim, by bishop and knight to a corner of the bishop's colour, and king and pawn against king is looked up. And a
*scale*, in 64ths of the value: down to nothing for material that can't win, less for opposite bishops, the last pawns
and walls of pawns without a gap. Apart from both, the value fades while the fifty moves run out (``damping``).

They stand round the network's value as well as round the sum of the modules: what is known need not be learned.
"""

import cython
from cython.cimports.kiebitz.core.chess.bitboard import (
    BISHOP,
    BLACK,
    FILE_A,
    KING,
    KNIGHT,
    LIGHT_SQUARES,
    PAWN,
    QUEEN,
    ROOK,
    WHITE,
    bit,
    east,
)
from cython.cimports.kiebitz.core.chess.dead_draw import holds_wrong_corner
from cython.cimports.kiebitz.core.evaluation.classical.king_and_pawn import king_and_pawn_win
from cython.cimports.kiebitz.core.evaluation.game_phase import FULL_SCALE, blended, game_phase
from cython.cimports.kiebitz.core.evaluation.load_weights import load_number, load_weight
from cython.cimports.kiebitz.core.evaluation.classical.piece_values import piece_material
from cython.cimports.kiebitz.core.evaluation.spans import distance, filled_ahead, passed_among, step_ahead, step_back
from cython.cimports.kiebitz.core.machine import lowest, popcount
from cython.cimports.kiebitz.core.value import MAX_EVALUATION

from kiebitz.core.evaluation.classical.weights import NUMBERS, WEIGHTS


def is_bare(position, side):
    """True if the king of ``side`` stands alone."""
    return position.colours[side] & (position.colours[side] - 1) == 0


def has_mating_force(position, side):
    """True if the pieces of ``side``, without its pawns, can force mate against a bare king."""
    men = position.colours[side]
    if men & (position.kinds[ROOK] | position.kinds[QUEEN]):
        return True
    bishops = men & position.kinds[BISHOP]
    knights = men & position.kinds[KNIGHT]
    if bishops & LIGHT_SQUARES and bishops & ~LIGHT_SQUARES:
        return True
    return (bishops != 0 and knights != 0) or popcount(knights) >= 3


def rim_steps(square):
    """Distance of a square from the centre: 0 in the middle, 6 in a corner."""
    rank = square >> 3
    file = square & 7
    return (3 - rank if rank < 4 else rank - 4) + (3 - file if file < 4 else file - 4)


def corner_steps(king, bishop):
    """King steps to the nearer corner of the bishop's colour."""
    # a1 and h8 are dark, h1 and a8 light.
    if bishop & LIGHT_SQUARES:
        return min(distance(king, 7), distance(king, 56))
    return min(distance(king, 0), distance(king, 63))


def special_bonus(position, king, enemy_king, side):
    """Bonus of ``side`` for a known win, own view: nothing unless the enemy's king is alone or nearly so."""
    pawns = position.men(side, PAWN)
    enemy = side ^ 1
    if position.men(enemy, PAWN):
        return 0
    bare = is_bare(position, enemy)
    if bare and position.colours[side] == pawns | bit(king):
        if pawns == 0 or pawns & (pawns - 1):
            return 0
        return W.won_pawn_race if king_and_pawn_win(side, king, lowest(pawns), enemy_king, position.side) else 0
    if not has_mating_force(position, side):
        return 0
    if not bare and piece_material(position, side) - piece_material(position, enemy) <= MINOR_PIECE_LEAD:
        return 0
    total = W.mop_up_rim * rim_steps(enemy_king) + W.mop_up_kings * (CLOSE_KINGS - distance(king, enemy_king))
    if bare:
        total += W.known_win
        if not pawns and not position.kinds[ROOK] | position.kinds[QUEEN]:
            bishops = position.men(side, BISHOP)
            if popcount(bishops) == 1 and popcount(position.men(side, KNIGHT)) == 1:
                total += W.mop_up_corner * (CLOSE_KINGS - corner_steps(enemy_king, bishops))
    return total


def has_opposite_bishops(position):
    """True if each side has one bishop, on squares of different colours."""
    bishops = position.kinds[BISHOP]
    return (
        popcount(bishops & position.colours[0]) == 1
        and popcount(bishops & position.colours[1]) == 1
        and popcount(bishops & LIGHT_SQUARES) == 1
    )


def is_walled_off(position, strong):
    """True if a wall of pawns without a gap keeps the men of ``strong`` from the other side's.

    On each file a pawn of either side stands before one of the other's, a rank higher or lower than beside it: so each
    pawn that can be reached is guarded by a pawn, and only a sacrifice opens the wall. Knights may leap over it.
    """
    pawns = position.men(strong, PAWN)
    enemies = position.men(strong ^ 1, PAWN)
    if popcount(pawns) != FILES or step_ahead(pawns, strong) != enemies:
        return False
    if east(step_ahead(pawns, strong) | step_back(pawns, strong)) & pawns != pawns & ~FILE_A:
        return False
    men = position.colours[strong]
    return not men & (position.kinds[KNIGHT] | filled_ahead(enemies, strong))


def known_wins(position):
    """Both sides' bonuses in one value: centipawns, White's view."""
    white_king = lowest(position.men(WHITE, KING))
    black_king = lowest(position.men(BLACK, KING))
    bonus: Pair = special_bonus(position, white_king, black_king, WHITE)
    bonus -= special_bonus(position, black_king, white_king, BLACK)
    return blended(bonus, game_phase(position)) if bonus else 0


def settled(position, value, by_material, rest):
    """Scale and fade a value of White's view: centipawns from the view of the side to move, within ±MAX_EVALUATION.

    ``by_material``: whether it is scaled by material; ``rest`` is filled with what was left by what.
    """
    rest.scale = FULL_SCALE
    if by_material:
        rest.scale = scale(position, WHITE if value > 0 else BLACK)
    rest.damping = damping(position.halfmove)
    value = value * rest.scale / FULL_SCALE
    value = value * rest.damping / W.fifty_move_span
    value = min(max(value, -MAX_EVALUATION), MAX_EVALUATION)
    return value if position.side == WHITE else -value


def scale(position, strong):
    """Share of an advantage of ``strong`` that is real, of FULL_SCALE."""
    weak = strong ^ 1
    enemy_king = lowest(position.men(weak, KING))
    pawns = popcount(position.men(strong, PAWN))
    lead = piece_material(position, strong) - piece_material(position, weak)
    if pawns == 0:
        if not has_mating_force(position, strong):
            knights = popcount(position.men(strong, KNIGHT))
            return W.two_knights if knights == 2 and position.men(weak, PAWN) else 0
        if lead <= MINOR_PIECE_LEAD:
            return W.pawnless_minor if piece_material(position, weak) < ROOK_WORTH else W.pawnless_more
        return FULL_SCALE
    pieces = position.kinds[KNIGHT] | position.kinds[BISHOP] | position.kinds[ROOK] | position.kinds[QUEEN]
    if not pieces and pawns == 1 and is_bare(position, weak):
        pawn = lowest(position.men(strong, PAWN))
        strong_king = lowest(position.men(strong, KING))
        return FULL_SCALE if king_and_pawn_win(strong, strong_king, pawn, enemy_king, position.side) else 0
    if holds_wrong_corner(position, strong):
        return 0
    if pawns == FILES and is_walled_off(position, strong):
        return W.walled_off
    if lead > MINOR_PIECE_LEAD:
        return FULL_SCALE
    share = FULL_SCALE
    if has_opposite_bishops(position):
        if pieces == position.kinds[BISHOP]:
            passed = passed_among(position.men(strong, PAWN), position.men(weak, PAWN), strong)
            share = W.opposite_base + W.opposite_passed * popcount(passed)
        else:
            others = popcount(position.colours[strong] & pieces) - 1
            share = W.opposite_pieces_base + W.opposite_pieces_step * others
    return min(share, FULL_SCALE, W.pawns_base + W.pawns_step * pawns)


def damping(halfmove):
    """Share of the value that is left after plies without progress, of ``fifty_move_span``."""
    faded = max(0, halfmove - W.fifty_move_grace)
    return max(0, W.fifty_move_span - faded)


def load():
    """Copy the weights into C."""
    W.known_win = load_weight(WEIGHTS["known_win"])
    W.mop_up_rim = load_weight(WEIGHTS["mop_up_rim"])
    W.mop_up_kings = load_weight(WEIGHTS["mop_up_kings"])
    W.mop_up_corner = load_weight(WEIGHTS["mop_up_corner"])
    W.won_pawn_race = load_weight(WEIGHTS["won_pawn_race"])
    W.pawnless_minor = load_number(NUMBERS["scale_pawnless_minor"])
    W.pawnless_more = load_number(NUMBERS["scale_pawnless_more"])
    W.two_knights = load_number(NUMBERS["scale_two_knights"])
    W.pawns_base = load_number(NUMBERS["scale_pawns_base"])
    W.pawns_step = load_number(NUMBERS["scale_pawns_step"])
    W.opposite_base = load_number(NUMBERS["scale_opposite_base"])
    W.opposite_passed = load_number(NUMBERS["scale_opposite_passed"])
    W.opposite_pieces_base = load_number(NUMBERS["scale_opposite_pieces_base"])
    W.opposite_pieces_step = load_number(NUMBERS["scale_opposite_pieces_step"])
    W.walled_off = load_number(NUMBERS["scale_walled_off"])
    W.fifty_move_grace = load_number(NUMBERS["fifty_move_grace"])
    W.fifty_move_span = load_number(NUMBERS["fifty_move_span"])


load()
