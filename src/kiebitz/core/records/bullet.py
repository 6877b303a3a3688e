"""bullet's format of chess: 32 bytes a position, as the side to move sees it.

Layout: occupied squares (64 bits); a man for each of them, four bits, the lower half of a byte first (three for pawn to
king, the fourth for the other side's); score (16 bits); result (0, 1, 2: lost, drawn, won); the square of the own king,
and that of the other one as its side sees it; three bytes of zeros. Where Black moves, ranks are turned round.
What isn't there: who moves (White, when it is read), castling, en passant, moves and counts.

Source: the struct ``ChessBoard`` in the documentation of the crate bulletformat 1.8.0 (docs.rs).
"""

import cython
from cython.cimports.kiebitz.core.chess.bitboard import EMPTY, KING, Bitboard
from cython.cimports.kiebitz.core.machine import lowest, popcount
from cython.cimports.kiebitz.core.records.entry import has_kings
from cython.cimports.libc.string import memcpy, memset


def read_bullet(record, entry):
    """Read a record into a clear entry, as if White were to move; False if it is damaged."""
    occupied: Bitboard = 0
    memcpy(cython.address(occupied), record, 8)
    if popcount(occupied) > 32:
        return False
    number: cython.int = 0
    while occupied:
        nibble: cython.int = record[8 + (number >> 1)] >> (4 if number & 1 else 0) & 15
        if nibble & 7 > KING:
            return False
        entry.written.men[lowest(occupied)] = 2 * (nibble & 7) + (nibble >> 3)
        occupied &= occupied - 1
        number += 1
    memcpy(cython.address(entry.told.score), record + 24, 2)
    if record[26] > 2:
        return False
    entry.told.result = record[26] - 1
    return has_kings(entry)


def write_bullet(entry, record):
    """Write a record."""
    side = entry.written.side
    turn: cython.int = 56 if side else 0
    occupied: Bitboard = 0
    number: cython.int = 0
    memset(record, 0, BULLET_BYTES)
    for place in range(64):
        man: cython.int = entry.written.men[place ^ turn]
        if man == EMPTY:
            continue
        occupied |= cython.cast(Bitboard, 1) << place
        other: cython.bint = man & 1 != side
        record[8 + (number >> 1)] |= (man >> 1 | (OTHERS_MAN if other else 0)) << (4 if number & 1 else 0)
        if man >> 1 == KING:
            record[28 if other else 27] = place ^ 56 if other else place
        number += 1
    memcpy(record, cython.address(occupied), 8)
    memcpy(record + 24, cython.address(entry.told.score), 2)
    record[26] = entry.told.result + 1
