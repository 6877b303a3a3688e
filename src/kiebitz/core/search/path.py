"""The path that is being searched: how a move is played from it, and what the table is asked and told of its end."""

import cython
from cython.cimports.kiebitz.core.game import NO_MOVE, NULL_MOVE, is_storable, man_square
from cython.cimports.kiebitz.core.search.bookkeeping import prefetch, probe, store
from cython.cimports.kiebitz.core.search.correction_history import follow_move, follow_pass
from cython.cimports.kiebitz.core.table.table import NO_BOUND
from cython.cimports.kiebitz.core.value import NO_VALUE


def enter(worker, ply, move):
    """Play a move from a ply's frame and note it there."""
    frame = worker.frame(ply)
    frame.move = move
    frame.continuation = man_square(worker.position, move)
    worker.nodes += 1
    worker.position.make(move)
    prefetch(worker)
    follow_move(worker, ply + 1)


def pass_move(worker, ply):
    """Play the null move from a ply's frame."""
    frame = worker.frame(ply)
    frame.move = NULL_MOVE
    frame.continuation = worker.no_continuation
    worker.nodes += 1
    worker.position.make_null()
    prefetch(worker)
    follow_pass(worker, ply + 1)


def look_up(worker, ply, hit):
    """Probe the table; an empty hit if table cutoffs are off."""
    if worker.parameters.transposition_table:
        probe(worker, ply, hit)
    else:
        hit.found = False
        hit.move = NO_MOVE
        hit.bound = NO_BOUND
        hit.evaluation = NO_VALUE


def remember(worker, ply, move, value, evaluation, depth, bound, pv):
    """Store a result in the table, unless the technique is off, or the value holds on this path alone."""
    if worker.parameters.transposition_table and is_storable(worker.position, value):
        store(worker, ply, move, value, evaluation, depth, bound, pv)
