from kiebitz.core.bitboard cimport Bitboard
from kiebitz.core.move cimport Move
from kiebitz.core.position cimport Position
from kiebitz.core.search.worker cimport Frame, Worker

# What the picker hands out next.
cdef enum Stage:
    HASH_MOVE
    WEIGH_NOISY
    GOOD_NOISY
    FIRST_KILLER
    SECOND_KILLER
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

cdef struct Picker:
    int stage
    Move hash_move
    Move[2] killers
    bint noisy_only             # quiescence: captures and promotions alone
    int exchange_threshold      # captures worth less are bad
    int next                    # first move of the list not handed out
    int end                     # end of the list
    int bad                     # captures put aside at the list's beginning
    int bad_next

cdef void start_picker(Picker* picker, Worker worker, int ply, Move hash_move, bint noisy_only) noexcept nogil
cdef Move next_move(Picker* picker, Worker worker, int ply) noexcept nogil
cdef Move take_best(Picker* picker, Frame* frame) noexcept nogil
cdef void weigh_noisy(Picker* picker, Worker worker, Frame* frame) noexcept nogil
cdef void weigh_quiets(Picker* picker, Worker worker, Frame* frame) noexcept nogil
cdef void weigh_evasions(Picker* picker, Worker worker, Frame* frame) noexcept nogil
cdef bint is_noisy(Position position, Move move) noexcept nogil
cdef void reward_quiet(Worker worker, Frame* frame, Move best, Move* tried, int count, int depth) noexcept nogil
cdef void add_history(Worker worker, int side, Move move, int bonus) noexcept nogil
