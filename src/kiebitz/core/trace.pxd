from kiebitz.core.game cimport AnyPosition
from libc.stdint cimport int8_t, int16_t, int32_t, int64_t, uint8_t, uint16_t, uint32_t, uint64_t

# Which function searched. Of each enumeration the last says how many there are; trace.py names them by these numbers.
cdef enum:
    AT_ROOT = 0
    IN_TREE = 1
    IN_QUIESCENCE = 2
    KIND_COUNT = 3

# What was expected of the node, before anything was known of it.
cdef enum:
    PRINCIPAL = 0
    CUT = 1
    ALL = 2
    NOTHING = 3
    EXPECTATION_COUNT = 4

cdef enum:
    # Plies of a path, with room for the passes of a search in a search.
    TRACE_PLIES = 160
    # Positions that may be exempt from techniques at a time.
    MAX_EXEMPT = 24

# What a position may be exempt from: TECHNIQUES in trace.py names them by these bits.
cdef enum:
    SPARED_RAZORING = 1
    SPARED_REVERSE_FUTILITY = 2
    SPARED_NULL_MOVE = 4
    SPARED_PROB_CUT = 8
    SPARED_MULTI_CUT = 16
    SPARED_INTERNAL_REDUCTION = 32
    SPARED_REDUCTION = 64
    SPARED_LATE_MOVE_PRUNING = 128
    SPARED_FUTILITY = 256
    SPARED_HISTORY_PRUNING = 512
    SPARED_SEE_PRUNING = 1024
    SPARED_EXCHANGE_PRUNING = 2048
    SPARED_DELTA_PRUNING = 4096
    SPARED_END = 8192

# What ended the search of a node.
cdef enum Reason:
    OPEN
    STOPPED
    MATE_DISTANCE
    DRAW_BY_RULE
    LONGEST_PATH
    TABLE_HIT
    STAND_PAT
    RAZORED
    REVERSE_FUTILE
    STATICALLY_SAFE
    NULL_MOVE_CUT
    TRANSPOSITION_CUT
    MULTI_CUT
    BETA_CUT
    ALL_SEARCHED
    MATED
    STALEMATED
    NOTHING_LEFT
    PROB_CUT
    UPCOMING_REPETITION
    KNOWN_MATE
    ENDGAME_TABLE
    REASON_COUNT               # stays the last

cdef struct Row:
    uint64_t key
    int32_t parent             # row of the search that asked, -1 at the root
    int32_t end                # the rows from this one up to it (exclusive) are its subtree
    int16_t depth              # plies left on entry, extension of this node by a check included
    int16_t alpha              # window on entry, side to move
    int16_t beta
    int16_t value              # returned, side to move
    int16_t evaluation         # static, side to move; NO_VALUE in check or if never asked
    uint16_t move              # that led here: 16-bit code; 0 at the root
    uint16_t best_move         # that refuted or was best; 0 if none
    uint8_t ply
    uint8_t order              # number of the move that led here, from 1; 0 for a null move or a search in a search
    uint8_t searched           # moves searched here
    int8_t reduction           # plies by which this search was reduced
    int8_t extension           # plies by which its move was extended
    uint8_t kind
    uint8_t expected
    uint8_t reason
    uint8_t fresh              # first search since the move was made; 0: again, or of the same position
    uint8_t table_bound        # of the table's entry, 0 if there was none
    uint8_t table_depth

# A position that is searched without some techniques, and at least to a depth.
cdef struct Exemption:
    uint64_t key
    int techniques
    int depth

cdef struct Recorder:
    Row* rows
    int64_t capacity
    int64_t count
    int64_t current            # row of the search under way, -1 before the first
    int64_t open_unrecorded    # searches under way that found no room
    int64_t unrecorded         # all searches that found no room
    bint fresh                 # a move was made and not searched yet
    int reduction              # of its first search
    uint8_t* samples           # where every ``stride``th position evaluated goes (see ``take_sample``), or NULL
    int64_t room               # for so many of them
    int64_t sampled
    uint32_t game              # which they belong to
    int stride
    int until_sample           # positions to pass by before the next sample
    int exempt_count
    Exemption[MAX_EXEMPT] exempt
    uint8_t[TRACE_PLIES] order         # by ply: number of the move made there
    int8_t[TRACE_PLIES] extension      # by ply: of that move

cdef Exemption* exemption_of(Recorder* recorder, uint64_t key) noexcept nogil
cdef void open_row(
    Recorder* recorder, int kind, uint64_t key, int move, int ply, int depth, int alpha, int beta, int expected
) noexcept nogil
cdef void close_row(Recorder* recorder, int reason, int value) noexcept nogil
cdef void record_move(Recorder* recorder, int ply, int order, int reduction, int extension) noexcept nogil
cdef void record_hit(Recorder* recorder, int bound, int depth) noexcept nogil
cdef void record_evaluation(Recorder* recorder, int evaluation) noexcept nogil
cdef void take_sample(Recorder* recorder, AnyPosition position, int evaluation) noexcept nogil
cdef void record_moves(Recorder* recorder, int searched, int best_move) noexcept nogil
