"""The formats of shogi: YaneuraOu's PSV (``PackedSfenValue``, 40 bytes) and hcpe of Apery and dlshogi (38 bytes).

Layout of both: 32 bytes of position, bit by bit from the lowest one. The side to move; the kings' squares (7 bits each,
Black's first, 1a to 9i); the other squares in the same order, a bit 0 for a free one, else a man's code; then the men
in hand, Black's first, and last those that are in neither (of handicap games). Codes are such that always 256 bits are
used.

- PSV: score (16 bits), move (16), ply (16), result (8), a byte that says nothing and is kept as it was read. A man's
  code is its kind's, a bit for promoted (none for gold), and one for White.
- hcpe: score (16 bits), move (16), winner (8: none, Black, White), a byte kept likewise: no ply. A man's code is its
  kind's, a bit for White, and one for promoted.

A move is target (7 bits), origin (7) and promotion. A drop's origin is the kind (pawn 1, lance, knight, silver, bishop,
rook, gold) with bit 14 set in PSV, and 80 more without it in hcpe.

Men off the board are written in YaneuraOu's order (gold last) in PSV and in Apery's (gold before bishop) in hcpe; they
are read in any.

Source: the comments on codes in YaneuraOu's ``sfen_packer`` and in cshogi's ``position``, cshogi's NumPy types; the
tests ask cshogi.
"""

import cython
from cython.cimports.kiebitz.core.machine import lowest
from cython.cimports.kiebitz.core.records.shogi_entry import SET, place_of_square, square_of_place
from cython.cimports.kiebitz.core.shogi.bitboard import EMPTY, GOLD, HAND_KINDS, KING, PROMOTED
from cython.cimports.kiebitz.core.shogi.hand import count_of, one_of
from cython.cimports.kiebitz.core.shogi.move import (
    Move,
    dropped_kind,
    is_drop,
    new_drop,
    new_move,
    new_promotion,
    origin_of,
    promotes,
    target_of,
)
from cython.cimports.libc.stdint import uint8_t, uint64_t
from cython.cimports.libc.string import memcpy, memset

# By kind, pawn to gold, the first bit first: on the board (promoted and White follow), in hand (White follows), beside.
PSV_MEN = ("10", "1100", "1101", "1110", "111110", "111111", "11110")
PSV_HANDS = ("00", "1000", "1010", "1100", "111100", "111110", "1110")
PSV_BESIDE = ("010", "10010", "10110", "11010", "1111010", "1111110", "11011")
PSV_ORDER = (0, 1, 2, 3, 4, 5, 6)
HCPE_MEN = ("10", "1100", "1110", "1101", "111110", "111111", "11110")
HCPE_HANDS = ("00", "1000", "1100", "1010", "111110", "111111", "1110")
HCPE_BESIDE = ("010", "10010", "11010", "10110", "1111000", "1111010", "10111")
HCPE_ORDER = (0, 1, 2, 3, 6, 4, 5)


def window(cursor):
    """The next bits, 57 or more of them."""
    word: uint64_t
    memcpy(cython.address(word), cursor.bytes + (cursor.at >> 3), 8)
    return word >> (cursor.at & 7)


def put(cursor, code):
    """Append a code; what goes beyond the board is left out."""
    cursor.word |= cython.cast(uint64_t, code.bits) << (cursor.at & 31)
    before = cursor.at >> 5
    cursor.at += code.length
    if cursor.at >> 5 != before:
        if before < PACKED_BYTES // 4:
            memcpy(cursor.bytes + 4 * before, cython.address(cursor.word), 4)
        cursor.word >>= 32


def read_men(codes, cursor, place, end, entry, left):
    """Read men from a square on, up to another one; False if there are too many of a kind."""
    while place < end:
        bits = window(cursor)
        # Free squares are single bits of zero.
        free_squares: cython.int = min(lowest(bits | cython.cast(uint64_t, 1) << 56), end - place)
        if free_squares:
            cursor.at += free_squares
            place += free_squares
            continue
        man: cython.int = codes.man_of[bits & 255]
        cursor.at += codes.men[man].length
        kind: cython.int = man >> 1 & (PROMOTED - 1)
        left[kind] -= 1
        if left[kind] < 0:
            return False
        entry.men[square_of_place(place)] = man
        place += 1
    return cursor.at <= PACKED_BITS


