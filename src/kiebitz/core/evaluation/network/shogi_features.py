"""Features of shogi: the rows that a position has, and those that a move changes.

A row stands for a man on a square as a viewer sees it: own men first, White's board turned round, and the files in a
mirror if the viewer's king stands on the left of the middle file. Hands are thermometers: three pawns in a hand are the
rows of the first, the second and the third pawn, so a man taken adds one row and a man dropped takes one away. At most
40 men lie somewhere, and each is one row.

Thread safety: the table is written once, at import; functions touch only what they are given.
"""

import cython
from cython.cimports.kiebitz.core.shogi.bitboard import (
    EMPTY,
    HAND,
    HAND_KINDS,
    KING,
    NO_SQUARE,
    PROMOTED,
    SQUARES,
    lowest,
    popcount,
    rest,
)
from cython.cimports.kiebitz.core.shogi.hand import count_of
from cython.cimports.kiebitz.core.shogi.move import NULL_MOVE, origin_of, promotes, target_of

HAND_SIZES = (18, 4, 4, 4, 2, 2, 4)
"""Men of each kind that a hand may hold, from pawn to gold."""


def fill_tables():
    """Compute how each turn sees the squares, and where the rows of each kind in a hand begin."""
    for square in range(SQUARES):
        if square == NO_SQUARE:
            continue
        place = square - (1 if square > NO_SQUARE else 0)
        file, rank = place // RANKS, place % RANKS
        SEEN[0][square] = place
        SEEN[1][square] = BOARD_SQUARES - 1 - place
        SEEN[2][square] = (FILES_ACROSS - 1 - file) * RANKS + rank
        SEEN[3][square] = BOARD_SQUARES - 1 - SEEN[2][square]
    start: cython.int = 0
    for kind in range(HAND_KINDS):
        STEP_AT[kind] = start
        start += HAND_SIZES[kind]


def groups() -> bytes:
    """Of each row its group: a square, or a step of a hand."""
    squares = [feature % BOARD_SQUARES for feature in range(HAND_ROWS_AT)]
    return bytes([*squares, *range(BOARD_SQUARES, BOARD_SQUARES + FEATURES - HAND_ROWS_AT)])


@cython.inline
def turn_of(side: cython.int, king: Square) -> cython.int:
    """How a view turns the squares: 1 for White, 2 besides for whose king stands left of the middle file."""
    if king == NO_SQUARE:
        return side
    return side | (2 if SEEN[side][king] >= MIRRORED_FROM else 0)


@cython.inline
def turn_at(position: ShogiPosition, side: cython.int) -> cython.int:
    """How the view of ``side`` turns the squares of a position."""
    return turn_of(side, position.king[side])


@cython.inline
def feature_of(man: cython.int, square: Square, side: cython.int, turn: cython.int) -> cython.int:
    """The number of the row of a man on a square, in a view with that turn."""
    return (man ^ side) * BOARD_SQUARES + SEEN[turn][square]


@cython.inline
def feature_in_hand(kind: cython.int, owner: cython.int, number: cython.int, side: cython.int) -> cython.int:
    """The number of the row of the so manieth man of a kind in a hand, from 0."""
    return HAND_ROWS_AT + (owner ^ side) * HAND_STEPS + STEP_AT[kind] + number


@cython.inline
def bucket_of(men: cython.int) -> cython.int:
    """The set of output weights by the number of men on the board: fewer than 26, 26 and 27, … 38 to 40."""
    return max(0, min((men - FEWEST_MEN) >> 1, SETS - 1))


@cython.inline
def bucket_at(position: ShogiPosition) -> cython.int:
    """The set of output weights for a position."""
    return bucket_of(popcount(position.occupied()))


def list_rows(position, side, turn, rows):
    """Write the rows of a position in the view of ``side``; returns how many there are."""
    count: cython.int = 0
    left = position.occupied()
    while left.low | left.high:
        square = lowest(left)
        left = rest(left)
        rows[count] = feature_of(position.board[square], square, side, turn)
        count += 1
    for owner in range(2):
        for kind in range(HAND_KINDS):
            for number in range(count_of(position.hands[owner], kind)):
                rows[count] = feature_in_hand(kind, owner, number, side)
                count += 1
    return count


@cython.inline
def list_changes(
    state: cython.pointer(cython.const(State)), side: cython.int, turn: cython.int, changes: cython.pointer(Changes)
) -> None:
    """Write what a move changed: which rows went, and which came; those of the man taken come and go last."""
    changes.arrived_count = changes.left_count = 0
    move = state.move
    if move == NULL_MOVE:
        return
    man: cython.int = state.moved
    captured: cython.int = state.captured
    mover: cython.int = man & 1
    kind: cython.int = man >> 1
    origin = origin_of(move)
    target = target_of(move)
    changes.arrived_count = changes.left_count = 1
    if origin >= HAND:
        changes.left[0] = feature_in_hand(kind, mover, count_of(state.hands[mover], kind) - 1, side)
        changes.arrived[0] = feature_of(man, target, side, turn)
        return
    changes.left[0] = feature_of(man, origin, side, turn)
    changes.arrived[0] = feature_of(man + (2 * PROMOTED if promotes(move) else 0), target, side, turn)
    if captured != EMPTY:
        kind = captured >> 1 & (PROMOTED - 1)
        changes.arrived_count = changes.left_count = 2
        changes.left[1] = feature_of(captured, target, side, turn)
        changes.arrived[1] = feature_in_hand(kind, mover, count_of(state.hands[mover], kind), side)


@cython.inline
def turns_view(state: cython.pointer(cython.const(State)), side: cython.int) -> cython.bint:
    """True if a move turns the squares of a side's view: its king crosses into the mirror's half, or out of it."""
    if state.moved != 2 * KING + side:
        return False
    return turn_of(side, origin_of(state.move)) != turn_of(side, target_of(state.move))


fill_tables()
