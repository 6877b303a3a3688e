"""Histories (Schaeffer 1983): which moves refuted, so that they are tried early where they can be played again.

A move that refutes gains, those tried before it lose, both in proportion to the room left below the limit, so that
entries never overflow and old successes fade. Who refutes where the evaluation promised nothing gains as a ply deeper.
A quiet move has one entry by side, origin and target, another one where it leaves or enters an attacked square, and one
for each of the two moves before it (continuation histories); at the first plies another one by ply, of this search
alone (low-ply history, after Stockfish). A capture has one by man, target and victim. Besides, each ply remembers its
last two refutations (killers), each move its last one (counter move).

That a move is good or bad shows before its search has ended: the static evaluation after it says so, too. And a move
that no answer refutes was a good one, whatever becomes of it above. These and the threats are common in the engines of
the 2020s.

Worth: history +84 (+50 to +119), capture history +5 (−28 to +37), continuation histories +2 (−30 to +35), killers −0
(−32 to +32), counter moves −6 (−38 to +27), as in ``steps``; threats +28.2 and evaluations +17.2, ±8.5, at 4,000 nodes
(screen of 2026-11-22); moves without a refutation +5.2 ±7.4 (screen of 2026-11-27); low plies +6.6 ±6.2, a ply more
for what nothing promised +7.9 ±7.1, at 8,000 (screen of 2026-12-01).

Layout: ``Histories`` in memory of the worker, which keeps them from search to search, and ``CommonHistories`` in that
of its crew: what comes after what, and corrections, are learned together, for they have many entries, each seldom met.
Thread safety: the former are a worker's own. On the latter all workers race, as on the table: an entry is read and
written by relaxed atomics, so that it is always a number that somebody learned; what another one learned in between is
lost.
"""

import cython
from cython.cimports.kiebitz.core.game import is_noisy, was_noisy
from cython.cimports.kiebitz.core.machine import store_relaxed_16
from cython.cimports.kiebitz.core.value import NO_VALUE
from cython.cimports.libc.string import memset


@cython.inline
def history_entry(worker: Searcher, side: cython.int, threats: uint64_t, move: Move) -> cython.pointer(cython.short):
    """The history that a quiet move of ``side`` has by itself.

    One of four, by whether it leaves and whether it enters a square that the other side attacks.
    """
    row: cython.int = threat_row(worker.position, threats, move)
    origin: cython.int = origin_in(worker.position, move)
    return cython.address(worker.histories.quiet[side][row][origin][target_in(worker.position, move)])


@cython.inline
def threats_at(worker: Searcher, ply: cython.int) -> uint64_t:
    """Squares the other side attacks where a ply's move is chosen; computed when they are first asked for."""
    frame: cython.pointer(Frame) = worker.frame(ply)
    if not frame.knows_threats:
        frame.knows_threats = True
        frame.threats = attacked_squares(worker.position) if worker.parameters.threat_history else 0
    return frame.threats


@cython.inline
def learned(entry: cython.pointer(cython.short)) -> cython.int:
    """Read an entry that other workers may be writing."""
    return cython.cast(cython.short, load_relaxed_16(cython.cast(cython.pointer(uint16_t), entry)))


@cython.inline
def continuation_entry(worker: Searcher, ply: cython.int, row: cython.int) -> cython.pointer(cython.short):
    """The entry of a quiet move, by its row, after the move that is searched at a ply before it."""
    return cython.address(worker.common.continuation[worker.frame(ply).continuation][row])


@cython.inline
def quiet_history(worker: Searcher, ply: cython.int, move: Move) -> cython.int:
    """History of a quiet move: by itself and after the two moves before it, as far as each is switched on."""
    total: cython.int = 0
    row: cython.int
    if worker.parameters.history:
        total = history_entry(worker, worker.position.side, threats_at(worker, ply), move)[0]
    if worker.parameters.continuation_history:
        row = man_square(worker.position, move)
        total += learned(continuation_entry(worker, ply - 1, row)) + learned(continuation_entry(worker, ply - 2, row))
    return total


@cython.inline
def has_low_ply_history(worker: Searcher, ply: cython.int) -> cython.bint:
    """True at the first plies, where it is on."""
    return ply < LOW_PLIES and worker.parameters.low_ply_history and worker.parameters.history


@cython.inline
def low_ply_entry(worker: Searcher, ply: cython.int, move: Move) -> cython.pointer(cython.short):
    """The entry of a quiet move at one of the first plies."""
    origin: cython.int = origin_in(worker.position, move)
    return cython.address(worker.histories.low_ply[ply][origin][target_in(worker.position, move)])


@cython.inline
def low_ply_history(worker: Searcher, ply: cython.int, move: Move) -> cython.int:
    """The part of a quiet move's worth that it makes: less from ply to ply, and none below the first ones."""
    if not has_low_ply_history(worker, ply):
        return 0
    return worker.parameters.low_ply_weight * low_ply_entry(worker, ply, move)[0] // (1 + 2 * ply)


@cython.inline
def capture_history(worker: Searcher, move: Move) -> cython.int:
    """History of a capture or promotion; 0 if that is switched off."""
    if not worker.parameters.capture_history:
        return 0
    man: cython.int = man_of(worker.position, move)
    target: cython.int = target_in(worker.position, move)
    return worker.histories.capture[man][target][kind_taken(worker.position, move)]


