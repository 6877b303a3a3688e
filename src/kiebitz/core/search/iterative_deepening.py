"""Iterative deepening (Slate & Atkin 1977): depth after depth, each iteration ordering the next, until a limit is met.

Inside an iteration each of the MultiPV lines is searched with an aspiration window around its last value; a value that
leaves the window is a bound, and the window is widened on that side and the search repeated. Worth: +33 (−2 to +68), as
in ``steps``. Above the window something better was found, which a search a ply less deep will confirm as well
(aspiration reduction, common in the engines of the 2020s). Worth: +10.7 ±7.4 at 4,000 nodes (screen of 2026-11-27).
"""

import cython
from cython.cimports.kiebitz.core.game import NO_MOVE, Move, count_moves
from cython.cimports.kiebitz.core.search.correction_history import find_corrections
from cython.cimports.kiebitz.core.search.histories import forget_low_plies
from cython.cimports.kiebitz.core.search.root import search_root, sort_root_moves
from cython.cimports.kiebitz.core.search.stopping import elapsed_us, is_done, note_stability
from cython.cimports.kiebitz.core.search.any_worker import AnyWorker
from cython.cimports.kiebitz.core.search.path import remember
from cython.cimports.kiebitz.core.search.shogi_worker import ShogiWorker
from cython.cimports.kiebitz.core.search.worker import Worker
from cython.cimports.kiebitz.core.search.zugzwang import begin_again, is_root_zugzwang, settle_null_moves, watches_root
from cython.cimports.kiebitz.core.table.table_entry import EXACT, LOWER
from cython.cimports.kiebitz.core.value import INFINITE, LONGEST_MATE


def deepen(worker):
    """Search the prepared position; the results are the worker's root moves in order."""
    worker.forget_path()
    if worker.root_count == 0:
        return
    settle_null_moves(worker)
    find_corrections(worker, 0)
    forget_low_plies(worker)
    move: Move = NO_MOVE
    value: cython.int = -INFINITE
    searched: cython.int
    depth: cython.int = 0
    watchful: cython.bint = watches_root(worker)
    while worker.iteration < worker.limits.depth:
        worker.iteration += 1
        searched = worker.iteration
        for index in range(worker.root_count):
            worker.root_moves[index].previous = worker.root_moves[index].value
            worker.root_moves[index].previous_bound = EXACT
            worker.root_moves[index].value = -INFINITE
        for rank in range(worker.multipv):
            worker.rank = rank
            searched = min(searched, aspire(worker))
            sort_root_moves(worker, 0, rank + 1)
            if worker.stopped:
                break
        if worker.stopped:
            break
        worker.completed = worker.iteration
        depth = searched
        move = worker.root_moves[0].move
        value = worker.root_moves[0].value
        for rank in range(worker.multipv):
            if worker.root_moves[rank].value == -INFINITE:
                break
            worker.report(cython.address(worker.root_moves[rank]), rank + 1)
        note_stability(worker)
        if watchful and is_root_zugzwang(worker):
            break
        if is_done(worker):
            break
    worker.shared.publish_nodes(worker.index, worker.nodes)
    if worker.index == 0 and value != -INFINITE:
        remember_root(worker, move, value, depth)


def remember_root(worker, move, value, depth):
    """Store the outcome of the last complete iteration, for later searches and for readers of the table.

    ``depth`` is what it was searched to. Not if moves were left out: the rest doesn't say what the position is worth.
    """
    if worker.root_count == count_moves(worker.position):
        remember(worker, 0, move, value, worker.frame(0).uncorrected, depth, EXACT, True)


def aspire(worker):
    """Search one line of the iteration, in a window around its last value; returns the depth of the last search."""
    parameters = cython.address(worker.parameters)
    window: cython.int = parameters.aspiration_window
    alpha = -INFINITE
    beta = INFINITE
    guess = worker.root_moves[worker.rank].previous
    if (
        parameters.aspiration
        and worker.iteration >= parameters.aspiration_depth
        and -LONGEST_MATE < guess < LONGEST_MATE
    ):
        alpha = max(guess - window, -INFINITE)
        beta = min(guess + window, INFINITE)
    depth: cython.int = worker.iteration
    while True:
        value = search_root(worker, alpha, beta, depth)
        sort_root_moves(worker, worker.rank, worker.root_count)
        if worker.stopped:
            return depth
        if value <= alpha:
            depth = worker.iteration
            beta = (alpha + beta) // 2
            alpha = max(value - window, -INFINITE)
        elif value >= beta:
            # Mates are counted to the ply.
            depth = max(depth - parameters.aspiration_reduction, worker.iteration - MOST_REDUCTION, 1)
            if value >= LONGEST_MATE:
                depth = worker.iteration
            beta = min(value + window, INFINITE)
            # Better than all that was known: it stands, even if there is no time left to see by how much.
            worker.root_moves[worker.rank].previous = value
            worker.root_moves[worker.rank].previous_bound = LOWER
        else:
            return depth
        if elapsed_us(worker) >= BOUND_REPORT_US:
            worker.report(cython.address(worker.root_moves[worker.rank]), worker.rank + 1)
        window += window * parameters.aspiration_growth // 100
        if window > WIDEST_WINDOW:
            alpha = -INFINITE
            beta = INFINITE


def think(worker: AnyWorker) -> None:
    """Run a prepared search to its end, without the GIL. One call at a time for each worker."""
    if isinstance(worker, ShogiWorker):
        run(cython.cast(ShogiWorker, worker))
    else:
        run(cython.cast(Worker, worker))


def run(worker):
    """The same, compiled for each game."""
    with cython.nogil:
        deepen(worker)
    if worker.root_zugzwang:
        # What the table holds was found with null moves.
        worker.table.clear()
        with cython.nogil:
            begin_again(worker)
            deepen(worker)
