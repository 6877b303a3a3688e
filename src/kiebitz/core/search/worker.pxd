cimport cython
from libc.stdint cimport int64_t, uint64_t

from kiebitz.core.evaluation.evaluator cimport Evaluator
from kiebitz.core.parameters cimport Parameters
from kiebitz.core.game cimport (
    KINDS_TAKEN,
    MAN_SQUARES,
    MAX_MOVES,
    MAX_PLY,
    MEN_OF_MOVES,
    SQUARES,
    THREAT_ROWS,
    Move,
    Position,
)
from kiebitz.core.search.findings cimport Findings
from kiebitz.core.search.reports cimport Reports
from kiebitz.core.search.shared cimport Shared
from kiebitz.core.trace cimport (
    Recorder,
    close_row,
    open_row,
    record_evaluation,
    record_hit,
    record_move,
    record_moves,
    take_sample,
)
from kiebitz.core.table.table cimport Hit, Table
from kiebitz.core.contract cimport promise
from kiebitz.core.value cimport INFINITE, MATE

cdef enum:
    # Frames on each side of the path: a node looks at its parents' and writes its child's.
    FRAME_MARGIN = 4
    FRAMES = MAX_PLY + 2 * FRAME_MARGIN
    KILLERS = 2
    # Continuation histories: one row for each man and square of the earlier move, and one for no move or a null move.
    NO_CONTINUATION = MAN_SQUARES
    # Entries of a correction history.
    CORRECTIONS = 1 << 14
    NO_LIMIT = 0
    # Reductions are counted in these parts of a ply, for depths and move numbers up to the largest index.
    REDUCTION_UNIT = 1024
    LARGEST_INDEX = 63

# One ply of the path being searched.
cdef struct Frame:
    Move[MAX_MOVES] moves          # this node's move list
    int[MAX_MOVES] worths          # and what move ordering thinks of them
    Move[MAX_PLY + 1] pv           # best line from here; as long as the path may still grow
    int pv_length
    Move move                      # the move being searched
    Move excluded                  # left out while it is asked whether it is singular, else NO_MOVE
    Move threat                    # what refuted the null move here, NO_MOVE if nothing did or nobody passed
    bint verifying                 # the node is searched to confirm a null move: no null move here
    int continuation               # row of the move being searched in the continuation histories
    Move[KILLERS] killers
    bint knows_threats             # whether it is known yet
    uint64_t threats               # which squares the other side attacks; none unless threat_history is on
    int evaluation                 # static, corrected by history (see correction_history), or NO_VALUE in check
    int uncorrected                # as the evaluator has it: what the table keeps

cdef struct RootMove:
    Move move
    int value                      # of the last search of this move, -INFINITE if it was only refuted
    int previous                   # value of the last iteration
    int bound
    int64_t nodes                  # spent below it
    int selective_depth
    int pv_length
    Move[MAX_PLY + 1] pv

cdef struct Limits:
    int depth                      # iterations; always set
    int mate                       # moves, or NO_LIMIT
    int64_t nodes                  # or NO_LIMIT
    int64_t soft_us                # start no iteration after it, or NO_LIMIT
    int64_t hard_us                # stop at once after it, or NO_LIMIT
    bint flexible                  # the soft limit follows stability and falling scores

# What refuted in all searches so far (see ``histories``).
cdef struct Histories:
    short[2][THREAT_ROWS][SQUARES][SQUARES] quiet               # quiet moves by side, threats, origin, target
    short[MEN_OF_MOVES][SQUARES][KINDS_TAKEN] capture           # captures by man, target, kind taken
    Move[MAN_SQUARES] counters                                  # the last refutation of a move, by its row
    short[MAN_SQUARES + 1][MAN_SQUARES] continuation            # quiet moves by row of an earlier move and own row
    # By how much evaluations erred, by side to move and key (see ``correction_history``).
    short[2][CORRECTIONS] pawn_correction
    short[2][2][CORRECTIONS] men_correction                     # of the men of each colour
    short[2][CORRECTIONS] move_correction

