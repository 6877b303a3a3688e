"""A Syzygy file: its head, read once and held against its size and name, and the value that it has at a place.

Layout of a file: a magic number; flags; for each file of the leading pawn (a to d; one without pawns) the order of its
groups and its men, both sides to move in the halves of a byte; for each of these the sizes and codes of its values; in
DTZ files maps from stored values to distances; sparse indices; lengths of blocks; blocks of values.

Values are compressed by pairs (Larsson & Moffat's Re-Pair): a symbol stands for one value or for two symbols, and
symbols are written by a canonical Huffman code, most significant bits first. A sparse index says in which block the
value of every 2^n-th place is, so a value is found by unpacking half a block or so.

Nothing in a file is trusted: every access is within it, symbols form no circle, men are those of its name. What isn't
so makes it DAMAGED. (A file that becomes shorter while it is mapped is beyond this.)

Source: Ronald de Man's Syzygy tables (2013), as Stockfish (``syzygy/tbprobe.cpp``) and python-chess read them.

Thread safety: a table that is READY is only read.
"""

import cython
from cython.cimports.kiebitz.core.chess.bitboard import PAWN, WHITE, Square
from cython.cimports.kiebitz.core.machine import lowest, popcount
from cython.cimports.kiebitz.core.syzygy.places import MOST_MEN, NO_PLACE, PAWN_ORDER, Layout, place_of, set_groups
from cython.cimports.libc.stdint import uint8_t, uint32_t, uint64_t
from cython.cimports.libc.stdlib import calloc, free

# ---------------------------------------------------------------------- bytes


def little_16(bytes):
    """Two bytes, the lower first."""
    return bytes[0] | bytes[1] << 8


def little_32(bytes):
    """Four bytes, the lowest first."""
    low: uint32_t = little_16(bytes)
    high: uint32_t = little_16(bytes + 2)
    return low | high << 16


def big_32(bytes):
    """Four bytes, the highest first."""
    total: uint32_t = 0
    for index in range(4):
        total = total << 8 | bytes[index]
    return total


def big_64(bytes):
    """Eight bytes, the highest first."""
    high: uint64_t = big_32(bytes)
    return high << 32 | big_32(bytes + 4)


def has(table, offset, count):
    """True if a file has ``count`` bytes from an offset on."""
    return offset <= table.size and count <= table.size - offset


# ---------------------------------------------------------------------- the head


def has_the_men_of_its_name(table, layout):
    """True if the men that a file lists are those of its name, with those first that lead, and equal ones together."""
    key: uint64_t = 0
    seen: cython.uint = 0
    for index in range(layout.count):
        man: cython.int = layout.men[index]
        if not 1 <= man & 7 <= 6:
            return False
        if index == 0 or layout.men[index - 1] != man:
            if seen >> man & 1:
                return False
            seen |= cython.cast(cython.uint, 1) << man
        key += cython.cast(uint64_t, 1) << (4 * ((man & 7) - 1 + 6 * (man >> 3)))
    if key != table.key and key != table.mirrored:
        return False
    if table.has_pawns:
        return layout.men[0] & 7 == PAWN + 1 and (not table.pawns[1] or layout.men[table.pawns[0]] & 7 == PAWN + 1)
    # Two kings lead, or three men that are alone of their kind.
    if not table.unique:
        return layout.men[0] & 7 == 6 and layout.men[1] & 7 == 6
    return (
        layout.men[0] != layout.men[1]
        and layout.men[1] != layout.men[2]
        and (layout.count == 3 or layout.men[3] != layout.men[2])
    )


