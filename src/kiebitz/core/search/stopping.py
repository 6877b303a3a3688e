"""When a search ends: within an iteration by a flag or a hard limit, between two iterations by a soft one.

Node limits are looked at in every node and so are exact for one thread; clock and flags once in ``POLL_NODES`` nodes.
With several workers only the leader (index 0) obeys limits, the others the flag, which they look at in every node: the
leader has ended, and waits for them. But whoever finds the hard limit passed sets it, for the leader may be waiting for
a processor. While the expected move is pondered, no time counts.
"""

import cython
from cython.cimports.kiebitz.core.machine import store_relaxed
from cython.cimports.kiebitz.core.table.table_entry import EXACT
from cython.cimports.kiebitz.core.value import INFINITE, LONGEST_MATE, MATE


@cython.inline
def elapsed_us(worker: AnyWorker) -> int64_t:
    """Microseconds since the search began."""
    return now_us() - worker.start_us


@cython.inline
def must_stop(worker: AnyWorker) -> cython.bint:
    """True if the search must unwind now.

    The leader finishes its first iteration unless it is huge: without it there would be no move to play.
    """
    if worker.stopped:
        return True
    if worker.index == 0 and worker.completed == 0 and worker.nodes < FIRST_NODES:
        return False
    if worker.limits.nodes != NO_LIMIT and worker.nodes + worker.others >= worker.limits.nodes:
        worker.stopped = True
    elif worker.nodes % POLL_NODES == 0:
        poll(worker)
    elif worker.index != 0 and load_relaxed(cython.address(worker.shared.stop_flag)):
        worker.stopped = True
    return worker.stopped


def poll(worker):
    """Look at the flags and the clock; tell and ask how many nodes there are."""
    worker.shared.publish_nodes(worker.index, worker.nodes)
    if load_relaxed(cython.address(worker.shared.stop_flag)):
        worker.stopped = True
    elif worker.index == 0:
        worker.others = worker.shared.total_nodes() - worker.nodes
    if worker.limits.hard_us != NO_LIMIT and worker.shared.has_used(worker.limits.hard_us):
        store_relaxed(cython.address(worker.shared.stop_flag), 1)
        worker.stopped = True


def is_done(worker):
    """True if another iteration would be of no use: time is short, or the mate asked for is found."""
    if worker.index != 0:
        return False
    value = worker.root_moves[0].value
    if worker.limits.mate != NO_LIMIT and value >= LONGEST_MATE and (MATE - value + 1) // 2 <= worker.limits.mate:
        return True
    return worker.limits.soft_us != NO_LIMIT and worker.shared.has_used(patience_us(worker))


def note_stability(worker):
    """Note after an iteration whether the best move has changed, and what its value was before."""
    best = cython.address(worker.root_moves[0])
    worker.steady = worker.steady + 1 if best.move == worker.steady_move and worker.completed > 1 else 0
    worker.steady_move = best.move
    is_known: cython.bint = best.previous != -INFINITE and best.previous_bound == EXACT
    worker.steady_value = best.previous if is_known else best.value


def patience_us(worker):
    """The soft limit for this search: less for a move that stays best or had most of the nodes, more while it falls."""
    if not worker.limits.flexible:
        return worker.limits.soft_us
    if worker.root_count == 1:
        return worker.limits.soft_us // SINGLE_REPLY_DIVISOR
    parameters = cython.address(worker.parameters)
    percent: cython.longlong = parameters.unsteady_time - parameters.steady_step * min(
        worker.steady, parameters.steady_iterations
    )
    fall = max(0, min(worker.steady_value - worker.root_moves[0].value, parameters.fall_limit))
    share: cython.longlong = worker.root_moves[0].nodes * 100 // max(worker.nodes, 1)
    effort: cython.longlong = max(LEAST_EFFORT_TIME, parameters.effort_time - parameters.effort_step * share // 100)
    return worker.limits.soft_us * (percent + fall) // 100 * effort // 100
