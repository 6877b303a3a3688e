from libc.stdint cimport uint16_t, uint64_t

from kiebitz.core.game cimport (
    NO_MOVE,
    Move,
    attacked_squares,
    kind_taken,
    man_of,
    man_square,
    origin_in,
    target_in,
    threat_row,
)
from kiebitz.core.machine cimport load_relaxed_16
from kiebitz.core.search.any_worker cimport Frame
from kiebitz.core.search.searcher cimport Searcher
from kiebitz.core.table.memory cimport Memory

cdef void reward(
    Searcher worker, int ply, Move best, Move* quiets, int quiet_count, Move* noisy, int noisy_count, int depth
) noexcept nogil
cdef void learn_quiet(Searcher worker, int ply, Move move, int bonus) noexcept nogil
cdef void shift_continuations(Searcher worker, int ply, int row, int bonus) noexcept nogil
cdef void learn_from_evaluation(Searcher worker, int ply) noexcept nogil
cdef void learn_unanswered(Searcher worker, int ply, int depth) noexcept nogil
cdef void learn_capture(Searcher worker, Move move, int bonus) noexcept nogil
cdef void shift(Memory block, short* entry, int bonus, int limit) noexcept nogil

# Written by tools/write_inlines.py from histories.py; change it there.

cdef inline short* history_entry(Searcher worker, int side, uint64_t threats, Move move) noexcept nogil:
    cdef int row = threat_row(worker.position, threats, move)
    cdef int origin = origin_in(worker.position, move)
    return &worker.histories.quiet[side][row][origin][target_in(worker.position, move)]

cdef inline uint64_t threats_at(Searcher worker, int ply) noexcept nogil:
    cdef Frame* frame = worker.frame(ply)
    if not frame.knows_threats:
        frame.knows_threats = True
        frame.threats = attacked_squares(worker.position) if worker.parameters.threat_history else 0
    return frame.threats

cdef inline int learned(short* entry) noexcept nogil:
    return <short>(load_relaxed_16(<uint16_t*>entry))

cdef inline short* continuation_entry(Searcher worker, int ply, int row) noexcept nogil:
    return &worker.common.continuation[worker.frame(ply).continuation][row]

cdef inline int quiet_history(Searcher worker, int ply, Move move) noexcept nogil:
    cdef int total = 0
    cdef int row
    if worker.parameters.history:
        total = history_entry(worker, worker.position.side, threats_at(worker, ply), move)[0]
    if worker.parameters.continuation_history:
        row = man_square(worker.position, move)
        total += learned(continuation_entry(worker, ply - 1, row)) + learned(continuation_entry(worker, ply - 2, row))
    return total

cdef inline int capture_history(Searcher worker, Move move) noexcept nogil:
    if not worker.parameters.capture_history:
        return 0
    cdef int man = man_of(worker.position, move)
    cdef int target = target_in(worker.position, move)
    return worker.histories.capture[man][target][kind_taken(worker.position, move)]

cdef inline int history_of(Searcher worker, int ply, Move move, bint noisy) noexcept nogil:
    return capture_history(worker, move) if noisy else quiet_history(worker, ply, move)

cdef inline Move counter_move(Searcher worker, int ply) noexcept nogil:
    cdef int row = worker.frame(ply - 1).continuation
    return worker.histories.counters[row] if row != worker.no_continuation else NO_MOVE

cdef inline int history_bonus(Searcher worker, int depth) noexcept nogil:
    return min(worker.parameters.history_bonus_slope * depth, worker.parameters.history_bonus_limit)
