"""Places: the number that a Syzygy table gives a position's men, in the order in which the table lists them.

Men are taken in groups. The leading group is brought into a corner of the board by its symmetries and numbered whole:
three different men, or the two kings, or the pawns of one colour (then only left and right are symmetric, and there is
a table for each of the files a to d). Each further group, equal men, is numbered by which of the squares left free it
has (the combinatorial number system). The factors of the groups are multiplied in an order that the file chooses.

Source: Ronald de Man's Syzygy tables (2013), as Stockfish (``syzygy/tbprobe.cpp``) and python-chess read them.

Thread safety: tables written once, at import.
"""

import cython
from cython.cimports.kiebitz.core.chess.bitboard import KING_ATTACKS, Square, bit
from cython.cimports.libc.stdint import uint64_t


def off_diagonal(square):
    """Above 0 for a square above the diagonal from a1 to h8, 0 on it."""
    return (square >> 3) - (square & 7)


def turned(square):
    """The square mirrored in that diagonal."""
    return (square >> 3 | square << 3) & 63


def fill():
    """Number the squares, pairs of kings, choices and leading pawns."""
    below: cython.int = 0
    corner: cython.int = 0
    for square in range(64):
        if off_diagonal(square) < 0:
            BELOW_DIAGONAL[square] = below
            below += 1
            if square & 7 < 4 and square < 32:
                TRIANGLE[square] = corner
                corner += 1
    for diagonal in range(4):
        TRIANGLE[9 * diagonal] = corner + diagonal
    number: cython.int = 0
    # Both kings on the diagonal come last.
    for both in range(2):
        for index in range(10):
            for king in range(32):
                if king & 7 > 3 or off_diagonal(king) > 0 or TRIANGLE[king] != index:
                    continue
                for other in range(64):
                    if (KING_ATTACKS[king] | bit(king)) & bit(other):
                        if not both:
                            KINGS[index][other] = NO_PLACE
                        continue
                    on_diagonal: cython.bint = off_diagonal(king) == 0 and off_diagonal(other) == 0
                    if off_diagonal(king) == 0 and off_diagonal(other) > 0:
                        KINGS[index][other] = NO_PLACE
                    elif on_diagonal == both:
                        KINGS[index][other] = number
                        number += 1
    for n in range(64):
        CHOICES[0][n] = 1
        for k in range(1, 8):
            CHOICES[k][n] = 0 if n == 0 else CHOICES[k - 1][n - 1] + CHOICES[k][n - 1]
    free: cython.int = PAWN_SQUARES - 1
    for file in range(4):
        for rank in range(1, 7):
            PAWN_ORDER[8 * rank + file] = free
            PAWN_ORDER[8 * rank + 7 - file] = free - 1
            free -= 2
    for count in range(1, LEADING_PAWNS + 1):
        for file in range(4):
            place: uint64_t = 0
            for rank in range(1, 7):
                LEADING[count][8 * rank + file] = place
                place += CHOICES[count - 1][PAWN_ORDER[8 * rank + file]]
            LEADING_COUNT[count][file] = place


fill()


def set_groups(layout, order, pawn_order, file):
    """Make groups of a layout's men, and their factors in the order that a file says; False if they can't be so."""
    last: cython.int = 0
    leading: cython.int = 0 if layout.has_pawns else 3 if layout.unique else 2
    layout.group_length[0] = 1
    for index in range(1, layout.count):
        leading -= 1
        if leading > 0 or layout.men[index] == layout.men[index - 1]:
            layout.group_length[last] += 1
        else:
            last += 1
            layout.group_length[last] = 1
    last += 1
    layout.group_length[last] = 0
    both: cython.bint = layout.has_pawns and layout.pawns[1] > 0
    if layout.has_pawns and layout.group_length[0] != layout.pawns[0]:
        return False
    if both and layout.group_length[1] != layout.pawns[1]:
        return False
    following: cython.int = 2 if both else 1
    free: cython.int = 64 - layout.group_length[0] - (layout.group_length[1] if both else 0)
    factor: uint64_t = 1
    step: cython.int = 0
    seen: cython.int = 0
    # No order is higher than the number of groups.
    while step < MOST_MEN + 1:
        if step == order:
            layout.group_factor[0] = factor
            if layout.has_pawns:
                factor *= LEADING_COUNT[layout.group_length[0]][file]
            else:
                factor *= THREE_MEN if layout.unique else TWO_KINGS
            seen += 1
        elif both and step == pawn_order:
            layout.group_factor[1] = factor
            factor *= CHOICES[layout.group_length[1]][PAWN_SQUARES - layout.group_length[0]]
            seen += 1
        elif following < last:
            layout.group_factor[following] = factor
            factor *= CHOICES[layout.group_length[following]][free]
            free -= layout.group_length[following]
            following += 1
            seen += 1
        step += 1
    layout.group_factor[last] = factor
    return seen == last


