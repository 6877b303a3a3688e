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
from kiebitz.core.search.any_worker cimport LOW_PLIES, Frame
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
cdef void forget_low_plies(Searcher worker) noexcept nogil
cdef void shift(Memory block, short* entry, int bonus, int limit) noexcept nogil
