"""Positions of shogi in 56 bytes, as training data: men, hands, who moves, what a search said, how the game ended.

A square's number is that of the board (``shogi.bitboard``): 82 bits with a hole. Beside them stand, in the order of the
occupied squares, the kind of each man in four bits and its colour in one.
"""

import cython
from cython.cimports.kiebitz.core.shogi.bitboard import (
    HAND_KINDS,
    NO_SQUARE,
    Bitboard,
    is_empty,
    lowest,
    rest,
    words,
)
from cython.cimports.kiebitz.core.shogi.hand import count_of
from cython.cimports.libc.string import memset

FIELDS = (
    ("low", "<u8"),
    ("high", "<u4"),
    ("hands", "<u4", 2),
    ("game", "<u4"),
    ("score", "<i2"),
    ("result", "u1"),
    ("side", "u1"),
    ("kinds", "u1", 20),
    ("colours", "u1", 5),
    ("spare", "u1", 3),
)
"""A packed position, as NumPy writes types."""


def pack(position, packed):
    """Write men, hands and the side to move; the rest is zero."""
    memset(packed, 0, PACKED_BYTES)
    left = position.occupied()
    packed.low = left.low
    packed.high = left.high
    packed.side = position.side
    for side in range(2):
        packed.hands[side] = position.hands[side]
    number = 0
    while not is_empty(left):
        man: cython.int = position.board[lowest(left)]
        packed.kinds[number >> 1] |= man >> 1 << (4 if number & 1 else 0)
        packed.colours[number >> 3] |= (man & 1) << (number & 7)
        left = rest(left)
        number += 1


def unpack(packed, position):
    """Have a position without a game behind it show these men, hands and side to move."""
    begin_anew(position)
    left: Bitboard = words(packed.low, packed.high)
    number: cython.int = 0
    while not is_empty(left):
        position.put(man_of(packed, number), lowest(left))
        left = rest(left)
        number += 1
    for side in range(2):
        for kind in range(HAND_KINDS):
            held: cython.int = count_of(packed.hands[side], kind)
            position.hold(side, kind, held - count_of(position.hands[side], kind))
    settle(position, packed.side)


def begin_anew(position):
    """Take all men off the board; hands stay as they are."""
    left: Bitboard = position.occupied()
    while not is_empty(left):
        position.remove(lowest(left))
        left = rest(left)
    position.king[0] = position.king[1] = NO_SQUARE


def settle(position, side):
    """Say who moves, once men and hands are there, as if no game led to them."""
    position.checks[0] = position.checks[1] = 0
    position.side = side
    position.since_null = 0
    position.board_key = position.computed_board_key()
    position.hands_key = position.computed_hands_key()
    position.checkers = position.attackers(position.king[side], position.occupied(), side ^ 1)


@cython.inline
def man_of(packed: cython.pointer(cython.const(ShogiPackedPosition)), number: cython.int) -> cython.int:
    """The man on the so manieth occupied square."""
    kind: cython.int = packed.kinds[number >> 1] >> (4 if number & 1 else 0) & 15
    return kind << 1 | packed.colours[number >> 3] >> (number & 7) & 1


def shogi_packed_bytes(position: ShogiPosition) -> bytes:
    """The 56 bytes of a position, score, result and game zero."""
    packed: ShogiPackedPosition
    pack(position, cython.address(packed))
    return cython.cast(cython.p_char, cython.address(packed))[:PACKED_BYTES]


def unpacked_sfen(packed: bytes) -> str:
    """The SFEN of a packed position, as that of a game's first move. Raises ValueError for another number of bytes."""
    if len(packed) != PACKED_BYTES:
        raise ValueError(f"a packed position of shogi has {PACKED_BYTES} bytes, not {len(packed)}")
    position: ShogiPosition = ShogiPosition()
    source: cython.p_uchar = packed
    unpack(cython.cast(cython.pointer(ShogiPackedPosition), source), position)
    return position.sfen()
