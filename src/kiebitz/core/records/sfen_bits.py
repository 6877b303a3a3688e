"""The format ``bin`` of Stockfish's tools: 40 bytes a position.

Layout: 32 bytes of board, bit by bit from the lowest one; then score (16 bits), move (16), ply (16), result (8), and a
byte that says nothing: kept as it was read, else 255, as the tools write it.
Of the board: side to move; the kings' squares (6 bits each, White's first); the other squares from a8 to h8, a7 to h7
and so on, 0 for an empty one, else pawn 0001, knight 0011, bishop 0101, rook 0111, queen 1001 (the lowest bit first)
and a bit for Black; castling rights KQkq; a bit and six more for an en passant square; six bits of the fifty-move
count, sixteen of the move's number, the seventh of the count. A move is target, origin (6 bits each), promotion (2),
sort (2: ordinary, promotion, en passant, castling as king takes rook).

Source: the comments of Stockfish's branch ``tools`` (``sfen_packer``), and what ``docs/data.md`` there says of ``bin``.
"""

import cython
from cython.cimports.kiebitz.core.chess.bitboard import BLACK, EMPTY, KING, NO_SQUARE, QUEEN, WHITE
from cython.cimports.kiebitz.core.records.entry import has_kings
from cython.cimports.libc.stdint import uint8_t
from cython.cimports.libc.string import memcpy, memset


def read_bits(bits, count):
    """The next bits as a number, the lowest first; beyond the board they are 0."""
    value: cython.int = 0
    for index in range(count):
        if bits.at < BOARD_BITS:
            value |= (bits.bytes[bits.at >> 3] >> (bits.at & 7) & 1) << index
        bits.at += 1
    return value


def write_bits(bits, value, count):
    """Append a number, its lowest bit first."""
    for index in range(count):
        if bits.at < BOARD_BITS:
            bits.bytes[bits.at >> 3] |= (value >> index & 1) << (bits.at & 7)
        bits.at += 1


def read_bin(record, entry):
    """Read a record into a clear entry; False if it is damaged."""
    bits: Bits
    bits.bytes = cython.cast(cython.pointer(uint8_t), record)
    bits.at = 0
    entry.written.side = read_bits(cython.address(bits), 1)
    kings: cython.int[2]
    for side in range(2):
        kings[side] = read_bits(cython.address(bits), SQUARE_BITS)
        entry.written.men[kings[side]] = 2 * KING + side
    if kings[WHITE] == kings[BLACK]:
        return False
    for place in range(64):
        square = place ^ 56
        if entry.written.men[square] != EMPTY or read_bits(cython.address(bits), 1) == 0:
            continue
        # What stands behind the one: 00, 01, 10, 11 are pawn to rook; a queen's has another bit.
        kind: cython.int = read_bits(cython.address(bits), 2)
        if read_bits(cython.address(bits), 1):
            if kind != 0:
                return False
            kind = QUEEN
        entry.written.men[square] = 2 * kind + read_bits(cython.address(bits), 1)
    for right in range(4):
        if read_bits(cython.address(bits), 1):
            entry.written.homes[right] = (56 if right >> 1 else 0) + (0 if right & 1 else 7)
    if read_bits(cython.address(bits), 1):
        entry.written.en_passant = read_bits(cython.address(bits), SQUARE_BITS)
    entry.written.halfmove = read_bits(cython.address(bits), 6)
    entry.written.fullmove = read_bits(cython.address(bits), 16)
    entry.written.halfmove |= read_bits(cython.address(bits), 1) << 6
    memcpy(cython.address(entry.told.score), record + BOARD_BYTES, 2)
    code: cython.int = record[BOARD_BYTES + 2] | record[BOARD_BYTES + 3] << 8
    entry.told.move = code >> 6 & 63 | (code & 63) << 6 | code & 0xF000
    memcpy(cython.address(entry.told.ply), record + BOARD_BYTES + 4, 2)
    memcpy(cython.address(entry.told.result), record + BOARD_BYTES + 6, 1)
    entry.told.padding = record[BOARD_BYTES + 7]
    is_result: cython.bint = entry.told.result >= -1 and entry.told.result <= 1
    return is_result and bits.at <= BOARD_BITS and has_kings(entry)


def write_bin(entry, record):
    """Write a record."""
    bits: Bits
    memset(record, 0, BIN_BYTES)
    bits.bytes = record
    bits.at = 0
    write_bits(cython.address(bits), entry.written.side, 1)
    kings: cython.int[2]
    kings[0] = kings[1] = 0
    for square in range(64):
        if entry.written.men[square] >> 1 == KING:
            kings[entry.written.men[square] & 1] = square
    write_bits(cython.address(bits), kings[WHITE], SQUARE_BITS)
    write_bits(cython.address(bits), kings[BLACK], SQUARE_BITS)
    for place in range(64):
        man: cython.int = entry.written.men[place ^ 56]
        if man >> 1 == KING:
            continue
        if man == EMPTY:
            bits.at += 1
        elif man >> 1 == QUEEN:
            write_bits(cython.address(bits), 9 | (man & 1) << 4, 5)
        else:
            write_bits(cython.address(bits), 1 | (man >> 1) << 1 | (man & 1) << 4, 5)
    for right in range(4):
        write_bits(cython.address(bits), entry.written.homes[right] != NO_SQUARE, 1)
    if entry.written.en_passant == NO_SQUARE:
        bits.at += 1
    else:
        write_bits(cython.address(bits), 1 | entry.written.en_passant << 1, 1 + SQUARE_BITS)
    write_bits(cython.address(bits), entry.written.halfmove, 6)
    write_bits(cython.address(bits), entry.written.fullmove, 16)
    write_bits(cython.address(bits), entry.written.halfmove >> 6, 1)
    memcpy(record + BOARD_BYTES, cython.address(entry.told.score), 2)
    code: cython.int = entry.told.move >> 6 & 63 | (entry.told.move & 63) << 6 | entry.told.move & 0xF000
    record[BOARD_BYTES + 2] = code & 255
    record[BOARD_BYTES + 3] = code >> 8
    memcpy(record + BOARD_BYTES + 4, cython.address(entry.told.ply), 2)
    memcpy(record + BOARD_BYTES + 6, cython.address(entry.told.result), 1)
    record[BOARD_BYTES + 7] = entry.told.padding