def find_extents(table, values):
    """Find the number of values that each symbol stands for; False if symbols form a circle, or one isn't there."""
    tree = table.bytes + values.tree
    waiting: cython.uint[4096]
    known: cython.pointer(uint8_t) = cython.cast(cython.pointer(uint8_t), calloc(values.symbol_count + 1, 1))
    is_sound: cython.bint = known != cython.NULL
    for first in range(values.symbol_count):
        if not is_sound:
            break
        depth: cython.int = 0
        waiting[0] = first
        while depth >= 0:
            symbol: cython.uint = waiting[depth]
            entry = tree + 3 * symbol
            left: cython.uint = (entry[1] & 15) << 8 | entry[0]
            right: cython.uint = entry[2] << 4 | entry[1] >> 4
            if known[symbol] == 2:
                depth -= 1
            elif right == LEAF:
                values.extents[symbol] = 0
                known[symbol] = 2
                depth -= 1
            elif left >= values.symbol_count or right >= values.symbol_count:
                is_sound = False
                break
            elif known[left] == 2 and known[right] == 2:
                total: cython.uint = values.extents[left] + values.extents[right] + 1
                if total > 0xFFFF:
                    is_sound = False
                    break
                values.extents[symbol] = total
                known[symbol] = 2
                depth -= 1
            else:
                # On the way: to come to it again is a circle.
                after: cython.uint = right if known[left] == 2 else left
                known[symbol] = 1
                if known[after] == 1 or depth + 1 >= 4096:
                    is_sound = False
                    break
                depth += 1
                waiting[depth] = after
    free(known)
    return is_sound


def read_sizes(table, values, offset):
    """Read the sizes and codes of values from an offset; the offset behind them, 0 if the file is damaged."""
    bytes = table.bytes
    if not has(table, offset, 2):
        return 0
    values.flags = bytes[offset]
    if values.flags & SINGLE_VALUE:
        values.only = bytes[offset + 1]
        return offset + 2
    if not has(table, offset, 12):
        return 0
    layout = cython.address(values.layout)
    groups: cython.int = 0
    while layout.group_length[groups]:
        groups += 1
    values.block_shift = bytes[offset + 1]
    values.span_shift = bytes[offset + 2]
    padding: uint64_t = bytes[offset + 3]
    values.block_count = little_32(bytes + offset + 4)
    longest: cython.int = bytes[offset + 8]
    values.shortest = bytes[offset + 9]
    if (
        not 1 <= values.shortest <= longest <= LONGEST_CODE
        or values.block_shift > 16
        or not 1 <= values.span_shift <= 32
    ):
        return 0
    values.sparse_count = (layout.group_factor[groups] + (cython.cast(uint64_t, 1) << values.span_shift) - 1) >> (
        values.span_shift
    )
    values.length_count = values.block_count + padding
    values.code_count = longest - values.shortest + 1
    values.symbols = offset + 10
    offset += 10 + 2 * values.code_count
    if not has(table, offset, 2):
        return 0
    values.symbol_count = little_16(bytes + offset)
    values.tree = offset + 2
    if not 1 <= values.symbol_count <= 4096 or not has(table, values.tree, 3 * values.symbol_count):
        return 0
    values.base[values.code_count - 1] = 0
    index: cython.int = values.code_count - 2
    while index >= 0:
        lower: uint64_t = little_16(bytes + values.symbols + 2 * index)
        upper: uint64_t = little_16(bytes + values.symbols + 2 * index + 2)
        values.base[index] = (values.base[index + 1] + lower - upper) // 2
        index -= 1
    for index in range(values.code_count):
        values.base[index] <<= 64 - index - values.shortest
    values.extents = cython.cast(cython.pointer(uint16_t), calloc(values.symbol_count, cython.sizeof(uint16_t)))
    if values.extents == cython.NULL or not find_extents(table, values):
        return 0
    return values.tree + 3 * values.symbol_count + (values.symbol_count & 1)


def read_maps(table, offset):
    """Read where a DTZ file maps stored values; the offset behind the maps, 0 if the file is damaged."""
    for file in range(table.files):
        values = cython.address(table.values[0][file])
        if not values.flags & MAPPED:
            continue
        wide: cython.bint = values.flags & WIDE != 0
        if wide:
            offset += offset & 1
        for part in range(MAP_PARTS):
            if not has(table, offset, 2):
                return 0
            if wide:
                values.map[part] = offset + 2
                offset += 2 + 2 * cython.cast(uint64_t, little_16(table.bytes + offset))
            else:
                values.map[part] = offset + 1
                offset += 1 + cython.cast(uint64_t, table.bytes[offset])
    return offset + (offset & 1)


