"""Histories (Schaeffer 1983): which moves refuted, so that they are tried early where they can be played again.

A move that refutes gains, those tried before it lose, both in proportion to the room left below the limit, so that
entries never overflow and old successes fade. A quiet move has one entry by side, origin and target, another one where
it leaves or enters an attacked square, and one for each of the two moves before it (continuation histories); a capture
has one by man, target and victim. Besides, each ply remembers its last two refutations (killers), each move its last
one (counter move).

That a move is good or bad shows before its search has ended: the static evaluation after it says so, too. Both this and
the threats are common in the engines of the 2020s.

Layout: ``Histories`` in the worker, which keeps them from search to search. Thread safety: a worker's own.
"""

import cython
from cython.cimports.kiebitz.core.chess.bitboard import EMPTY
from cython.cimports.kiebitz.core.chess.move import PROMOTION, sort_of
from cython.cimports.kiebitz.core.search.move_picker import is_noisy
from cython.cimports.kiebitz.core.value import NO_VALUE


def reward(worker, ply, best, quiets, quiet_count, noisy, noisy_count, depth):
    """Learn that ``best`` refuted at a ply, searched to ``depth``, and the moves tried before it did not."""
    bonus = min(worker.parameters.history_bonus_slope * depth, worker.parameters.history_bonus_limit)
    if is_noisy(worker.position, best):
        learn_capture(worker, best, bonus)
    else:
        frame = worker.frame(ply)
        if frame.killers[0] != best:
            frame.killers[1] = frame.killers[0]
            frame.killers[0] = best
        parent = worker.frame(ply - 1).continuation
        if parent != NO_CONTINUATION:
            worker.histories.counters[parent] = best
        learn_quiet(worker, ply, best, bonus)
        for index in range(quiet_count):
            learn_quiet(worker, ply, quiets[index], -bonus)
    for index in range(noisy_count):
        learn_capture(worker, noisy[index], -bonus)


def learn_quiet(worker, ply, move, bonus):
    """Move every history of a quiet move."""
    histories = cython.address(worker.histories)
    limit = worker.parameters.history_limit
    if worker.parameters.history:
        shift(history_entry(worker, worker.position.side, threats_at(worker, ply), move), bonus, limit)
    if worker.parameters.continuation_history:
        row = man_square(worker.position, move)
        shift(cython.address(histories.continuation[worker.frame(ply - 1).continuation][row]), bonus, limit)
        shift(cython.address(histories.continuation[worker.frame(ply - 2).continuation][row]), bonus, limit)


def learn_from_evaluation(worker, ply):
    """Learn from the static evaluations before and after the move that led to a ply whether it was a good one.

    Of a quiet move alone: what a capture takes may be taken back. Both evaluations are the view of who is to move.
    """
    parent = worker.frame(ply - 1)
    evaluation = worker.frame(ply).evaluation
    state = cython.address(worker.position.states[worker.position.ply - 1])
    if (
        not worker.parameters.evaluation_history
        or not worker.parameters.history
        or evaluation == NO_VALUE
        or parent.evaluation == NO_VALUE
        or parent.continuation == NO_CONTINUATION
        or state.captured != EMPTY
        or sort_of(parent.move) == PROMOTION
    ):
        return
    most = worker.parameters.evaluation_bonus_limit
    rise = -(parent.evaluation + evaluation)
    bonus = max(-most, min(rise * worker.parameters.evaluation_bonus_slope, most))
    entry = history_entry(worker, worker.position.side ^ 1, parent.threats, parent.move)
    shift(entry, bonus, worker.parameters.history_limit)


def learn_capture(worker, move, bonus):
    """Move the history of a capture."""
    if not worker.parameters.capture_history:
        return
    man = worker.position.board[origin_of(move)]
    victim = kind_taken(worker.position, move)
    shift(
        cython.address(worker.histories.capture[man][target_of(move)][victim]), bonus, worker.parameters.history_limit
    )


def shift(entry, bonus, limit):
    """Move a history entry towards its limit by a share of the room left."""
    size = bonus if bonus > 0 else -bonus
    entry[0] += bonus - entry[0] * size // limit
