"""Dynamic: what the men do, now.

Mobility, places that are good or bad because of the pawns, and space; the attack on the king (``king_attack``) and the
threats (``threats``) are added. For Hydra this was the main part of the evaluation.
"""

import cython
from cython.cimports.kiebitz.core.chess.bitboard import (
    BISHOP,
    KNIGHT,
    LIGHT_SQUARES,
    PAWN,
    QUEEN,
    ROOK,
    bit,
)
from cython.cimports.kiebitz.core.chess.castling import rights_of
from cython.cimports.kiebitz.core.evaluation.classical.king_attack import king_attack
from cython.cimports.kiebitz.core.evaluation.load_weights import load_series, load_weight
from cython.cimports.kiebitz.core.evaluation.spans import file_of, rank_of, relative_rank, step_back
from cython.cimports.kiebitz.core.evaluation.classical.threats import threats
from cython.cimports.kiebitz.core.machine import popcount

from kiebitz.core.evaluation.classical.weights import WEIGHTS


def dynamic(position, survey, entry, side):
    """All dynamic features of ``side``, own view. The entry must hold the kings' cover."""
    return mobility(position, survey, side) + other_dynamic(position, survey, entry, side)


def wired_dynamic(position, survey, entry, side):
    """The same in the form that the coprocessor's wires allow: of a survey without batteries, mobility linear.

    Wires carry the signals of all men of a kind at once: how many squares they reach together can be counted, each
    man's own share can't, nor how many stand behind each other.
    """
    return linear_mobility(survey, side) + other_dynamic(position, survey, entry, side)


def other_dynamic(position, survey, entry, side):
    """All dynamic features but mobility, own view."""
    return (
        minor_pieces(position, survey, entry, side)
        + rooks_at_work(position, survey, entry, side)
        + space(survey, side)
        + king_attack(position, survey, entry.cover[side ^ 1], side)
        + threats(position, survey, side)
    )


def mobility(position, survey, side):
    """Value of the squares that each piece can go to, own view."""
    total: Pair = 0
    area = mobility_area(survey, side)
    area_of_queens = area & ~attacked_by_lesser(survey, side ^ 1)
    for index in range(survey.count[side]):
        piece = cython.address(survey.pieces[side][index])
        kind = piece.kind
        count = popcount(piece.attacks & (area_of_queens if kind == QUEEN else area))
        total += W.mobility[kind][count]
        if kind == ROOK and count <= TRAPPED_MOBILITY and is_shut_in(position, piece.square, survey.king[side], side):
            total += W.trapped_rook
    return total


def linear_mobility(survey, side):
    """Value of the pieces' squares where each square counts the same, own view."""
    total: Pair = 0
    area = mobility_area(survey, side)
    area_of_queens = area & ~attacked_by_lesser(survey, side ^ 1)
    for index in range(survey.count[side]):
        piece = cython.address(survey.pieces[side][index])
        kind = piece.kind
        total += W.immobile[kind] + W.step[kind] * popcount(piece.attacks & (area_of_queens if kind == QUEEN else area))
    return total


def mobility_area(survey, side):
    """The squares that count for the mobility of the pieces of ``side``."""
    stuck = survey.pawns[side] & (step_back(survey.occupied, side) | relative_rank(1, side))
    return ~(stuck | bit(survey.king[side]) | survey.by_kind[side ^ 1][PAWN])


def attacked_by_lesser(survey, side):
    """The squares that pieces of ``side`` less than a queen attack: they don't count for enemy queens."""
    return survey.by_kind[side][KNIGHT] | survey.by_kind[side][BISHOP] | survey.by_kind[side][ROOK]


def is_shut_in(position, rook, king, side):
    """True if the king stands between a rook at home and the centre and can't castle any more."""
    if position.castling & rights_of(side) or rank_of(rook, side) > 1 or rank_of(king, side) > 1:
        return False
    king_file = king & 7
    rook_file = rook & 7
    return rook_file < king_file if king_file < 4 else rook_file > king_file


