from kiebitz.core.game cimport Move
from kiebitz.core.search.any_worker cimport LANES, Frame
from kiebitz.core.search.searcher cimport Searcher

# What the picker hands out next.
cdef enum Stage:
    HASH_MOVE
    WEIGH_NOISY
    GOOD_NOISY
    FIRST_KILLER
    SECOND_KILLER
    COUNTER_MOVE
    WEIGH_QUIETS
    QUIETS
    BAD_NOISY
    WEIGH_EVASIONS
    EVASIONS
    DONE

cdef enum:
    # Evasions that capture come before all others.
    CAPTURE_FIRST = 1 << 20
    VICTIM_WEIGHT = 16
    # What the history of a capture counts against its victim.
    CAPTURE_HISTORY_DIVISOR = 4
    # Places in a move list, as a power of two: as many as any game has moves.
    PLACES = 1 << 10
    # No move's.
    LEAST_RANK = -0x7FFFFFFF

cdef struct Picker:
    int stage
    Move hash_move
    Move[2] killers
    Move counter
    bint skip_quiets            # the rest of the quiet moves is not wanted
    bint noisy_only             # quiescence: captures and promotions alone
    int exchange_threshold      # captures worth less are bad
    int next                    # first move of the list not handed out
    int end                     # end of the list
    int greatest                # the greatest rank in it, LEAST_RANK if that isn't known
    int bad                     # captures put aside at the list's beginning
    int bad_next

cdef void start_picker(Picker* picker, Searcher worker, int ply, Move hash_move, bint noisy_only) noexcept nogil
cdef Move next_move(Picker* picker, Searcher worker, int ply) noexcept nogil
cdef Move take_best(Picker* picker, Frame* frame) noexcept nogil
cdef void close_list(Picker* picker, Frame* frame, int greatest) noexcept nogil
cdef void weigh_noisy(Picker* picker, Searcher worker, Frame* frame) noexcept nogil
cdef void weigh_quiets(Picker* picker, Searcher worker, int ply) noexcept nogil
cdef void weigh_evasions(Picker* picker, Searcher worker, int ply) noexcept nogil
cdef bint can_refute(Picker* picker, Searcher worker, Move move) noexcept nogil
