cimport cython
from libc.stdint cimport int64_t, uint64_t

from kiebitz.core.contract cimport promise
from kiebitz.core.game cimport MAX_PLY, Move
from kiebitz.core.parameters cimport Parameters
from kiebitz.core.search.findings cimport Findings
from kiebitz.core.search.reports cimport Reports
from kiebitz.core.search.shared cimport Shared
from kiebitz.core.table.memory cimport Memory
from kiebitz.core.table.table cimport Hit, Table
from kiebitz.core.trace cimport Recorder, close_row, record_hit, record_move, record_moves
from kiebitz.core.value cimport INFINITE, MATE

cdef enum:
    # Frames on each side of the path: a node looks at its parents' and writes its child's.
    FRAME_MARGIN = 4
    FRAMES = MAX_PLY + 2 * FRAME_MARGIN
    KILLERS = 2
    # Numbers that a processor compares at a time: so many are kept free behind each list of worths.
    LANES = 8
    NO_LIMIT = 0
    # Reductions are counted in these parts of a ply, for depths and move numbers up to the largest index.
    REDUCTION_UNIT = 1024
    LARGEST_INDEX = 63
    REDUCTIONS = LARGEST_INDEX + 1
    # Plies from the root that have a history of their own (see histories).
    LOW_PLIES = 4
    # Entries of a correction history.
    CORRECTIONS = 1 << 14
    # Pairs of earlier moves that have one (see correction_history).
    MOVE_PAIRS = 2

# One ply of the path being searched.
cdef struct Frame:
    Move* moves                    # this node's move list, with room for as many as the game may have
    int* worths                    # and what move ordering thinks of them, with their places (see move_picker)
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
    int[2] camp_entries            # where the correction history has the position's camps
    int[MOVE_PAIRS] move_entries   # and the pairs of moves that led to it
    int evaluation                 # static, corrected by history (see correction_history), or NO_VALUE in check
    int uncorrected                # as the evaluator has it: what the table keeps

# What a root move is worth, whatever ended the search.
cdef struct Outcome:
    int value
    int bound                      # EXACT, LOWER or UPPER
    int length                     # of its variation, as far as it may be shown

cdef struct RootMove:
    Move move
    int value                      # of the last search of this move, -INFINITE if it was only refuted
    int previous                   # value of the last iteration, or since then of one that left its window above
    int previous_bound
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

cdef class AnyWorker:
    cdef Table table
    cdef Shared shared
    cdef readonly int index                         # 0 leads: it obeys limits and reports
    cdef Parameters configured                      # as the façade set them
    cdef Parameters parameters                      # as the search under way uses them
    cdef Frame* frames                              # one for each ply of the path, see ``frame``
    cdef RootMove* root_moves                       # ``room`` of them
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
    cdef int no_continuation                        # in place of a row of the continuation histories: no or a null move
    cdef int room                                   # the most moves of the game
    cdef int* worth_lists                           # of all frames, one after the other
    cdef Move* move_lists
    cdef int known_mates                            # which mates are looked up, not searched for (``know_mates``)
    cdef int table_men                              # positions of so many men are asked of endgame tables; 0: of none
    cdef bint silent                                # nobody reads reports: none is written
    # Where the histories are; a block notes what was written, so that to forget costs only what was learned since.
    cdef Memory own_block                           # this worker's
    cdef Memory common_block                        # the crew's

    # What each game's worker answers.
    cdef str text_of(self, Move move)
    cdef int static_value(self) noexcept nogil
    cdef int table_value(self, int depth, int ply) noexcept nogil

    cdef make_room(self, int room, int no_continuation)
    cdef join(self, Table table, Shared shared, int index, size_t own_bytes, size_t common_bytes)
    cdef void forget_learned(self) noexcept nogil
    cdef void settle(self, RootMove* root_move, Outcome* outcome) noexcept nogil
    cdef void lay_lists(self) noexcept nogil
    cdef fill_reductions(self, int* reductions)
    cdef take_limits(self, object limits)
    cdef sample_packed(self, object buffer, int stride, int packed_bytes)
    cdef void list_root_moves(self, Move* moves, int count) noexcept nogil
    cdef start_with(self, object wanted, int multipv, bint ponder)
    cdef bint is_cut_short(self, RootMove* root_move) noexcept nogil
    cdef bint is_rashly_mated(self, RootMove* root_move) noexcept nogil
    cdef void extend_pv(self, int ply, Move move) noexcept nogil
    cdef void clear_margin(self) noexcept nogil
    cdef void forget_path(self) noexcept nogil
    cdef void report(self, RootMove* root_move, int rank) noexcept nogil
    cdef tuple line_text(self, Move* moves, int length)