def sort_squares(squares, count):
    """Sort a few squares, the lowest first."""
    for index in range(1, count):
        square: Square = squares[index]
        place: cython.int = index
        while place > 0 and squares[place - 1] > square:
            squares[place] = squares[place - 1]
            place -= 1
        squares[place] = square


def sort_pawns(squares, count):
    """Sort a few pawns by the order in which they lead, the last first."""
    for index in range(1, count):
        square: Square = squares[index]
        place: cython.int = index
        while place > 0 and PAWN_ORDER[squares[place - 1]] > PAWN_ORDER[square]:
            squares[place] = squares[place - 1]
            place -= 1
        squares[place] = square


def leading_pieces(layout, squares):
    """The number of a leading group without pawns, its squares in the corner."""
    first: Square = squares[0]
    second: Square = squares[1]
    if not layout.unique:
        return KINGS[TRIANGLE[first]][second]
    third: Square = squares[2]
    later: cython.int = second > first
    latest: cython.int = (third > first) + (third > second)
    if off_diagonal(first):
        return (TRIANGLE[first] * 63 + second - later) * 62 + third - latest
    if off_diagonal(second):
        return (6 * 63 + (first >> 3) * 28 + BELOW_DIAGONAL[second]) * 62 + third - latest
    place: cython.int = 6 * 63 * 62 + 4 * 28 * 62
    if off_diagonal(third):
        return place + (first >> 3) * 7 * 28 + ((second >> 3) - later) * 28 + BELOW_DIAGONAL[third]
    place += 4 * 7 * 28
    return place + (first >> 3) * 7 * 6 + ((second >> 3) - later) * 6 + (third >> 3) - latest


def place_of(layout, squares):
    """The place of a position; ``squares`` are its men's, as the layout lists them, and are changed.

    Of leading pawns the one that leads stands first. No place is beyond the last factor, as the caller checks.
    """
    count: cython.int = layout.count
    place: uint64_t
    index: cython.int
    if squares[0] & 7 > 3:
        for index in range(count):
            squares[index] ^= 7
    if layout.has_pawns:
        pawns: cython.int = layout.group_length[0]
        place = LEADING[pawns][squares[0]]
        sort_pawns(squares + 1, pawns - 1)
        for index in range(1, pawns):
            place += CHOICES[index][PAWN_ORDER[squares[index]]]
    else:
        if squares[0] > 31:
            for index in range(count):
                squares[index] ^= 56
        for index in range(layout.group_length[0]):
            side = off_diagonal(squares[index])
            if side > 0:
                for following in range(index, count):
                    squares[following] = turned(squares[following])
            if side:
                break
        place = leading_pieces(layout, squares)
    place *= layout.group_factor[0]
    begin: cython.int = layout.group_length[0]
    group: cython.int = 1
    below: cython.int = 8 if layout.has_pawns and layout.pawns[1] else 0
    while layout.group_length[group]:
        length: cython.int = layout.group_length[group]
        sort_squares(squares + begin, length)
        chosen: uint64_t = 0
        for index in range(length):
            square: Square = squares[begin + index]
            free: cython.int = square - below
            for before in range(begin):
                free -= square > squares[before]
            chosen += CHOICES[index + 1][free & 63]
        below = 0
        place += chosen * layout.group_factor[group]
        begin += length
        group += 1
    return place
