cimport cython

from kiebitz.core.evaluation.evaluator cimport Evaluator
from kiebitz.core.game cimport KINDS_TAKEN, MAN_SQUARES, MEN_OF_MOVES, SQUARES, THREAT_ROWS, Move, Position
from kiebitz.core.search.any_worker cimport (
    CORRECTIONS,
    LOW_PLIES,
    MOVE_PAIRS,
    NO_LIMIT,
    REDUCTIONS,
    AnyWorker,
    Frame,
    RootMove,
)
from kiebitz.core.syzygy.tables cimport Tables

cdef enum:
    # With less time for a move no ending of two pieces is solved, which takes up to half a second.
    SOLVING_US = 1000000

# What refuted in all searches of this worker (see ``histories``).
cdef struct Histories:
    short[2][THREAT_ROWS][SQUARES][SQUARES] quiet               # quiet moves by side, threats, origin, target
    short[MEN_OF_MOVES][SQUARES][KINDS_TAKEN] capture           # captures by man, target, kind taken
    short[LOW_PLIES][SQUARES][SQUARES] low_ply                  # quiet moves of the first plies, in this search alone
    Move[MAN_SQUARES] counters                                  # the last refutation of a move, by its row

# What all workers of a crew learn together, by relaxed atomics.
cdef struct CommonHistories:
    short[MAN_SQUARES + 1][MAN_SQUARES] continuation        # quiet moves by row of an earlier move and own row
    # By how much evaluations erred, by key and side to move (see ``correction_history``): the side last, for a node
    # and those below it have most keys in common, and the other side to move.
    short[CORRECTIONS][2] structure_correction              # of the pawns
    short[2][CORRECTIONS][2] camp_correction                # of the other men of each colour
    short[MOVE_PAIRS][CORRECTIONS][2] move_correction

@cython.final
cdef class Worker(AnyWorker):
    cdef Position position
    cdef Evaluator evaluator
    cdef Tables tables                                     # None without endgame tables
    cdef int table_depth                                   # positions of the most men are asked from so many plies on
    cdef bint fifty_moves                                  # whether a cursed win is a draw
    cdef Histories* histories                              # in ``own_block``
    cdef CommonHistories* common                           # in ``common_block``
    # The large one last, so that the words above stay near each other.
    cdef int[REDUCTIONS][REDUCTIONS] reductions                 # by depth and move number

    cdef void begin_at_root(self) noexcept nogil
    cdef void find_known_mates(self) noexcept nogil