def read_head(table):
    """Read all of a file but its values; False if it is damaged."""
    bytes = table.bytes
    if not has(table, 0, 6 + MOST_MEN):
        return False
    magic = little_32(bytes)
    if magic != (DTZ_MAGIC if table.is_dtz else WDL_MAGIC):
        return False
    symmetric: cython.bint = table.key == table.mirrored
    if (bytes[4] & HAS_PAWNS != 0) != table.has_pawns or (not table.is_dtz and (bytes[4] & SPLIT != 0) == symmetric):
        return False
    table.sides = 1 if table.is_dtz or symmetric else 2
    table.files = 4 if table.has_pawns else 1
    both: cython.int = table.has_pawns and table.pawns[1] > 0
    offset: uint64_t = 5
    for file in range(table.files):
        if not has(table, offset, 1 + both + table.count):
            return False
        for side in range(table.sides):
            shift: cython.int = 4 * side
            layout = cython.address(table.values[side][file].layout)
            layout.count = table.count
            layout.has_pawns = table.has_pawns
            layout.unique = table.unique
            layout.pawns[0] = table.pawns[0]
            layout.pawns[1] = table.pawns[1]
            for index in range(table.count):
                layout.men[index] = bytes[offset + 1 + both + index] >> shift & 15
            pawn_order: cython.int = bytes[offset + 1] >> shift & 15 if both else 15
            if not has_the_men_of_its_name(table, layout):
                return False
            if not set_groups(layout, bytes[offset] >> shift & 15, pawn_order, file):
                return False
        offset += 1 + both + table.count
    offset += offset & 1
    for file in range(table.files):
        for side in range(table.sides):
            offset = read_sizes(table, cython.address(table.values[side][file]), offset)
            if not offset:
                return False
    if table.is_dtz:
        offset = read_maps(table, offset)
        if not offset:
            return False
    for file in range(table.files):
        for side in range(table.sides):
            values = cython.address(table.values[side][file])
            values.sparse = offset
            if not has(table, offset, 6 * values.sparse_count):
                return False
            offset += 6 * values.sparse_count
    for file in range(table.files):
        for side in range(table.sides):
            values = cython.address(table.values[side][file])
            values.lengths = offset
            offset += 2 * values.length_count
    for file in range(table.files):
        for side in range(table.sides):
            values = cython.address(table.values[side][file])
            offset = (offset + SECTION - 1) & ~cython.cast(uint64_t, SECTION - 1)
            values.blocks = offset
            offset += values.block_count << values.block_shift
    return has(table, 0, offset)


def release(table):
    """Free what a table's head took."""
    for side in range(2):
        for file in range(4):
            free(table.values[side][file].extents)
            table.values[side][file].extents = cython.NULL


# ---------------------------------------------------------------------- values


def value_at(table, values, place):
    """The value stored for a place, NO_ANSWER if the file is damaged there."""
    if values.flags & SINGLE_VALUE:
        return values.only
    bytes = table.bytes
    span: uint64_t = cython.cast(uint64_t, 1) << values.span_shift
    index: uint64_t = place >> values.span_shift
    if index >= values.sparse_count:
        return NO_ANSWER
    block: uint64_t = little_32(bytes + values.sparse + 6 * index)
    offset: cython.longlong = little_16(bytes + values.sparse + 6 * index + 4)
    offset += cython.cast(cython.longlong, place & (span - 1)) - cython.cast(cython.longlong, span >> 1)
    while offset < 0:
        if block == 0 or block > values.length_count:
            return NO_ANSWER
        block -= 1
        offset += little_16(bytes + values.lengths + 2 * block) + 1
    while True:
        if block >= values.length_count:
            return NO_ANSWER
        length: cython.longlong = little_16(bytes + values.lengths + 2 * block)
        if offset <= length:
            break
        offset -= length + 1
        block += 1
    if block >= values.block_count:
        return NO_ANSWER
    read: uint64_t = values.blocks + (block << values.block_shift)
    if not has(table, read, 8):
        return NO_ANSWER
    bits: uint64_t = big_64(bytes + read)
    read += 8
    left: cython.int = 64
    symbol: uint64_t
    while True:
        number: cython.int = 0
        # The base of the longest is 0.
        while bits < values.base[number]:
            number += 1
        code_length: cython.int = number + values.shortest
        symbol = (bits - values.base[number]) >> (64 - code_length)
        symbol += little_16(bytes + values.symbols + 2 * number)
        if symbol >= cython.cast(uint64_t, values.symbol_count):
            return NO_ANSWER
        if offset <= values.extents[symbol]:
            break
        offset -= values.extents[symbol] + 1
        bits <<= code_length
        left -= code_length
        if left <= 32:
            if not has(table, read, 4):
                return NO_ANSWER
            left += 32
            bits |= cython.cast(uint64_t, big_32(bytes + read)) << (64 - left)
            read += 4
    while values.extents[symbol]:
        entry = bytes + values.tree + 3 * symbol
        half: uint64_t = (entry[1] & 15) << 8 | entry[0]
        if offset <= values.extents[half]:
            symbol = half
        else:
            offset -= values.extents[half] + 1
            symbol = entry[2] << 4 | entry[1] >> 4
    entry = bytes + values.tree + 3 * symbol
    return (entry[1] & 15) << 8 | entry[0]


