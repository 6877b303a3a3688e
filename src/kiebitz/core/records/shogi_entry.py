"""An entry of training data of shogi: a position with a move, a score and a result; what all formats are read into.

Scores and results are in the view of the side to move; a score's unit is whatever its file has. An SFEN is read and
written here without Python, some millions a second; ``shogi.sfen`` says what is wrong with one.
"""

import cython
from cython.cimports.kiebitz.core.pgn.letters import Text
from cython.cimports.kiebitz.core.records.any_entries import write_number
from cython.cimports.kiebitz.core.shogi.bitboard import (
    EMPTY,
    GOLD,
    HAND_KINDS,
    KING,
    NO_SQUARE,
    PROMOTED,
    SQUARES,
    WHITE,
    square_at,
)
from cython.cimports.kiebitz.core.shogi.hand import count_of, one_of
from cython.cimports.kiebitz.core.shogi.move import (
    NO_MOVE,
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
from cython.cimports.kiebitz.core.training.shogi_packed_position import begin_anew, settle
from cython.cimports.libc.string import memchr, memset

from kiebitz.core.shogi.sfen import HAND_ORDER, LETTERS as KIND_LETTERS, SET as MEN_OF_A_GAME


def clear_board(entry):
    """Have an empty board, and nothing told of it."""
    memset(entry, 0, cython.sizeof(ShogiEntry))
    memset(entry.men, EMPTY, SQUARES)


def has_a_set(entry, left):
    """True if each side has one king, and no kind more men than a game has; ``left``: how many lack, by kind."""
    kings: cython.int[2]
    kings[0] = kings[1] = 0
    for kind in range(HAND_KINDS):
        left[kind] = SET[kind] - count_of(entry.hands[0], kind) - count_of(entry.hands[1], kind)
    for square in range(SQUARES):
        man: cython.int = entry.men[square]
        if man == EMPTY:
            continue
        if man >> 1 == KING:
            kings[man & 1] += 1
        else:
            left[man >> 1 & (PROMOTED - 1)] -= 1
    for kind in range(HAND_KINDS):
        if left[kind] < 0:
            return False
    return kings[0] == 1 and kings[1] == 1


def kind_of_letter(letter):
    """The kind that a letter names, a capital or not; NO_KIND if it names none."""
    for kind in range(KING + 1):
        if letter | 32 == LETTERS[kind] | 32:
            return kind
    return NO_KIND


def read_board(text, length, entry):
    """Read the board field of an SFEN; False if it is none."""
    file: cython.int = 8
    rank: cython.int = 0
    promoted: cython.int = 0
    for index in range(length):
        letter = text[index]
        if letter == b"/":
            if file != -1 or promoted or rank == 8:
                return False
            file = 8
            rank += 1
        elif letter == b"+":
            if promoted:
                return False
            promoted = PROMOTED
        elif letter >= b"1" and letter <= b"9":
            file -= letter - 48
            if file < -1 or promoted:
                return False
        else:
            kind = kind_of_letter(letter)
            if kind == NO_KIND or file < 0 or (promoted and kind >= GOLD):
                return False
            entry.men[square_at(file, rank)] = 2 * (kind + promoted) + (letter >= b"a")
            promoted = 0
            file -= 1
    return rank == 8 and file == -1 and not promoted


def read_hands(text, length, entry):
    """Read the hands of an SFEN; False if they are none."""
    number: cython.int = 0
    digits: cython.int = 0
    if length == 1 and text[0] == b"-":
        return True
    for index in range(length):
        letter = text[index]
        if letter >= b"0" and letter <= b"9":
            number = 10 * number + letter - 48
            digits += 1
            if digits > MOST_DIGITS or number == 0:
                return False
            continue
        kind = kind_of_letter(letter)
        side: cython.int = letter >= b"a"
        count: cython.int = number if digits else 1
        if kind == NO_KIND or kind == KING or count > SET[kind] or count_of(entry.hands[side], kind):
            return False
        entry.hands[side] += count * one_of(kind)
        number = 0
        digits = 0
    return digits == 0 and length > 0


def read_sfen(text, length, entry):
    """Read an SFEN into a clear entry; False if it is none. The move's number is left to the entry's ply."""
    at: cython.Py_ssize_t = 0
    for field in range(3):
        found = cython.cast(Text, memchr(text + at, b" ", length - at))
        end: cython.Py_ssize_t = length if found == cython.NULL else found - text
        if field == 0:
            if not read_board(text + at, end - at, entry):
                return False
        elif field == 1:
            if end != at + 1 or (text[at] != b"b" and text[at] != b"w"):
                return False
            entry.side = text[at] == b"w"
        elif not read_hands(text + at, end - at, entry):
            return False
        at = min(end + 1, length)
    # The number, if there is one.
    while at < length:
        if text[at] < b"0" or text[at] > b"9":
            return False
        at += 1
    left: cython.int[7]
    return has_a_set(entry, left)


def write_man(man, text):
    """Write a man; how many letters it has."""
    at: cython.int = 0
    kind: cython.int = man >> 1
    if kind >= PROMOTED:
        text[0] = b"+"
        at = 1
        kind -= PROMOTED
    text[at] = LETTERS[kind] | (32 if man & 1 else 0)
    return at + 1


def write_sfen_of(entry, text):
    """Write an entry's SFEN, its ply (1 for 0) as the move's number; how many letters it has."""
    at: cython.int = 0
    for rank in range(9):
        free_squares: cython.int = 0
        for index in range(9):
            man: cython.int = entry.men[square_at(8 - index, rank)]
            if man == EMPTY:
                free_squares += 1
                continue
            if free_squares:
                text[at] = 48 + free_squares
                at += 1
                free_squares = 0
            at += write_man(man, text + at)
        if free_squares:
            text[at] = 48 + free_squares
            at += 1
        text[at] = b"/" if rank < 8 else b" "
        at += 1
    text[at] = b"w" if entry.side == WHITE else b"b"
    text[at + 1] = b" "
    at += 2
    if entry.hands[0] == 0 and entry.hands[1] == 0:
        text[at] = b"-"
        at += 1
    for side in range(2):
        for index in range(HAND_KINDS):
            kind = ORDER[index]
            count = count_of(entry.hands[side], kind)
            if count > 1:
                at += write_number(count, text + at)
            if count:
                at += write_man(2 * kind + side, text + at)
    text[at] = b" "
    return at + 1 + write_number(max(cython.cast(cython.int, entry.told.ply), 1), text + at + 1)


def move_of_usi(entry, text, length):
    """The move that USI text names, legal or not; NO_MOVE if it names none."""
    promotion: cython.bint = length == USI_LETTERS and text[4] == b"+"
    if length != 4 and not promotion:
        return NO_MOVE
    squares: cython.int[2]
    for half in range(2):
        file: cython.int = text[2 * half] - 49
        rank: cython.int = text[2 * half + 1] - 97
        on_board: cython.bint = 0 <= file < 9 and 0 <= rank < 9
        squares[half] = square_at(file, rank) if on_board else NO_SQUARE
    if squares[1] == NO_SQUARE:
        return NO_MOVE
    if text[1] == b"*":
        kind = kind_of_letter(text[0])
        if kind == NO_KIND or kind == KING or promotion or text[0] >= b"a":
            return NO_MOVE
        return new_drop(entry.side, kind, squares[1])
    if squares[0] == NO_SQUARE:
        return NO_MOVE
    return new_promotion(squares[0], squares[1]) if promotion else new_move(squares[0], squares[1])


@cython.inline
def square_of_place(place: cython.int) -> cython.int:
    """A square by its number among 81."""
    return place + (place >= NO_SQUARE)


@cython.inline
def place_of_square(square: cython.int) -> cython.int:
    """A square's number among 81."""
    return square - (square > NO_SQUARE)


def write_square(square, text):
    """Write a square; how many letters it has."""
    place = place_of_square(square)
    text[0] = 49 + place // 9
    text[1] = 97 + place % 9
    return 2


def write_usi(move, text):
    """Write a move as USI text; how many letters it has."""
    if is_drop(move):
        text[0] = LETTERS[dropped_kind(move)]
        text[1] = b"*"
    else:
        write_square(origin_of(move), text)
    write_square(target_of(move), text + 2)
    if not promotes(move):
        return 4
    text[4] = b"+"
    return USI_LETTERS


def show_on(entry, position):
    """Have a position without a game behind it show an entry's men, hands and side to move."""
    begin_anew(position)
    for square in range(SQUARES):
        if entry.men[square] != EMPTY:
            position.put(entry.men[square], square)
    for side in range(2):
        for kind in range(HAND_KINDS):
            position.hold(side, kind, count_of(entry.hands[side], kind) - count_of(position.hands[side], kind))
    settle(position, entry.side)


number: cython.int
for number in range(8):
    LETTERS[number] = ord(KIND_LETTERS[number])
for number in range(7):
    SET[number] = MEN_OF_A_GAME[number]
    ORDER[number] = HAND_ORDER[number]
