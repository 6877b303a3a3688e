"""Attack maps: computed once in an evaluation, on the stack, and shared by all modules that look at them.

Two refinements make the sets say more than the rules do: a slider sees through its own side's men that slide the same
way (they act together), and a pinned man attacks along its pin only.
"""

import cython
from cython.cimports.kiebitz.core.chess.bitboard import (
    BISHOP,
    BLACK,
    KING,
    KING_ATTACKS,
    KNIGHT,
    KNIGHT_ATTACKS,
    LINE,
    PAWN,
    QUEEN,
    ROOK,
    WHITE,
    bishop_attacks,
    bit,
    east,
    rook_attacks,
    west,
)
from cython.cimports.kiebitz.core.evaluation.spans import step_ahead
from cython.cimports.kiebitz.core.machine import lowest
from cython.cimports.kiebitz.core.chess.movegen import pinned_men


def survey_kind(position, survey, side, kind, blockers):
    """Enter the pieces of one kind."""
    men = position.men(side, kind)
    king = survey.king[side]
    together: Bitboard = 0
    while men:
        square = lowest(men)
        men &= men - 1
        attacks: Bitboard = 0
        if kind == KNIGHT:
            attacks = KNIGHT_ATTACKS[square]
        if kind == BISHOP or kind == QUEEN:
            attacks |= bishop_attacks(square, blockers)
        if kind == ROOK or kind == QUEEN:
            attacks |= rook_attacks(square, blockers)
        if survey.pinned[side] & bit(square):
            attacks &= LINE[king][square]
        piece = cython.address(survey.pieces[side][survey.count[side]])
        piece.attacks = attacks
        piece.square = square
        piece.kind = kind
        survey.count[side] += 1
        survey.twice[side] |= survey.all[side] & attacks
        survey.all[side] |= attacks
        together |= attacks
    survey.by_kind[side][kind] = together


def survey_side(position, survey, side, batteries):
    """Enter all men of one side."""
    king: Square = lowest(position.men(side, KING))
    survey.king[side] = king
    survey.pinned[side] = pinned_men(position, side, king)
    survey.count[side] = 0
    pawns = position.men(side, PAWN)
    survey.pawns[side] = pawns
    ahead = step_ahead(pawns, side)
    survey.by_kind[side][PAWN] = east(ahead) | west(ahead)
    survey.by_kind[side][KING] = KING_ATTACKS[king]
    survey.twice[side] = (east(ahead) & west(ahead)) | (survey.by_kind[side][PAWN] & KING_ATTACKS[king])
    survey.all[side] = survey.by_kind[side][PAWN] | KING_ATTACKS[king]
    occupied = survey.occupied
    queens = position.men(side, QUEEN)
    survey_kind(position, survey, side, KNIGHT, occupied)
    survey_kind(position, survey, side, BISHOP, occupied ^ queens)
    rooks_see_through = queens | position.men(side, ROOK) if batteries else queens
    survey_kind(position, survey, side, ROOK, occupied ^ rooks_see_through)
    survey_kind(position, survey, side, QUEEN, occupied)


def survey_attacks(position, survey, batteries):
    """Fill the survey for both sides; ``batteries``: whether a rook sees through its own side's rooks, too."""
    survey.occupied = position.occupied()
    survey_side(position, survey, WHITE, batteries)
    survey_side(position, survey, BLACK, batteries)
