"""How safe a side stands, seen without a search: what hangs, its king, and pawns about to promote.

For ``search.static_selectivity``, which stops where nothing of it is amiss.
"""

import cython
from cython.cimports.kiebitz.core.chess.bitboard import EMPTY, KING_ATTACKS, PAWN, Bitboard, bit
from cython.cimports.kiebitz.core.evaluation.classical.attacks import Survey, survey_attacks
from cython.cimports.kiebitz.core.evaluation.spans import filled_ahead, pawn_attacks, relative_rank, span_ahead
from cython.cimports.kiebitz.core.chess.exchange import exchange_at_least
from cython.cimports.kiebitz.core.chess.move import PROMOTION, sort_of, target_of
from cython.cimports.kiebitz.core.chess.movegen import noisy_moves


def promotion_looms(position):
    """True if an enemy pawn stands a step before its last rank, or two and is passed."""
    side = position.side
    enemy = side ^ 1
    pawns = position.men(enemy, PAWN)
    own = position.men(side, PAWN)
    held = span_ahead(own, side) | filled_ahead(pawn_attacks(own, side), side)
    return pawns & relative_rank(6, enemy) != 0 or pawns & relative_rank(5, enemy) & ~held != 0


def king_is_attacked(position):
    """True if two enemy men attack a square beside the king of the side to move that only the king defends."""
    survey: Survey
    survey_attacks(position, cython.address(survey), True)
    side = position.side
    return KING_ATTACKS[survey.king[side]] & survey.twice[side ^ 1] & ~survey.twice[side] != 0


def hanging_men(position, moves):
    """Number of pawns of the side to move the enemy could win by exchange if it passed; MANY if a piece hangs too."""
    pawns: Bitboard = 0
    pieces: cython.bint = False
    position.make_null()
    for index in range(noisy_moves(position, moves)):
        move = moves[index]
        if exchange_at_least(position, move, 1):
            victim: cython.int = position.board[target_of(move)]
            if sort_of(move) == PROMOTION or (victim != EMPTY and victim >> 1 != PAWN):
                pieces = True
                break
            pawns |= bit(target_of(move))
    position.unmake_null()
    if pieces or pawns & (pawns - 1):
        return MANY
    return 1 if pawns else 0
