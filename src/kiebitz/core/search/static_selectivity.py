"""Static selectivity as in Nimzo 1 (Donninger, 'Die Kunst des Nichtstuns', about 1994): stop by knowledge, not search.

'If no more than three plies remain, the side to move is clearly ahead and has nothing hanging, end the search.' A king
under attack counts as hanging, and an enemy passed pawn about to promote as an own queen that hangs. The relaxed form
lets one pawn hang when a piece is up; its author calls it a fiasco, because such a pawn may be all that hides the loss
of a piece.
"""

import cython
from cython.cimports.kiebitz.core.game import hanging_men, is_exposed
from cython.cimports.kiebitz.core.parameters import SELECTIVITY_RELAXED


def may_stop(worker, beta, depth, ply, evaluation):
    """True if the side to move, out of check, is so well off that nothing need be searched. Uses the ply's moves."""
    parameters = cython.address(worker.parameters)
    if depth > parameters.static_selectivity_depth or evaluation < beta + parameters.static_selectivity_margin:
        return False
    pawns_spared: cython.int = 0
    if (
        parameters.static_selectivity == SELECTIVITY_RELAXED
        and evaluation >= beta + parameters.static_selectivity_piece
    ):
        pawns_spared = 1
    if is_exposed(worker.position):
        return False
    return hanging_men(worker.position, worker.frame(ply).moves) <= pawns_spared
