from kiebitz.core.chess.bitboard cimport KING, PAWN, Bitboard
from kiebitz.core.chess.move cimport NO_MOVE, Move, origin_of, target_of
from kiebitz.core.chess.position cimport Position
from kiebitz.core.search.worker cimport NO_CONTINUATION, Worker, man_square

# The kind that a capture takes. En passant takes a pawn, and a promotion that takes nothing counts as one.
cdef inline int kind_taken(Position position, Move move) noexcept nogil:
    cdef int victim = position.board[target_of(move)] >> 1
    return victim if victim < KING else PAWN

# Which of its four histories a quiet move has: by whether it leaves and enters a square that the other side attacks.
cdef inline int threat_row(Bitboard threats, Move move) noexcept nogil:
    return (threats >> origin_of(move) & 1) << 1 | (threats >> target_of(move) & 1)

# How often a quiet move refuted: by itself and after the two moves before it, as far as each is switched on.
cdef inline int quiet_history(Worker worker, int ply, Move move) noexcept nogil:
    cdef int total = 0
    cdef int row
    if worker.parameters.history:
        row = threat_row(worker.frame(ply).threats, move)
        total = worker.histories.quiet[worker.position.side][row][origin_of(move)][target_of(move)]
    if worker.parameters.continuation_history:
        row = man_square(worker.position, move)
        total += worker.histories.continuation[worker.frame(ply - 1).continuation][row]
        total += worker.histories.continuation[worker.frame(ply - 2).continuation][row]
    return total

# How often a capture or promotion refuted; 0 if that is switched off.
cdef inline int capture_history(Worker worker, Move move) noexcept nogil:
    if not worker.parameters.capture_history:
        return 0
    return worker.histories.capture[worker.position.board[origin_of(move)]][target_of(move)][
        kind_taken(worker.position, move)
    ]

# How often a move refuted, ``noisy`` saying whether it captures or promotes.
cdef inline int history_of(Worker worker, int ply, Move move, bint noisy) noexcept nogil:
    return capture_history(worker, move) if noisy else quiet_history(worker, ply, move)

# The last refutation of the move that led to a ply; NO_MOVE if there is none, or that was a null move.
cdef inline Move counter_move(Worker worker, int ply) noexcept nogil:
    cdef int row = worker.frame(ply - 1).continuation
    return worker.histories.counters[row] if row != NO_CONTINUATION else NO_MOVE

cdef void reward(
    Worker worker, int ply, Move best, Move* quiets, int quiet_count, Move* noisy, int noisy_count, int depth
) noexcept nogil
cdef void learn_quiet(Worker worker, int ply, Move move, int bonus) noexcept nogil
cdef void learn_from_evaluation(Worker worker, int ply) noexcept nogil
cdef void learn_capture(Worker worker, Move move, int bonus) noexcept nogil
cdef void shift(short* entry, int bonus, int limit) noexcept nogil