def read_packed(codes, record, entry):
    """Read a position into a clear entry; False if it is damaged."""
    cursor: Cursor
    padded: uint8_t[PADDED_BYTES]
    left: cython.int[7]
    memcpy(padded, record, PACKED_BYTES)
    memset(padded + PACKED_BYTES, 0, PADDED_BYTES - PACKED_BYTES)
    memcpy(left, SET, cython.sizeof(left))
    cursor.bytes = padded
    cursor.at = 1 + 2 * SQUARE_BITS
    entry.side = padded[0] & 1
    head: cython.int = (padded[0] | padded[1] << 8) >> 1
    black: cython.int = head & PLACE_BITS
    white: cython.int = head >> SQUARE_BITS & PLACE_BITS
    if black >= BOARD_PLACES or white >= BOARD_PLACES or black == white:
        return False
    entry.men[square_of_place(black)] = 2 * KING
    entry.men[square_of_place(white)] = 2 * KING + 1
    first = min(black, white)
    second = max(black, white)
    if not (
        read_men(codes, cython.address(cursor), 0, first, entry, left)
        and read_men(codes, cython.address(cursor), first + 1, second, entry, left)
        and read_men(codes, cython.address(cursor), second + 1, BOARD_PLACES, entry, left)
    ):
        return False
    while cursor.at < PACKED_BITS:
        held: cython.int = codes.held_of[window(cython.address(cursor)) & 127]
        if held == HAND_CODES:
            return False
        cursor.at += codes.hand[held].length
        kind: cython.int = held % HAND_KINDS
        left[kind] -= 1
        if left[kind] < 0:
            return False
        if held < BESIDE:
            entry.hands[held >= HAND_KINDS] += one_of(kind)
    for kind in range(HAND_KINDS):
        if left[kind]:
            return False
    return cursor.at == PACKED_BITS


def write_packed(codes, entry, record):
    """Write a position."""
    cursor: Cursor
    left: cython.int[7]
    kings: cython.int[2]
    cursor.bytes = record
    cursor.at = 1 + 2 * SQUARE_BITS
    memcpy(left, SET, cython.sizeof(left))
    kings[0] = kings[1] = 0
    for side in range(2):
        for place in range(BOARD_PLACES):
            if entry.men[square_of_place(place)] == 2 * KING + side:
                kings[side] = place
    cursor.word = entry.side | kings[0] << 1 | kings[1] << (1 + SQUARE_BITS)
    for place in range(BOARD_PLACES):
        man: cython.int = entry.men[square_of_place(place)]
        if man >> 1 == KING:
            continue
        put(cython.address(cursor), cython.address(codes.men[man]))
        if man != EMPTY:
            left[man >> 1 & (PROMOTED - 1)] -= 1
    for side in range(2):
        if entry.hands[side] == 0:
            continue
        for index in range(HAND_KINDS):
            kind = codes.order[index]
            for _ in range(count_of(entry.hands[side], kind)):
                put(cython.address(cursor), cython.address(codes.hand[HAND_KINDS * side + kind]))
                left[kind] -= 1
    for index in range(HAND_KINDS):
        kind = codes.order[index]
        for _ in range(left[kind]):
            put(cython.address(cursor), cython.address(codes.hand[BESIDE + kind]))


@cython.inline
def move_between(origin: cython.int, target: cython.int, promotion: cython.bint) -> Move:
    """A move from one of 81 squares to another."""
    here = square_of_place(origin)
    there = square_of_place(target)
    return new_promotion(here, there) if promotion else new_move(here, there)


def read_psv(record, entry):
    """Read a record of PSV into a clear entry; False if it is damaged."""
    if not read_packed(cython.address(PSV_CODES), record, entry):
        return False
    memcpy(cython.address(entry.told.score), record + PACKED_BYTES, 2)
    code: cython.int = record[PACKED_BYTES + 2] | record[PACKED_BYTES + 3] << 8
    memcpy(cython.address(entry.told.ply), record + PACKED_BYTES + 4, 2)
    memcpy(cython.address(entry.told.result), record + PACKED_BYTES + 6, 1)
    entry.told.padding = record[PACKED_BYTES + 7]
    target: cython.int = code & PLACE_BITS
    origin: cython.int = code >> 7 & PLACE_BITS
    if target >= BOARD_PLACES or entry.told.result < -1 or entry.told.result > 1:
        return False
    if code & PSV_DROP:
        if origin < 1 or origin > HAND_KINDS or code & PSV_PROMOTION:
            return False
        entry.told.move = new_drop(entry.side, origin - 1, square_of_place(target))
        return True
    entry.told.move = move_between(origin, target, code & PSV_PROMOTION != 0)
    return origin < BOARD_PLACES


