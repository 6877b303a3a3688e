# Inlined whole: answers.py is no module of its own.

# Written by tools/write_inlines.py from answers.py; change it there.

from kiebitz.core.chess.zobrist cimport GOLDEN_GAMMA
from kiebitz.core.shogi.bitboard cimport (
    AROUND,
    EMPTY,
    KINDS,
    NEIGHBOURS,
    NO_SQUARE,
    PROMOTED,
    Bitboard,
    has,
    is_empty,
    no_squares,
)
from kiebitz.core.shogi.exchange cimport EXCHANGE_WORTH, PROMOTION_WORTH, exchange_at_least
from kiebitz.core.shogi.move cimport MAX_MOVES, Move, origin_of, promotes, target_of
from kiebitz.core.shogi.movegen cimport (
    count_moves,
    gives_check,
    has_legal_move,
    is_legal,
    legal_moves,
    noisy_moves,
    quiet_moves,
    reach,
)
from kiebitz.core.shogi.position cimport DRAWN, NEW, WON, ShogiPosition
from kiebitz.core.value cimport DRAW, KNOWN_WIN, LONGEST_MATE, MATE, NO_VALUE
from libc.stdint cimport uint64_t

cdef enum:
    # For histories: places that a man comes from (squares and hands), squares that it comes to; men; kinds taken, and
    # one for nothing; the rows of a man on a square.
    SHOGI_PLACES = 96
    SHOGI_TARGETS = 82
    SHOGI_MEN = 28
    SHOGI_KINDS_TAKEN = 15
    SHOGI_MAN_SQUARES = 28 * 82
    # Which squares are attacked is not asked: it costs more than in chess.
    SHOGI_THREAT_ROWS = 1
    # As the phase of all pieces in chess.
    ALL_PIECES = 24

cdef inline bint is_in_check(ShogiPosition position) noexcept nogil:
    return not is_empty(position.checkers)

cdef inline bint is_noisy(ShogiPosition position, Move move) noexcept nogil:
    return promotes(move) or position.board[target_of(move)] != EMPTY

cdef inline bint is_promotion(ShogiPosition position, Move move) noexcept nogil:
    return promotes(move)

cdef inline int value_taken(ShogiPosition position, Move move) noexcept nogil:
    return EXCHANGE_WORTH[position.board[target_of(move)] >> 1]

cdef inline int value_moved(ShogiPosition position, Move move) noexcept nogil:
    return EXCHANGE_WORTH[position.board[origin_of(move)] >> 1]

cdef inline int value_promoted(ShogiPosition position, Move move) noexcept nogil:
    return PROMOTION_WORTH[position.board[origin_of(move)] >> 1]

cdef inline bint was_noisy(ShogiPosition position, Move move) noexcept nogil:
    return position.states[position.ply - 1].captured != EMPTY or promotes(move)

cdef inline int origin_in(ShogiPosition position, Move move) noexcept nogil:
    return origin_of(move)

cdef inline int target_in(ShogiPosition position, Move move) noexcept nogil:
    return target_of(move)

cdef inline int man_of(ShogiPosition position, Move move) noexcept nogil:
    return position.board[origin_of(move)]

cdef inline int man_square(ShogiPosition position, Move move) noexcept nogil:
    return position.board[origin_of(move)] * SHOGI_TARGETS + target_of(move)

cdef inline int kind_taken(ShogiPosition position, Move move) noexcept nogil:
    return position.board[target_of(move)] >> 1

cdef inline bint evades(ShogiPosition position, Move move, Move threat) noexcept nogil:
    return origin_of(move) == target_of(threat)

cdef inline void find_checks(ShogiPosition position, uint64_t* checks) noexcept nogil:
    cdef int enemy = position.side ^ 1
    cdef int king = position.king[enemy]
    cdef Bitboard occupied = position.occupied()
    cdef Bitboard* squares = <Bitboard*>checks
    cdef int kind
    for kind in range(KINDS):
        squares[kind] = reach(2 * kind + enemy, king, occupied) if king != NO_SQUARE else no_squares()

cdef inline bint checks_itself(ShogiPosition position, uint64_t* checks, Move move) noexcept nogil:
    cdef Bitboard* squares = <Bitboard*>checks
    return has(squares[position.board[origin_of(move)] >> 1], target_of(move))

cdef inline uint64_t attacked_squares(ShogiPosition position) noexcept nogil:
    return 0

cdef inline int threat_row(ShogiPosition position, uint64_t threats, Move move) noexcept nogil:
    return 0

cdef inline int value_by_rule(ShogiPosition position, int ply) noexcept nogil:
    cdef int recurrence = position.recurrence_in_search()
    if recurrence == NEW:
        return NO_VALUE
    if recurrence == DRAWN:
        return DRAW
    return KNOWN_WIN if recurrence == WON else -KNOWN_WIN

cdef inline int value_among_noisy(ShogiPosition position) noexcept nogil:
    return value_by_rule(position, 0)

cdef inline int value_without_move(ShogiPosition position, int ply) noexcept nogil:
    return -MATE + ply

cdef inline bint is_trusted(ShogiPosition position) noexcept nogil:
    return True

cdef inline bint is_storable(ShogiPosition position, int value) noexcept nogil:
    return -KNOWN_WIN < value < KNOWN_WIN or value >= LONGEST_MATE or value <= -LONGEST_MATE

cdef inline bint is_stalemated(ShogiPosition position) noexcept nogil:
    return False

cdef inline uint64_t key_of_structure(ShogiPosition position) noexcept nogil:
    return position.hands_key

cdef inline uint64_t key_of_camp(ShogiPosition position, int colour) noexcept nogil:
    cdef int king = position.king[colour]
    cdef uint64_t mixed = king * GOLDEN_GAMMA
    cdef int index
    for index in range(NEIGHBOURS):
        mixed = (mixed ^ position.board[AROUND[king][index]]) * GOLDEN_GAMMA
    return mixed

cdef inline bint reached_other_camp(ShogiPosition position) noexcept nogil:
    return True

cdef inline int piece_phase(ShogiPosition position) noexcept nogil:
    return ALL_PIECES

cdef inline bint has_pieces(ShogiPosition position, int side) noexcept nogil:
    return True

cdef inline bint has_minor_piece_at_most(ShogiPosition position) noexcept nogil:
    return False

cdef inline bint is_ending(ShogiPosition position) noexcept nogil:
    return False

cdef inline bint is_exposed(ShogiPosition position) noexcept nogil:
    return True

cdef inline int hanging_men(ShogiPosition position, Move* moves) noexcept nogil:
    return 0
