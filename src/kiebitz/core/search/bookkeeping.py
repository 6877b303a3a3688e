"""Bookkeeping of a node, whichever game is searched: its row in the recorder, and its entry in the table.

Chess lets the table look at the position, for some designs look at boards; shogi's it knows by their keys alone.
"""

import cython
from cython.cimports.kiebitz.core.game import Move, key_of
from cython.cimports.kiebitz.core.search.searcher import Searcher
from cython.cimports.kiebitz.core.search.worker import Worker
from cython.cimports.kiebitz.core.table.table import Hit
from cython.cimports.kiebitz.core.trace import Exemption, exemption_of, open_row, record_evaluation, take_sample


@cython.inline
def begin(
    worker: Searcher,
    kind: cython.int,
    ply: cython.int,
    depth: cython.int,
    alpha: cython.int,
    beta: cython.int,
    expected: cython.int,
) -> None:
    """Note that the search of a node begins; ``expected`` is PRINCIPAL, CUT, ALL or NOTHING."""
    if worker.recorder != cython.NULL:
        open_row(
            worker.recorder,
            kind,
            key_of(worker.position),
            worker.frame(ply - 1).move,
            ply,
            depth,
            alpha,
            beta,
            expected,
        )


@cython.inline
def exempted(worker: Searcher) -> cython.pointer(Exemption):
    """The exemption of the position in a recorded search, or NULL."""
    return cython.NULL if worker.recorder == cython.NULL else exemption_of(worker.recorder, key_of(worker.position))


@cython.inline
def judged(worker: Searcher, evaluation: cython.int) -> None:
    """Note the node's static evaluation."""
    if worker.recorder != cython.NULL:
        record_evaluation(worker.recorder, evaluation)
        if worker.recorder.samples != cython.NULL:
            take_sample(worker.recorder, worker.position, evaluation)


@cython.inline
def prefetch(worker: Searcher) -> None:
    """Fetch what the table knows of the position into the cache, before it is asked for."""
    if Searcher is Worker:
        worker.table.prefetch(worker.position)
    else:
        worker.table.prefetch_key(key_of(worker.position))


@cython.inline
def prefetch_after(worker: Searcher, move: Move) -> None:
    """The same for the position after a move."""
    if Searcher is Worker:
        worker.table.prefetch_after(worker.position, move)
    else:
        worker.table.prefetch_key(worker.position.likely_key(move))


@cython.inline
def probe(worker: Searcher, ply: cython.int, hit: cython.pointer(Hit)) -> None:
    """Ask the table."""
    if Searcher is Worker:
        worker.table.probe(worker.position, ply, hit)
    else:
        worker.table.probe_bare(key_of(worker.position), ply, hit)


@cython.inline
def store(
    worker: Searcher,
    ply: cython.int,
    move: Move,
    value: cython.int,
    evaluation: cython.int,
    depth: cython.int,
    bound: cython.int,
    pv: cython.bint,
) -> None:
    """Store in the table and notify listeners."""
    if Searcher is Worker:
        worker.table.store(worker.position, ply, move, value, evaluation, depth, bound, pv)
    else:
        worker.table.store_bare(key_of(worker.position), ply, move, value, evaluation, depth, bound, pv)
    if depth >= worker.least_told:
        worker.findings.keep(key_of(worker.position), ply, move, value, evaluation, depth, bound, pv)
