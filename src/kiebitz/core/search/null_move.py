"""The null move (Donninger 1993, 'Null Move and Deep Search').

Whoever may pass and is still too well off for the opponent need not show how well: the side to move passes and a
shallower null-window search asks whether the opponent can make anything of it. If not, any real move will do as well,
and the node ends. The premise fails in zugzwang, where passing would be the best move: without a piece besides king and
pawns nobody passes.
"""

import cython
from cython.cimports.kiebitz.core.bitboard import KING, PAWN
from cython.cimports.kiebitz.core.move import NULL_MOVE
from cython.cimports.kiebitz.core.search.node import search
from cython.cimports.kiebitz.core.value import LONGEST_MATE, NO_VALUE


def null_move_value(worker, beta, depth, ply, evaluation, cut_node):
    """A lower bound of at least ``beta`` if passing refutes, else NO_VALUE. Out of check only.

    Never twice in a row, never when the static evaluation is below beta, never against a mate, never with pawns alone.
    """
    parameters = cython.address(worker.parameters)
    if (
        not parameters.null_move
        or depth < parameters.null_move_depth
        or evaluation < beta
        or beta <= -LONGEST_MATE
        or worker.frame(ply - 1).move == NULL_MOVE
    ):
        return NO_VALUE
    pieces = worker.position.colours[worker.position.side] & ~worker.position.kinds[PAWN] & ~worker.position.kinds[KING]
    if pieces == 0:
        return NO_VALUE
    reduction = (
        parameters.null_move_reduction
        + depth // parameters.null_move_divisor
        + min((evaluation - beta) // parameters.null_move_margin, MARGIN_PLIES)
    )
    worker.pass_move(ply)
    value = -search(worker, -beta, -beta + 1, depth - 1 - reduction, ply + 1, not cut_node)
    worker.position.unmake_null()
    if worker.stopped or value < beta:
        return NO_VALUE
    # A mate found after passing proves nothing about its length.
    return beta if value >= LONGEST_MATE else value