@cython.inline
def history_of(worker: Searcher, ply: cython.int, move: Move, noisy: cython.bint) -> cython.int:
    """History of a move, ``noisy`` saying whether it captures or promotes."""
    return capture_history(worker, move) if noisy else quiet_history(worker, ply, move)


@cython.inline
def counter_move(worker: Searcher, ply: cython.int) -> Move:
    """The last refutation of the move that led to a ply; NO_MOVE if there is none, or that was a null move."""
    row: cython.int = worker.frame(ply - 1).continuation
    return worker.histories.counters[row] if row != worker.no_continuation else NO_MOVE


@cython.inline
def history_bonus(worker: Searcher, depth: cython.int) -> cython.int:
    """Bonus of a history for a search to ``depth``."""
    return min(worker.parameters.history_bonus_slope * depth, worker.parameters.history_bonus_limit)


def reward(worker, ply, best, quiets, quiet_count, noisy, noisy_count, depth):
    """Learn that ``best`` refuted at a ply, searched to ``depth``, and the moves tried before it did not."""
    bonus = history_bonus(worker, depth)
    if is_noisy(worker.position, best):
        learn_capture(worker, best, bonus)
    else:
        frame = worker.frame(ply)
        if frame.killers[0] != best:
            frame.killers[1] = frame.killers[0]
            frame.killers[0] = best
        parent = worker.frame(ply - 1).continuation
        if parent != worker.no_continuation:
            worker.own_block.note(cython.address(worker.histories.counters[parent]))
            worker.histories.counters[parent] = best
        learn_quiet(worker, ply, best, bonus)
        for index in range(quiet_count):
            learn_quiet(worker, ply, quiets[index], -bonus)
    for index in range(noisy_count):
        learn_capture(worker, noisy[index], -bonus)


def learn_quiet(worker, ply, move, bonus):
    """Move every history of a quiet move."""
    if worker.parameters.history:
        entry = history_entry(worker, worker.position.side, threats_at(worker, ply), move)
        shift(worker.own_block, entry, bonus, worker.parameters.history_limit)
    if has_low_ply_history(worker, ply):
        shift(worker.own_block, low_ply_entry(worker, ply, move), bonus, worker.parameters.history_limit)
    shift_continuations(worker, ply, man_square(worker.position, move), bonus)


def shift_continuations(worker, ply, row, bonus):
    """Move the continuation histories of the quiet move, by its row, that is searched at a ply."""
    if worker.parameters.continuation_history:
        for back in range(1, 3):
            entry = continuation_entry(worker, ply - back, row)
            shift(worker.common_block, entry, bonus, worker.parameters.history_limit)


def learn_from_evaluation(worker, ply):
    """Learn from the static evaluations before and after the move that led to a ply whether it was a good one.

    Of a quiet move alone: what a capture takes may be taken back. Both evaluations are the view of who is to move.
    """
    parent = worker.frame(ply - 1)
    evaluation = worker.frame(ply).evaluation
    if (
        not worker.parameters.evaluation_history
        or not worker.parameters.history
        or evaluation == NO_VALUE
        or parent.evaluation == NO_VALUE
        or parent.continuation == worker.no_continuation
        or was_noisy(worker.position, parent.move)
    ):
        return
    most = worker.parameters.evaluation_bonus_limit
    rise = -(parent.evaluation + evaluation)
    bonus = max(-most, min(rise * worker.parameters.evaluation_bonus_slope, most))
    entry = history_entry(worker, worker.position.side ^ 1, parent.threats, parent.move)
    shift(worker.own_block, entry, bonus, worker.parameters.history_limit)


def learn_unanswered(worker, ply, depth):
    """Learn that no answer at a ply, searched to ``depth``, refuted the move that led there.

    Of a quiet move alone, as ``learn_from_evaluation``.
    """
    parent = worker.frame(ply - 1)
    if (
        not worker.parameters.unanswered_history
        or parent.continuation == worker.no_continuation
        or was_noisy(worker.position, parent.move)
    ):
        return
    bonus = history_bonus(worker, depth) // 2
    if worker.parameters.history and parent.knows_threats:
        entry = history_entry(worker, worker.position.side ^ 1, parent.threats, parent.move)
        shift(worker.own_block, entry, bonus, worker.parameters.history_limit)
    shift_continuations(worker, ply - 1, parent.continuation, bonus)


def learn_capture(worker, move, bonus):
    """Move the history of a capture."""
    if not worker.parameters.capture_history:
        return
    man = man_of(worker.position, move)
    target = target_in(worker.position, move)
    victim = kind_taken(worker.position, move)
    entry = cython.address(worker.histories.capture[man][target][victim])
    shift(worker.own_block, entry, bonus, worker.parameters.history_limit)


def shift(block, entry, bonus, limit):
    """Move a history entry, which lies in ``block``, towards its limit by a share of the room left."""
    size = bonus if bonus > 0 else -bonus
    before = learned(entry)
    block.note(entry)
    store_relaxed_16(cython.cast(cython.pointer(uint16_t), entry), before + bonus - before * size // limit)


def forget_low_plies(worker):
    """Begin a search: what was learned near another root says nothing of this one."""
    memset(worker.histories.low_ply, 0, cython.sizeof(worker.histories.low_ply))
