"""Static exchange evaluation of shogi: what a capture wins or loses when both sides keep taking on its target square.

As ``chess.exchange``, but for this: a man that is taken changes sides, so that it counts twice, as it stood on the
board and as it lies in the hand; whoever takes back doesn't promote by it, though he might; and nothing is dropped
meanwhile.
"""

import cython
from cython.cimports.kiebitz.core.evaluation.shogi.weights import HAND_WORTH, MAN_WORTH
from cython.cimports.kiebitz.core.shogi.bitboard import (
    HAND,
    KING,
    KINDS,
    PROMOTED,
    bit,
    both,
    either,
    have_common,
    is_empty,
    lowest,
    without,
)
from cython.cimports.kiebitz.core.shogi.move import origin_of, promotes, target_of
from cython.cimports.kiebitz.core.shogi.notation import parse_move
from cython.cimports.kiebitz.core.shogi.position import ShogiPosition


def fill_worths():
    """Fill the tables of worth, once, at import; a king is taken by nobody."""
    for kind in range(KINDS):
        unpromoted = kind & (PROMOTED - 1)
        EXCHANGE_WORTH[kind] = 0 if kind == KING else MAN_WORTH[kind] + HAND_WORTH[unpromoted]
        PROMOTION_WORTH[kind] = MAN_WORTH[kind + PROMOTED] - MAN_WORTH[kind] if kind + PROMOTED < KINDS else 0
    EXCHANGE_WORTH[KINDS] = 0
    PROMOTION_WORTH[KINDS] = 0
    order = sorted(range(KINDS), key=lambda kind: (kind == KING, EXCHANGE_WORTH[kind]))
    for index in range(KINDS):
        BY_WORTH[index] = order[index]


fill_worths()


def exchange_at_least(position, move, threshold):
    """True if the exchange that ``move`` begins is worth at least ``threshold`` centipawns to its mover."""
    origin = origin_of(move)
    target = target_of(move)
    standing: cython.int = position.board[origin] >> 1
    balance = EXCHANGE_WORTH[position.board[target] >> 1] - threshold
    occupied = either(position.occupied(), bit(target))
    if origin < HAND:
        occupied = without(occupied, bit(origin))
        if promotes(move):
            balance += PROMOTION_WORTH[standing]
            standing += PROMOTED

    # 1. Even if nothing takes back it is not enough; even if the man that moved is lost it is.
    if balance < 0:
        return False
    balance -= EXCHANGE_WORTH[standing]
    if balance >= 0:
        return True

    # 2. Take turns. ``balance`` is the view of the side that has just taken, after losing the man it took with.
    mover = position.side
    side = mover
    winner = mover
    while True:
        side ^= 1
        own = both(position.attackers(target, occupied, side), occupied)
        if is_empty(own):
            break
        kind = cheapest(position, own)
        # The king takes only where it isn't taken back.
        if kind == KING and not is_empty(both(position.attackers(target, occupied, side ^ 1), occupied)):
            break
        winner = side
        balance = -balance - 1 - EXCHANGE_WORTH[kind]
        if balance >= 0:
            break
        occupied = without(occupied, bit(lowest(both(own, position.kinds[kind]))))
    return winner == mover


def cheapest(position, men):
    """The kind of the least valuable of some men; the king last."""
    for index in range(KINDS):
        if have_common(men, position.kinds[BY_WORTH[index]]):
            return BY_WORTH[index]
    return KING


def static_exchange(position: ShogiPosition, move: str) -> int:
    """The exact worth of the exchange that a legal move (USI text) begins, in centipawns for its mover.

    Raises ShogiMoveError.
    """
    encoded = parse_move(position, move)
    low: cython.int = -LARGEST_EXCHANGE
    high: cython.int = LARGEST_EXCHANGE
    while high - low > 1:
        middle = (low + high) // 2
        if exchange_at_least(position, encoded, middle):
            low = middle
        else:
            high = middle
    return low