def mapped(table, values, value, result):
    """The distance in plies that a DTZ file's stored value means, given the result (-2 to 2); NO_ANSWER if damaged."""
    if values.flags & MAPPED:
        # Wins, losses, cursed wins, blessed losses.
        part: cython.int = 0 if result == 2 else 1 if result == -2 else 2 if result == 1 else 3
        offset: uint64_t = values.map[part]
        if values.flags & WIDE:
            offset += 2 * cython.cast(uint64_t, value)
            if not has(table, offset, 2):
                return NO_ANSWER
            value = little_16(table.bytes + offset)
        else:
            offset += value
            if not has(table, offset, 1):
                return NO_ANSWER
            value = table.bytes[offset]
    in_plies: cython.bint = False
    if result == 2:
        in_plies = values.flags & WIN_PLIES != 0
    elif result == -2:
        in_plies = values.flags & LOSS_PLIES != 0
    return (value if in_plies else 2 * value) + 1


def value_of(table, men, side, result):
    """The value stored for a position in a table that is READY: WDL from -2 to 2, or DTZ for a ``result`` that isn't 0.

    ``men``: squares by code of a man, White's from 1 to 6 and Black's from 9 to 14. NO_ANSWER if the file is damaged,
    ASK_OTHER_SIDE if DTZ has only the other side to move.
    """
    squares: Square[8]
    key: uint64_t = 0
    man: cython.int
    for man in range(1, 15):
        if man & 7 != 7 and man != 8:
            key += cython.cast(uint64_t, popcount(men[man])) << (4 * ((man & 7) - 1 + 6 * (man >> 3)))
    symmetric: cython.bint = table.key == table.mirrored
    exchanged: cython.bint = (symmetric and side != WHITE) or key != table.key
    colour: cython.int = 8 if exchanged else 0
    flip: Square = 56 if exchanged else 0
    to_move: cython.int = side ^ exchanged
    squares_left: uint64_t
    count: cython.int = 0
    file: cython.int = 0
    index: cython.int
    if table.has_pawns:
        man = table.values[0][0].layout.men[0]
        squares_left = men[man ^ colour]
        while squares_left and count < MOST_MEN:
            squares[count] = lowest(squares_left) ^ flip
            squares_left &= squares_left - 1
            count += 1
        # The one that leads comes first.
        for index in range(1, count):
            if PAWN_ORDER[squares[index]] > PAWN_ORDER[squares[0]]:
                square: Square = squares[0]
                squares[0] = squares[index]
                squares[index] = square
        file = squares[0] & 7
        file = min(file, 7 - file)
    if table.is_dtz:
        flags: cython.int = table.values[0][file].flags
        if flags & OTHER_SIDE != to_move and not (symmetric and not table.has_pawns):
            return ASK_OTHER_SIDE
        to_move = 0
    elif symmetric:
        to_move = 0
    values = cython.address(table.values[to_move][file])
    layout = cython.address(values.layout)
    while count < layout.count:
        squares_left = men[layout.men[count] ^ colour]
        if not squares_left:
            return NO_ANSWER
        while squares_left and count < layout.count:
            squares[count] = lowest(squares_left) ^ flip
            squares_left &= squares_left - 1
            count += 1
    groups: cython.int = 0
    while layout.group_length[groups]:
        groups += 1
    place = place_of(layout, squares)
    if place >= layout.group_factor[groups]:
        return NO_ANSWER
    value = value_at(table, values, place)
    if value == NO_ANSWER:
        return NO_ANSWER
    if table.is_dtz:
        return mapped(table, values, value, result)
    return value - 2 if value <= 4 else NO_ANSWER
