cimport cython

from kiebitz.core.evaluation.evaluator cimport Evaluator
from kiebitz.core.game cimport KINDS_TAKEN, MAN_SQUARES, MEN_OF_MOVES, SQUARES, THREAT_ROWS, Move, Position
from kiebitz.core.search.any_worker cimport CORRECTIONS, NO_LIMIT, REDUCTIONS, AnyWorker, Frame, RootMove
from kiebitz.core.table.table cimport Hit
from kiebitz.core.trace cimport open_row, record_evaluation, take_sample

# What refuted in all searches so far (see ``histories``).
cdef struct Histories:
    short[2][THREAT_ROWS][SQUARES][SQUARES] quiet               # quiet moves by side, threats, origin, target
    short[MEN_OF_MOVES][SQUARES][KINDS_TAKEN] capture           # captures by man, target, kind taken
    Move[MAN_SQUARES] counters                                  # the last refutation of a move, by its row
    short[MAN_SQUARES + 1][MAN_SQUARES] continuation            # quiet moves by row of an earlier move and own row
    # By how much evaluations erred, by side to move and key (see ``correction_history``).
    short[2][CORRECTIONS] structure_correction                  # of the pawns
    short[2][2][CORRECTIONS] camp_correction                    # of the other men of each colour
    short[2][CORRECTIONS] move_correction

@cython.final
cdef class Worker(AnyWorker):
    cdef Position position
    cdef Evaluator evaluator
    # The large ones last, so that the words above stay near each other.
    cdef int[REDUCTIONS][REDUCTIONS] reductions                 # by depth and move number
    cdef Histories histories

    cdef void begin_at_root(self) noexcept nogil

    # Written by tools/write_inlines.py from worker.py; change it there.

    cdef inline void begin(self, int kind, int ply, int depth, int alpha, int beta, int expected) noexcept nogil:
        if self.recorder != NULL:
            open_row(
                self.recorder, kind, self.position.key, self.frame(ply - 1).move, ply, depth, alpha, beta, expected
            )

    cdef inline void judged(self, int evaluation) noexcept nogil:
        if self.recorder != NULL:
            record_evaluation(self.recorder, evaluation)
            if self.recorder.samples != NULL:
                take_sample(self.recorder, self.position, evaluation)

    cdef inline void prefetch(self) noexcept nogil:
        self.table.prefetch(self.position)

    cdef inline void prefetch_after(self, Move move) noexcept nogil:
        self.table.prefetch_after(self.position, move)

    cdef inline void probe(self, int ply, Hit* hit) noexcept nogil:
        self.table.probe(self.position, ply, hit)

    cdef inline void store(
        self, int ply, Move move, int value, int evaluation, int depth, int bound, bint pv
    ) noexcept nogil:
        self.table.store(self.position, ply, move, value, evaluation, depth, bound, pv)
        if depth >= self.least_told:
            self.findings.keep(self.position.key, ply, move, value, evaluation, depth, bound, pv)
