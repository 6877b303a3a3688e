"""Features of chess: the rows that a position has, and those that a move changes.

A row stands for a man on a square as a viewer counts them: own men first, Black's ranks turned round, and the files in
a mirror if the viewer's king stands on e to h. A network may have all rows once for each of ROOMS rooms that the
viewer's king can be in: each square of the first two ranks, halves of the next three, the sixth rank, and the rest; or
of FORMER_ROOMS: each square of the first rank, halves of the second, the third rank, and the rest. How the squares are
turned and which room it is, is one number, the view's *turn*.

Whoever follows a move is told which rows went and which came (``list_changes``), so that castling, en passant and
promotion are like any move, and whether a view's turn changed (``turns_view``): all rows change then. ``sight`` asks
this of each game.

Thread safety: functions touch only what they are given.
"""

import cython
from cython.cimports.kiebitz.core.chess.bitboard import BLACK, EMPTY, KING, ROOK, Square
from cython.cimports.kiebitz.core.chess.castling import castled_king, castled_rook
from cython.cimports.kiebitz.core.chess.move import (
    CASTLING,
    EN_PASSANT,
    NULL_MOVE,
    PROMOTION,
    origin_of,
    promoted_kind,
    sort_of,
    target_of,
)
from cython.cimports.kiebitz.core.chess.position import Position, State
from cython.cimports.kiebitz.core.machine import lowest, popcount


def groups() -> bytes:
    """Of each row its group: a square."""
    return bytes([feature & SQUARE_BITS for feature in range(FEATURES)])


def fill_rooms():
    """Write which room each square is in."""
    for square in range(64):
        file, rank = square & 7, square >> 3
        near, half = min(file, 3), file >> 1 & 1
        ROOM_OF[square] = (near, 4 + near, 8 + half, 10 + half, 12 + half, 14, 15, 15)[rank]
        FORMER_ROOM_OF[square] = (near, 4 + half, 6, 7, 7, 7, 7, 7)[rank]


def former_rooms() -> bytes:
    """Of each room, the one of FORMER_ROOMS that it is a part of."""
    former = bytearray(ROOMS)
    for square in range(64):
        former[ROOM_OF[square]] = FORMER_ROOM_OF[square]
    return bytes(former)


@cython.inline
def turn_of(side: cython.int, king: Square, rooms: cython.int) -> cython.int:
    """How a view turns the squares, and the room of its king in a network with so many: 1, ROOMS or FORMER_ROOMS.

    Black looks from the other side, and whose king stands on the files e to h, in a mirror.
    """
    turn: cython.int = (56 if side == BLACK else 0) ^ (7 if king & 4 else 0)
    if rooms == 1:
        return turn
    room: cython.int = ROOM_OF[king ^ turn] if rooms == ROOMS else FORMER_ROOM_OF[king ^ turn]
    return turn | room << ROOM_SHIFT


@cython.inline
def turn_at(position: Position, side: cython.int, rooms: cython.int) -> cython.int:
    """How the view of ``side`` turns the squares of a position, and its room."""
    return turn_of(side, lowest(position.men(side, KING)), rooms)


@cython.inline
def feature_of(man: cython.int, square: Square, side: cython.int, turn: cython.int) -> cython.int:
    """The number of the row of a man on a square, in a view with that turn."""
    return (turn >> ROOM_SHIFT) * FEATURES + ((man ^ side) << 6 | (square ^ (turn & SQUARE_BITS)))


@cython.inline
def bucket_of(men: cython.int) -> cython.int:
    """The set of output weights by the number of men: 2 to 5, 6 to 9, … 30 to 32."""
    return (men - 2) >> 2


@cython.inline
def bucket_at(position: Position) -> cython.int:
    """The set of output weights for a position."""
    return bucket_of(popcount(position.occupied()))


def list_men(position, men):
    """Write the men of a position with their squares; returns how many there are."""
    count: cython.int = 0
    left = position.occupied()
    while left:
        square = lowest(left)
        left &= left - 1
        men[count].man = position.board[square]
        men[count].square = square
        count += 1
    return count


def list_rows(position, side, turn, rows):
    """Write the rows of a position in the view of ``side``; returns how many there are."""
    men: Placed[MOST_MEN]
    count = list_men(position, men)
    for index in range(count):
        rows[index] = feature_of(men[index].man, men[index].square, side, turn)
    return count


@cython.inline
def list_changes(
    state: cython.pointer(cython.const(State)), side: cython.int, turn: cython.int, changes: cython.pointer(Changes)
) -> None:
    """Write what a move changed: which rows went, and which came; that of the man taken goes last."""
    changes.arrived_count = changes.left_count = 0
    move = state.move
    if move == NULL_MOVE:
        return
    moved: cython.int = state.moved
    captured: cython.int = state.captured
    origin = origin_of(move)
    goal = target_of(move)
    sort = sort_of(move)
    arrived: cython.int = 2 * promoted_kind(move) + (moved & 1) if sort == PROMOTION else moved
    rook: cython.int = 2 * ROOK + (moved & 1)
    changes.arrived_count = changes.left_count = 1
    changes.left[0] = feature_of(moved, origin, side, turn)
    if sort == CASTLING:
        changes.arrived_count = changes.left_count = 2
        changes.arrived[0] = feature_of(moved, castled_king(origin, goal), side, turn)
        changes.left[1] = feature_of(rook, goal, side, turn)
        changes.arrived[1] = feature_of(rook, castled_rook(origin, goal), side, turn)
        return
    changes.arrived[0] = feature_of(arrived, goal, side, turn)
    if captured != EMPTY:
        changes.left_count = 2
        changes.left[1] = feature_of(captured, goal ^ 8 if sort == EN_PASSANT else goal, side, turn)


@cython.inline
def turns_view(state: cython.pointer(cython.const(State)), side: cython.int, rooms: cython.int) -> cython.bint:
    """True if a move changes the turn of a side's view: its king crosses the middle, or goes to another room."""
    if state.moved != 2 * KING + side:
        return False
    king = origin_of(state.move)
    goal = target_of(state.move)
    if sort_of(state.move) == CASTLING:
        goal = castled_king(king, goal)
    return turn_of(side, king, rooms) != turn_of(side, goal, rooms)


fill_rooms()
