"""Upcoming repetition (van Kervinck): whether the side to move can go back to a position that stood here before.

Who can, has a draw at least, and it is known before a move is searched. The keys of two positions that one move leads
between differ by that move: by its man on both squares, and by the side to move. So every move that can be taken back,
of each man but the pawns, stands in one table by this difference, and the table is asked for that to each earlier
position. A move is found at one of two places (cuckoo hashing, Pagh & Rodler 2001).

The move is legal: the position after it has been there, so it is lawful. Nothing needs to be looked at but what stands
between its squares, and whose man it is.

Thread safety: the table is written once, at import.
"""

import cython
from cython.cimports.kiebitz.core.chess.bitboard import (
    BETWEEN,
    BISHOP,
    BISHOP_RAYS,
    KING,
    KING_ATTACKS,
    KNIGHT,
    KNIGHT_ATTACKS,
    MEN,
    QUEEN,
    ROOK,
    ROOK_RAYS,
    Bitboard,
    bit,
)
from cython.cimports.kiebitz.core.chess.move import Move, new_move, origin_of, target_of
from cython.cimports.kiebitz.core.chess.position import Position
from cython.cimports.kiebitz.core.chess.zobrist import MAN_KEYS, SIDE_KEY


def first_place(key):
    """One of the two places of a key."""
    return key & (PLACES - 1)


def second_place(key):
    """The other one."""
    return key >> SECOND_SHIFT & (PLACES - 1)


def reach_of(kind, square):
    """Where a man but a pawn goes from a square of an empty board."""
    if kind == KNIGHT:
        return KNIGHT_ATTACKS[square]
    if kind == KING:
        return KING_ATTACKS[square]
    reach: Bitboard = 0
    if kind in (BISHOP, QUEEN):
        reach |= BISHOP_RAYS[square]
    if kind in (ROOK, QUEEN):
        reach |= ROOK_RAYS[square]
    return reach


def insert(key, move):
    """Put a move at one of its places; whatever stood there goes to its other one, and so on."""
    place = first_place(key)
    while True:
        KEYS[place], key = key, KEYS[place]
        MOVES[place], move = move, MOVES[place]
        if move == 0:
            return
        place = second_place(key) if place == first_place(key) else first_place(key)


def fill_table():
    """Write the moves of every man but the pawns, once for both directions."""
    for man in range(2 * KNIGHT, MEN):
        for origin in range(64):
            for target in range(origin + 1, 64):
                if reach_of(man >> 1, origin) & bit(target):
                    insert(MAN_KEYS[man][origin] ^ MAN_KEYS[man][target] ^ SIDE_KEY, new_move(origin, target))


def can_repeat(position):
    """True if a move leads to a position that the search has been in."""
    # The one at the root is not among them: that it comes again says nothing (see ``Position.is_repetition``).
    reach = min(position.halfmove, position.since_null, position.ply - position.root - 1)
    back = 3
    while back <= reach:
        difference = position.key ^ position.states[position.ply - back].key
        place = first_place(difference)
        if KEYS[place] != difference:
            place = second_place(difference)
        if KEYS[place] == difference:
            move = MOVES[place]
            ends = bit(origin_of(move)) | bit(target_of(move))
            is_free = not BETWEEN[origin_of(move)][target_of(move)] & position.occupied()
            if is_free and ends & position.colours[position.side]:
                return True
        back += 2
    return False


def repeats(position: Position) -> bool:
    """True if a move leads to a position that came after the search's root: for tests."""
    return can_repeat(position)


fill_table()