def minor_pieces(position, survey, entry, side):
    """Value of knights and bishops for their relation to the pawns, own view."""
    enemy = side ^ 1
    own = position.colours[side]
    knights = own & position.kinds[KNIGHT]
    bishops = own & position.kinds[BISHOP]
    field = relative_rank(3, side) | relative_rank(4, side) | relative_rank(5, side)
    outposts = field & survey.by_kind[side][PAWN] & ~entry.reach[enemy]
    light_pawns = popcount(survey.pawns[side] & LIGHT_SQUARES)
    dark_pawns = popcount(survey.pawns[side] & ~LIGHT_SQUARES)
    return (
        W.knight_outpost * popcount(knights & outposts)
        + W.bishop_outpost * popcount(bishops & outposts)
        + W.reachable_outpost * popcount(survey.by_kind[side][KNIGHT] & outposts & ~own)
        + W.minor_behind_pawn * popcount((knights | bishops) & step_back(position.kinds[PAWN], side))
        + W.bishop_own_colour_pawn
        * (popcount(bishops & LIGHT_SQUARES) * light_pawns + popcount(bishops & ~LIGHT_SQUARES) * dark_pawns)
    )


def rooks_at_work(position, survey, entry, side):
    """Value of rooks on files without own pawns, and of rooks and queens on rank 7; own view."""
    enemy = side ^ 1
    rooks = position.men(side, ROOK)
    free = rooks & ~entry.files[side]
    total: Pair = W.rook_open_file * popcount(free & ~entry.files[enemy])
    total += W.rook_half_open_file * popcount(free & entry.files[enemy])
    seventh = relative_rank(6, side)
    heavy = (rooks | position.men(side, QUEEN)) & seventh
    if heavy and (rank_of(survey.king[enemy], side) == 7 or survey.pawns[enemy] & seventh):
        total += W.rook_on_seventh * popcount(heavy)
    return total


def space(survey, side):
    """Safe room in the own half's centre, worth the more the more pieces need it."""
    spare = survey.count[side] - CONTENT_PIECES
    if spare <= 0:
        return 0
    enemy = side ^ 1
    centre = file_of(2) | file_of(3) | file_of(4) | file_of(5)
    room = centre & (relative_rank(1, side) | relative_rank(2, side) | relative_rank(3, side))
    safe = room & ~survey.pawns[side] & ~survey.by_kind[enemy][PAWN]
    behind = step_back(survey.pawns[side], side)
    behind |= step_back(behind, side)
    return W.space * (spare * (popcount(safe) + popcount(safe & behind & ~survey.all[enemy])))


def load():
    """Copy the weights into C."""
    load_series(WEIGHTS["knight_mobility"], W.mobility[KNIGHT], 9)
    load_series(WEIGHTS["bishop_mobility"], W.mobility[BISHOP], 14)
    load_series(WEIGHTS["rook_mobility"], W.mobility[ROOK], 15)
    load_series(WEIGHTS["queen_mobility"], W.mobility[QUEEN], 28)
    load_series(WEIGHTS["linear_mobility_base"], cython.address(W.immobile[KNIGHT]), 4)
    load_series(WEIGHTS["linear_mobility_step"], cython.address(W.step[KNIGHT]), 4)
    W.knight_outpost = load_weight(WEIGHTS["knight_outpost"])
    W.bishop_outpost = load_weight(WEIGHTS["bishop_outpost"])
    W.reachable_outpost = load_weight(WEIGHTS["reachable_outpost"])
    W.minor_behind_pawn = load_weight(WEIGHTS["minor_behind_pawn"])
    W.bishop_own_colour_pawn = load_weight(WEIGHTS["bishop_own_colour_pawn"])
    W.rook_open_file = load_weight(WEIGHTS["rook_open_file"])
    W.rook_half_open_file = load_weight(WEIGHTS["rook_half_open_file"])
    W.rook_on_seventh = load_weight(WEIGHTS["rook_on_seventh"])
    W.trapped_rook = load_weight(WEIGHTS["trapped_rook"])
    W.space = load_weight(WEIGHTS["space"])


load()
