"""Donninger's three rules against zugzwang, where passing would be the best move and a null move proves nothing.

As he gives them for Nimzo ('Die Kunst des Nichtstuns', about 1994); they refine the null move policy ``donninger``:

- I: if one side has no pieces at the root, nobody passes in the whole search.
- II: inside the tree nobody passes who has no more than a bishop beside king and pawns.
- III: in richer endings the null move is searched at the root as the last move. If it beats the best one there is
  zugzwang: the table is cleared and the search begins again without null moves, and with more time.
"""

import cython
from cython.cimports.kiebitz.core.game import count_moves, has_minor_piece_at_most, has_pieces, is_ending, is_in_check
from cython.cimports.kiebitz.core.machine import store_relaxed
from cython.cimports.kiebitz.core.parameters import NULL_DONNINGER, NULL_OFF
from cython.cimports.kiebitz.core.search.node import search
from cython.cimports.kiebitz.core.search.any_worker import NO_LIMIT
from cython.cimports.kiebitz.core.search.path import pass_move


def settle_null_moves(worker):
    """Before a search: whether null moves are made at all in it (the policy ``off``, and rule I)."""
    parameters = cython.address(worker.parameters)
    worker.verify = True
    if parameters.null_move_policy == NULL_OFF:
        parameters.null_move = 0
    if parameters.null_move_policy == NULL_DONNINGER and parameters.zugzwang_rule_1:
        if not has_pieces(worker.position, 0) or not has_pieces(worker.position, 1):
            parameters.null_move = 0


def rule_2_forbids(worker):
    """True if the side to move has too little to pass (rule II)."""
    if not worker.parameters.zugzwang_rule_2:
        return False
    return has_minor_piece_at_most(worker.position)


def watches_root(worker):
    """True if rule III holds here: an ending with pieces on both sides, out of check, and every move searched.

    For a search by one thread only: the table can't be cleared while others use it.
    """
    parameters = cython.address(worker.parameters)
    return (
        parameters.null_move
        and parameters.null_move_policy == NULL_DONNINGER
        and parameters.zugzwang_rule_3
        and worker.shared.workers == 1
        and worker.limits.mate == NO_LIMIT
        and not is_in_check(worker.position)
        and is_ending(worker.position)
        and has_pieces(worker.position, 0)
        and has_pieces(worker.position, 1)
        and worker.root_count == count_moves(worker.position)
    )


def is_root_zugzwang(worker):
    """Rule III after an iteration: whether passing beats the best move by more than ``zugzwang_margin``."""
    best = worker.root_moves[0].value + worker.parameters.zugzwang_margin
    pass_move(worker, 0)
    worker.made(0, 0, 0, 0)
    value = -search(worker, -best - 1, -best, worker.iteration - 1, 1, True)
    worker.position.unmake_null()
    if worker.stopped or value <= best:
        return False
    store_relaxed(cython.address(worker.zugzwang), 1)
    return True


def begin_again(worker):
    """Make the search start anew without null moves, and with more time where the time may follow the search.

    The root moves keep their values: they are what is known if no time is left.
    """
    limits = cython.address(worker.limits)
    worker.parameters.null_move = 0
    worker.iteration = 0
    worker.steady = 0
    if limits.flexible and limits.soft_us != NO_LIMIT:
        limits.soft_us = min(ZUGZWANG_PATIENCE * limits.soft_us, limits.hard_us)
