cimport cython

from kiebitz.core.evaluation.shogi.evaluator cimport ShogiEvaluator
from kiebitz.core.game cimport (
    SHOGI_KINDS_TAKEN,
    SHOGI_MAN_SQUARES,
    SHOGI_MEN,
    SHOGI_PLACES,
    SHOGI_TARGETS,
    SHOGI_THREAT_ROWS,
    Move,
    ShogiPosition,
)
from kiebitz.core.search.any_worker cimport CORRECTIONS, LOW_PLIES, MOVE_PAIRS, REDUCTIONS, AnyWorker

# As ``worker.Histories``; a man that is dropped comes from a place of the hand.
cdef struct ShogiHistories:
    short[2][SHOGI_THREAT_ROWS][SHOGI_PLACES][SHOGI_TARGETS] quiet
    short[SHOGI_MEN][SHOGI_TARGETS][SHOGI_KINDS_TAKEN] capture
    short[LOW_PLIES][SHOGI_PLACES][SHOGI_TARGETS] low_ply
    Move[SHOGI_MAN_SQUARES] counters

# As ``worker.CommonHistories``.
cdef struct ShogiCommonHistories:
    short[SHOGI_MAN_SQUARES + 1][SHOGI_MAN_SQUARES] continuation
    short[CORRECTIONS][2] structure_correction                  # of the hands
    short[2][CORRECTIONS][2] camp_correction                    # of the men around each king
    short[MOVE_PAIRS][CORRECTIONS][2] move_correction

@cython.final
cdef class ShogiWorker(AnyWorker):
    cdef ShogiPosition position
    cdef ShogiEvaluator evaluator
    cdef ShogiHistories* histories                         # in ``own_block``
    cdef ShogiCommonHistories* common                      # in ``common_block``
    # The large one last, so that the words above stay near each other.
    cdef int[REDUCTIONS][REDUCTIONS] reductions                 # by depth and move number

    cdef void begin_at_root(self) noexcept nogil