@cython.final
cdef class Worker:
    cdef Position position
    cdef Table table
    cdef Shared shared
    cdef readonly int index                         # 0 leads: it obeys limits and reports
    cdef Evaluator evaluator
    cdef Parameters configured                      # as the façade set them
    cdef Parameters parameters                      # as the search under way uses them
    cdef Frame* frames                              # one for each ply of the path, see ``frame``
    cdef int root_count
    cdef int multipv
    cdef int rank                                   # root line being searched, from 0
    cdef int iteration                              # depth of the iteration under way
    cdef readonly int completed                     # depth of the last iteration finished
    cdef int selective_depth
    cdef Limits limits
    cdef bint verify                                # null moves are to be verified; not inside a verification
    cdef int64_t start_us
    cdef bint stopped                               # the search is unwinding
    cdef int steady                                 # iterations since the best move changed
    cdef Move steady_move
    cdef int steady_value                           # value of the iteration before
    cdef int64_t nodes                              # of this worker
    cdef int64_t others                             # of the other workers, as far as known
    # Words shared with the thread that waits: touched only by relaxed or release/acquire operations.
    cdef int64_t current                            # root move being searched: number << 16 | move
    cdef int64_t zugzwang                           # passing was best at the root: searched again without null moves
    cdef Recorder* recorder                         # NULL unless the search is recorded (see ``trace``)
    cdef Recorder recording                         # what it points to then
    cdef object rows                                # keeps the recorder's buffer alive
    cdef Reports reports                            # the lines that are found
    cdef Findings findings                          # what is told to others; None unless asked for
    cdef int least_told                             # depth from which on results are told, or NEVER
    # The large ones last, so that the words above stay near each other.
    cdef int[LARGEST_INDEX + 1][LARGEST_INDEX + 1] reductions       # by depth and move number
    cdef RootMove[MAX_MOVES] root_moves
    cdef Histories histories

    cdef void begin_at_root(self) noexcept nogil
    cdef bint is_cut_short(self, RootMove* root_move) noexcept nogil
    cdef bint is_rashly_mated(self, RootMove* root_move) noexcept nogil
    cdef void enter(self, int ply, Move move) noexcept nogil
    cdef void pass_move(self, int ply) noexcept nogil
    cdef void look_up(self, int ply, Hit* hit) noexcept nogil
    cdef void remember(
        self, int ply, Move move, int value, int evaluation, int depth, int bound, bint pv
    ) noexcept nogil
    cdef void extend_pv(self, int ply, Move move) noexcept nogil
    cdef void clear_margin(self) noexcept nogil
    cdef void forget_path(self) noexcept nogil
    cdef void report(self, RootMove* root_move, int rank) noexcept nogil
    cdef set_reductions(self)

    # Written by tools/write_inlines.py from worker.py; change it there.

    cdef inline Frame* frame(self, int ply) noexcept nogil:
        return self.frames + ply + FRAME_MARGIN

    cdef inline bint is_principal(self, int alpha, int beta) noexcept nogil:
        return self.parameters.principal_variation_search or (alpha == -INFINITE and beta == INFINITE)

    cdef inline void begin(self, int kind, int ply, int depth, int alpha, int beta, int expected) noexcept nogil:
        if self.recorder != NULL:
            open_row(
                self.recorder, kind, self.position.key, self.frame(ply - 1).move, ply, depth, alpha, beta, expected
            )

    cdef inline int ended(self, int reason, int value) noexcept nogil:
        promise(-MATE <= value and value <= MATE, b"no value lies beyond the mates")
        if self.recorder != NULL:
            close_row(self.recorder, reason, value)
        return value

    cdef inline void made(self, int ply, int order, int reduction, int extension) noexcept nogil:
        if self.recorder != NULL:
            record_move(self.recorder, ply, order, reduction, extension)

    cdef inline void knew(self, Hit* hit) noexcept nogil:
        if self.recorder != NULL and hit.found:
            record_hit(self.recorder, hit.bound, hit.depth)

    cdef inline void judged(self, int evaluation) noexcept nogil:
        if self.recorder != NULL:
            record_evaluation(self.recorder, evaluation)
            if self.recorder.samples != NULL:
                take_sample(self.recorder, self.position, evaluation)

    cdef inline void tried(self, int searched, Move best_move) noexcept nogil:
        if self.recorder != NULL:
            record_moves(self.recorder, searched, best_move)