def write_psv(entry, record):
    """Write a record of PSV."""
    write_packed(cython.address(PSV_CODES), entry, record)
    memcpy(record + PACKED_BYTES, cython.address(entry.told.score), 2)
    move: Move = entry.told.move
    code: cython.int = place_of_square(target_of(move))
    if is_drop(move):
        code |= dropped_kind(move) + 1 << 7 | PSV_DROP
    else:
        code |= place_of_square(origin_of(move)) << 7 | (PSV_PROMOTION if promotes(move) else 0)
    record[PACKED_BYTES + 2] = code & 255
    record[PACKED_BYTES + 3] = code >> 8
    memcpy(record + PACKED_BYTES + 4, cython.address(entry.told.ply), 2)
    memcpy(record + PACKED_BYTES + 6, cython.address(entry.told.result), 1)
    record[PACKED_BYTES + 7] = entry.told.padding


def read_hcpe(record, entry):
    """Read a record of hcpe into a clear entry; False if it is damaged."""
    if not read_packed(cython.address(HCPE_CODES), record, entry):
        return False
    memcpy(cython.address(entry.told.score), record + PACKED_BYTES, 2)
    code: cython.int = record[PACKED_BYTES + 2] | record[PACKED_BYTES + 3] << 8
    winner: cython.int = record[PACKED_BYTES + 4]
    entry.told.padding = record[PACKED_BYTES + 5]
    target: cython.int = code & PLACE_BITS
    origin: cython.int = code >> 7 & PLACE_BITS
    if winner > 2 or target >= BOARD_PLACES or code > (HCPE_PROMOTION << 1) - 1:
        return False
    entry.told.result = 0 if winner == 0 else 1 if winner == entry.side + 1 else -1
    if origin >= BOARD_PLACES:
        if origin >= BOARD_PLACES + HAND_KINDS or code & HCPE_PROMOTION:
            return False
        entry.told.move = new_drop(entry.side, origin - BOARD_PLACES, square_of_place(target))
        return True
    entry.told.move = move_between(origin, target, code & HCPE_PROMOTION != 0)
    return True


def write_hcpe(entry, record):
    """Write a record of hcpe."""
    write_packed(cython.address(HCPE_CODES), entry, record)
    memcpy(record + PACKED_BYTES, cython.address(entry.told.score), 2)
    move: Move = entry.told.move
    code: cython.int = place_of_square(target_of(move))
    if is_drop(move):
        code |= BOARD_PLACES + dropped_kind(move) << 7
    else:
        code |= place_of_square(origin_of(move)) << 7 | (HCPE_PROMOTION if promotes(move) else 0)
    record[PACKED_BYTES + 2] = code & 255
    record[PACKED_BYTES + 3] = code >> 8
    won: cython.int = entry.side + 1 if entry.told.result > 0 else 2 - entry.side
    record[PACKED_BYTES + 4] = 0 if entry.told.result == 0 else won
    record[PACKED_BYTES + 5] = entry.told.padding


def has_code(code, text):
    """Have a code, written as its bits; which windows begin with it."""
    code.length = len(text)
    code.bits = int(text[::-1], 2)
    return range(code.bits, 1 << BOARD_WINDOW, 1 << code.length)


def fill(codes, men: tuple, hands: tuple, beside: tuple, order: tuple, is_promotion_first: bool):
    """Fill a format's tables from its codes."""
    memset(codes, 0, cython.sizeof(Codes))
    memset(codes.held_of, HAND_CODES, 1 << HAND_WINDOW)
    for begins in has_code(cython.address(codes.men[EMPTY]), "0"):
        codes.man_of[begins] = EMPTY
    kind: cython.int
    for kind in range(HAND_KINDS):
        codes.order[kind] = order[kind]
        for begins in has_code(cython.address(codes.hand[BESIDE + kind]), beside[kind]):
            codes.held_of[begins & 127] = BESIDE + kind
        for side in range(2):
            held = HAND_KINDS * side + kind
            for begins in has_code(cython.address(codes.hand[held]), f"{hands[kind]}{side}"):
                codes.held_of[begins & 127] = held
            for promoted in range(1 if kind == GOLD else 2):
                flags = (
                    f"{side}" if kind == GOLD else f"{promoted}{side}" if is_promotion_first else f"{side}{promoted}"
                )
                man = 2 * (kind + PROMOTED * promoted) + side
                for begins in has_code(cython.address(codes.men[man]), men[kind] + flags):
                    codes.man_of[begins] = man


fill(cython.address(PSV_CODES), PSV_MEN, PSV_HANDS, PSV_BESIDE, PSV_ORDER, True)
fill(cython.address(HCPE_CODES), HCPE_MEN, HCPE_HANDS, HCPE_BESIDE, HCPE_ORDER, False)
