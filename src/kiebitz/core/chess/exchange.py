"""Static exchange evaluation: what a capture wins or loses when both sides keep taking on its target square.

Each side takes with its least valuable man and may stop when going on would cost it. Men behind a slider join in when
it has gone; pins are not looked at. The question is asked as a threshold, which most often is answered after one or two
captures without playing the rest.
"""

import cython
from cython.cimports.kiebitz.core.chess.bitboard import (
    BISHOP,
    KING,
    PAWN,
    QUEEN,
    ROOK,
    bishop_attacks,
    bit,
    rook_attacks,
)
from cython.cimports.kiebitz.core.chess.move import (
    CASTLING,
    EN_PASSANT,
    PROMOTION,
    origin_of,
    promoted_kind,
    sort_of,
    target_of,
)
from cython.cimports.kiebitz.core.chess.notation import parse_move
from cython.cimports.kiebitz.core.chess.position import Position


def fill_values():
    """Fill the table of men's worth, once, at import."""
    for index, value in enumerate((100, 320, 330, 500, 950, 0, 0)):
        EXCHANGE_VALUES[index] = value


fill_values()


def exchange_at_least(position, move, threshold):
    """True if the exchange that ``move`` begins is worth at least ``threshold`` centipawns to its mover."""
    sort = sort_of(move)
    if sort == CASTLING:
        return threshold <= 0
    origin = origin_of(move)
    target = target_of(move)
    standing: cython.int = position.board[origin] >> 1
    balance = EXCHANGE_VALUES[position.board[target] >> 1] - threshold
    occupied = position.occupied() ^ bit(origin) | bit(target)
    if sort == EN_PASSANT:
        balance += EXCHANGE_VALUES[PAWN]
        occupied ^= bit(target ^ 8)
    elif sort == PROMOTION:
        standing = promoted_kind(move)
        balance += EXCHANGE_VALUES[standing] - EXCHANGE_VALUES[PAWN]

    # 1. Even if nothing takes back it is not enough; even if the man that moved is lost it is.
    if balance < 0:
        return False
    balance -= EXCHANGE_VALUES[standing]
    if balance >= 0:
        return True

    # 2. Take turns. ``balance`` is the view of the side that has just taken, after losing the man it took with.
    straight = position.kinds[ROOK] | position.kinds[QUEEN]
    diagonal = position.kinds[BISHOP] | position.kinds[QUEEN]
    attackers = position.attackers(target, occupied)
    side = position.board[origin] & 1
    winner = side
    while True:
        side ^= 1
        attackers &= occupied
        own = attackers & position.colours[side]
        if own == 0:
            break
        kind = PAWN
        while not own & position.kinds[kind]:
            kind += 1
        # The king takes only where it isn't taken back.
        if kind == KING and attackers & position.colours[side ^ 1]:
            break
        winner = side
        balance = -balance - 1 - EXCHANGE_VALUES[kind]
        if balance >= 0:
            break
        man = own & position.kinds[kind]
        occupied ^= man & (0 - man)
        if kind == PAWN or kind == BISHOP or kind == QUEEN:
            attackers |= bishop_attacks(target, occupied) & diagonal
        if kind == ROOK or kind == QUEEN:
            attackers |= rook_attacks(target, occupied) & straight
    return winner == position.board[origin] & 1


def static_exchange(position: Position, move: str) -> int:
    """The exact worth of the exchange that a legal move (UCI text) begins, in centipawns for its mover.

    Raises MoveError.
    """
    encoded = parse_move(position, move)
    low: cython.int = -2000
    high: cython.int = 2000
    while high - low > 1:
        middle = (low + high) // 2
        if exchange_at_least(position, encoded, middle):
            low = middle
        else:
            high = middle
    return low
