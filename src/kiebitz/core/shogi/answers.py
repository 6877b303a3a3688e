"""The answers of shogi to the questions of ``core.game``, which says what each of them asks; all inlined.

Where a technique is of chess alone (few pieces and zugzwang, static selectivity), the answer is that which never lets
it act: a side always has pieces to move with, and is always exposed.
"""

import cython
from cython.cimports.kiebitz.core.chess.zobrist import GOLDEN_GAMMA
from cython.cimports.kiebitz.core.shogi.bitboard import (
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
from cython.cimports.kiebitz.core.shogi.exchange import EXCHANGE_WORTH, PROMOTION_WORTH, exchange_at_least
from cython.cimports.kiebitz.core.shogi.move import MAX_MOVES, Move, origin_of, promotes, target_of
from cython.cimports.kiebitz.core.shogi.movegen import (
    count_moves,
    gives_check,
    has_legal_move,
    is_legal,
    legal_moves,
    noisy_moves,
    quiet_moves,
    reach,
)
from cython.cimports.kiebitz.core.shogi.position import DRAWN, NEW, WON, ShogiPosition
from cython.cimports.kiebitz.core.value import DRAW, KNOWN_WIN, LONGEST_MATE, MATE, NO_VALUE
from cython.cimports.libc.stdint import uint64_t

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


# ---------------------------------------------------------------------- a move


@cython.inline
def is_in_check(position: ShogiPosition) -> cython.bint:
    """True if the side to move is in check."""
    return not is_empty(position.checkers)


@cython.inline
def key_of(position: ShogiPosition) -> uint64_t:
    """The key of the position."""
    return position.key()


@cython.inline
def is_noisy(position: ShogiPosition, move: Move) -> cython.bint:
    """True if a move captures or promotes."""
    return promotes(move) or position.board[target_of(move)] != EMPTY


@cython.inline
def is_promotion(position: ShogiPosition, move: Move) -> cython.bint:
    """True if a move promotes."""
    return promotes(move)


@cython.inline
def value_taken(position: ShogiPosition, move: Move) -> cython.int:
    """Value of the piece that a noisy move takes, in centipawns: the other side loses it, and the own hand gains it."""
    return EXCHANGE_WORTH[position.board[target_of(move)] >> 1]


@cython.inline
def value_moved(position: ShogiPosition, move: Move) -> cython.int:
    """Gain of the other side by taking the piece that moves, in centipawns."""
    return EXCHANGE_WORTH[position.board[origin_of(move)] >> 1]


@cython.inline
def value_promoted(position: ShogiPosition, move: Move) -> cython.int:
    """Gain of a promotion, in centipawns."""
    return PROMOTION_WORTH[position.board[origin_of(move)] >> 1]


@cython.inline
def was_noisy(position: ShogiPosition, move: Move) -> cython.bint:
    """True if the move that led here captured or promoted."""
    return position.states[position.ply - 1].captured != EMPTY or promotes(move)


@cython.inline
def origin_in(position: ShogiPosition, move: Move) -> cython.int:
    """The square that a move's man comes from, or its place of the hand."""
    return origin_of(move)


@cython.inline
def target_in(position: ShogiPosition, move: Move) -> cython.int:
    """The square that it comes to."""
    return target_of(move)


@cython.inline
def man_of(position: ShogiPosition, move: Move) -> cython.int:
    """The man that moves or is dropped, as it sets out; below SHOGI_MEN."""
    return position.board[origin_of(move)]


@cython.inline
def man_square(position: ShogiPosition, move: Move) -> cython.int:
    """The row of a move in the continuation histories, below SHOGI_MAN_SQUARES: its man and target."""
    return position.board[origin_of(move)] * SHOGI_TARGETS + target_of(move)


@cython.inline
def kind_taken(position: ShogiPosition, move: Move) -> cython.int:
    """The kind that a noisy move takes; the last row for a promotion that takes nothing."""
    return position.board[target_of(move)] >> 1


@cython.inline
def evades(position: ShogiPosition, move: Move, threat: Move) -> cython.bint:
    """True if the move evades the threat by moving its target."""
    return origin_of(move) == target_of(threat)


# ---------------------------------------------------------------------- checks and threats


@cython.inline
def find_checks(position: ShogiPosition, checks: cython.pointer(uint64_t)) -> None:
    """From where the side to move could check, by kind: two words each. From nowhere, if the enemy has no king."""
    enemy: cython.int = position.side ^ 1
    king: cython.int = position.king[enemy]
    occupied: Bitboard = position.occupied()
    squares: cython.pointer(Bitboard) = cython.cast(cython.pointer(Bitboard), checks)
    kind: cython.int
    for kind in range(KINDS):
        squares[kind] = reach(2 * kind + enemy, king, occupied) if king != NO_SQUARE else no_squares()


@cython.inline
def checks_itself(position: ShogiPosition, checks: cython.pointer(uint64_t), move: Move) -> cython.bint:
    """Whether the man that a quiet move moves gives check; not whether it uncovers one."""
    squares: cython.pointer(Bitboard) = cython.cast(cython.pointer(Bitboard), checks)
    return has(squares[position.board[origin_of(move)] >> 1], target_of(move))


@cython.inline
def attacked_squares(position: ShogiPosition) -> uint64_t:
    """Nothing; see SHOGI_THREAT_ROWS."""
    return 0


@cython.inline
def threat_row(position: ShogiPosition, threats: uint64_t, move: Move) -> cython.int:
    """The only row."""
    return 0


# ---------------------------------------------------------------------- ends by rule


@cython.inline
def value_by_rule(position: ShogiPosition, ply: cython.int) -> cython.int:
    """Sennichite is a draw; who gave perpetual check has lost. Not as a mate: that holds on this path alone."""
    recurrence: cython.int = position.recurrence_in_search()
    if recurrence == NEW:
        return NO_VALUE
    if recurrence == DRAWN:
        return DRAW
    return KNOWN_WIN if recurrence == WON else -KNOWN_WIN


@cython.inline
def value_among_noisy(position: ShogiPosition) -> cython.int:
    """The same: no rule of shogi counts moves."""
    return value_by_rule(position, 0)


@cython.inline
def value_without_move(position: ShogiPosition, ply: cython.int) -> cython.int:
    """Value of having no move: a loss, in check or not."""
    return -MATE + ply


@cython.inline
def is_trusted(position: ShogiPosition) -> cython.bint:
    """The table may always answer: it holds nothing that the path decides."""
    return True


@cython.inline
def is_storable(position: ShogiPosition, value: cython.int) -> cython.bint:
    """Not a game won or lost by perpetual check: on another path the same position is neither."""
    return -KNOWN_WIN < value < KNOWN_WIN or value >= LONGEST_MATE or value <= -LONGEST_MATE


@cython.inline
def is_stalemated(position: ShogiPosition) -> cython.bint:
    """Hardly anybody ever is, and nobody is asked."""
    return False


# ---------------------------------------------------------------------- keys


@cython.inline
def key_of_structure(position: ShogiPosition) -> uint64_t:
    """A key that is equal where both hands hold the same."""
    return position.hands_key


@cython.inline
def key_of_camp(position: ShogiPosition, colour: cython.int) -> uint64_t:
    """Equal where a king stands among the same men: products with 2^64 over the golden ratio fill the high bits.

    A side without a king has one camp, wherever its men are: around its king's place nothing ever stands.
    """
    king: cython.int = position.king[colour]
    mixed: uint64_t = king * GOLDEN_GAMMA
    index: cython.int
    for index in range(NEIGHBOURS):
        mixed = (mixed ^ position.board[AROUND[king][index]]) * GOLDEN_GAMMA
    return mixed


@cython.inline
def reached_other_camp(position: ShogiPosition) -> cython.bint:
    """Men stand around a king whoever's they are: any move may."""
    return True


# ---------------------------------------------------------------------- passing


@cython.inline
def piece_phase(position: ShogiPosition) -> cython.int:
    """All pieces: men come back by drops."""
    return ALL_PIECES


@cython.inline
def has_pieces(position: ShogiPosition, side: cython.int) -> cython.bint:
    """As ``piece_phase``."""
    return True


@cython.inline
def has_minor_piece_at_most(position: ShogiPosition) -> cython.bint:
    """As ``piece_phase``."""
    return False


@cython.inline
def is_ending(position: ShogiPosition) -> cython.bint:
    """As ``piece_phase``."""
    return False


# ---------------------------------------------------------------------- static selectivity


@cython.inline
def is_exposed(position: ShogiPosition) -> cython.bint:
    """Always: any man may be dropped beside the king."""
    return True


@cython.inline
def hanging_men(position: ShogiPosition, moves: cython.pointer(Move)) -> cython.int:
    """Not counted, for nobody is asked who is exposed."""
    return 0
