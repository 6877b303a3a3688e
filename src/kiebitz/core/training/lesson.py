"""A training position: the rows that a network sees of the men, and the target.

Thread safety: functions touch only what they are given.
"""

import cython

# By their full names: two files of one name, imported from their folders, would be one to Cython 3.3.
import cython.cimports.kiebitz.core.evaluation.network.features as chess
import cython.cimports.kiebitz.core.evaluation.network.shogi_features as shogi
from cython.cimports.kiebitz.core.chess.bitboard import KING
from cython.cimports.kiebitz.core.machine import lowest
from cython.cimports.kiebitz.core.shogi.bitboard import HAND_KINDS, NO_SQUARE, Bitboard, is_empty, rest, words
from cython.cimports.kiebitz.core.shogi.bitboard import KING as SHOGI_KING
from cython.cimports.kiebitz.core.shogi.bitboard import lowest as lowest_of_board
from cython.cimports.kiebitz.core.shogi.hand import count_of
from cython.cimports.kiebitz.core.training.packed_position import UNKNOWN_RESULT
from cython.cimports.kiebitz.core.training.shogi_packed_position import man_of
from cython.cimports.libc.math import expf


def list_features(packed, features, rooms):
    """Write the rows of all men, as each side sees them; ``rooms`` for the own king has the network, in chess alone."""
    if AnyPacked is PackedPosition:
        list_of_chess(packed, features, rooms)
    else:
        list_of_shogi(packed, features)


def list_of_chess(packed, features, rooms):
    """The rows of a position of chess, in a network with ``rooms`` rooms for the own king."""
    squares: cython.int[MEN]
    men: cython.int[MEN]
    kings: cython.int[2]
    kings[0] = kings[1] = 0
    count: cython.int = 0
    occupied = packed.occupied
    while occupied and count < chess.MOST_MEN:
        square = lowest(occupied)
        occupied &= occupied - 1
        man: cython.int = packed.men[count >> 1] >> (4 if count & 1 else 0) & 15
        squares[count] = square
        men[count] = man
        if man >> 1 == KING:
            kings[man & 1] = square
        count += 1
    for view in range(2):
        side: cython.int = packed.side ^ view
        turn = chess.turn_of(side, kings[side], rooms)
        for number in range(count):
            features.rows[view][number] = chess.feature_of(men[number], squares[number], side, turn)
        features.rows[view][count] = END
    features.bucket = chess.bucket_of(count)


def list_of_shogi(packed, features):
    """The rows of a position of shogi, those of the hands behind those of the board."""
    squares: cython.int[MEN]
    men: cython.int[MEN]
    kings: cython.int[2]
    kings[0] = kings[1] = NO_SQUARE
    count: cython.int = 0
    occupied: Bitboard = words(packed.low, packed.high)
    while not is_empty(occupied) and count < MEN:
        square = lowest_of_board(occupied)
        occupied = rest(occupied)
        man = man_of(packed, count)
        squares[count] = square
        men[count] = man
        if man >> 1 == SHOGI_KING:
            kings[man & 1] = square
        count += 1
    for view in range(2):
        side: cython.int = packed.side ^ view
        turn = shogi.turn_of(side, kings[side])
        for number in range(count):
            features.rows[view][number] = shogi.feature_of(men[number], squares[number], side, turn)
        listed: cython.int = count
        for owner in range(2):
            for kind in range(HAND_KINDS):
                held: cython.int = count_of(packed.hands[owner], kind)
                for step in range(min(held, MEN - listed)):
                    features.rows[view][listed] = shogi.feature_in_hand(kind, owner, step, side)
                    listed += 1
        features.rows[view][listed] = END
    features.bucket = shogi.bucket_of(count)


def target_of(packed, aim):
    """The target for the logistic function of the output, from the view of the side to move."""
    value: cython.float = packed.score
    result: cython.float = packed.result * cython.cast(cython.float, 0.5)
    share: cython.float = 0 if packed.result == UNKNOWN_RESULT else aim.result_share
    if packed.side:
        value = -value
        result = 1 - result
    chances = 1 / (1 + expf(-value / aim.scale))
    return share * result + (1 - share) * chances
