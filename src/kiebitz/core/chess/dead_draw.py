"""Dead draws: positions that neither side can win any more, whatever is played, though men are there that could mate.

Only what is proven is named here: king and pawn against king, which is looked up; and rook's pawns with bishops that
don't command the queening corner, once the lone king has reached it. There it can neither be mated nor driven away: the
corner can be attacked by nothing but the other king, which the lone one keeps off, so that the way back is always open,
and where every other square is taken stalemate ends the game.
"""

import cython
from cython.cimports.kiebitz.core.chess.bitboard import (
    BISHOP,
    BLACK,
    FILE_A,
    FILE_H,
    KING,
    KING_ATTACKS,
    KNIGHT,
    LIGHT_SQUARES,
    PAWN,
    QUEEN,
    ROOK,
    WHITE,
    bit,
)
from cython.cimports.kiebitz.core.chess.position import Position
from cython.cimports.kiebitz.core.evaluation.classical.king_and_pawn import king_and_pawn_win
from cython.cimports.kiebitz.core.machine import lowest


def is_dead_draw(position):
    """True if the position is drawn for good, as far as this file knows."""
    if position.kinds[KNIGHT] | position.kinds[ROOK] | position.kinds[QUEEN]:
        return False
    pawns = position.kinds[PAWN]
    strong = WHITE if pawns & position.colours[WHITE] else BLACK
    weak = position.colours[strong ^ 1]
    if not pawns or weak & (weak - 1):
        return False
    if not position.kinds[BISHOP] and not pawns & (pawns - 1):
        king = lowest(position.men(strong, KING))
        return not king_and_pawn_win(strong, king, lowest(pawns), lowest(weak), position.side)
    return holds_wrong_corner(position, strong)


def holds_wrong_corner(position, strong):
    """True if the king of the other side holds the queening corner against all that ``strong`` has.

    That is rook's pawns of one file, and bishops of the other colour than the corner. Pawns of the weak side could be
    run out of moves, so it must have none.
    """
    pawns = position.men(strong, PAWN)
    bishops = position.men(strong, BISHOP)
    if position.colours[strong] != pawns | bishops | position.men(strong, KING) or pawns != position.kinds[PAWN]:
        return False
    if not pawns or (pawns & ~FILE_A and pawns & ~FILE_H):
        return False
    corner = (0 if pawns & FILE_A else 7) + (56 if strong == WHITE else 0)
    if not (KING_ATTACKS[corner] | bit(corner)) & position.men(strong ^ 1, KING):
        return False
    return not bishops & (LIGHT_SQUARES if bit(corner) & LIGHT_SQUARES else ~LIGHT_SQUARES)


def is_dead(position: Position) -> bool:
    """True if the position is drawn for good, as far as this file knows: for tests."""
    return is_dead_draw(position)
