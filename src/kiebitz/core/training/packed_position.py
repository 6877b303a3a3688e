"""Positions in 32 bytes, as training data: the men, who moves, what a search said and how the game ended.

What an evaluation by the men alone can't see is left out: castling rights, en passant, the counts of moves.
"""

import cython
from cython.cimports.kiebitz.core.chess.bitboard import KING, NO_SQUARE
from cython.cimports.kiebitz.core.chess.castling import NO_RIGHTS
from cython.cimports.kiebitz.core.machine import lowest
from cython.cimports.libc.string import memset

FIELDS = (("occupied", "<u8"), ("men", "u1", 16), ("score", "<i2"), ("result", "u1"), ("side", "u1"), ("game", "<u4"))
"""A packed position, as NumPy writes types."""


def pack(position, packed):
    """Write the men and the side to move; the rest is zero."""
    memset(packed, 0, PACKED_BYTES)
    packed.occupied = position.occupied()
    packed.side = position.side
    number = 0
    occupied = packed.occupied
    while occupied:
        man: cython.int = position.board[lowest(occupied)]
        packed.men[number >> 1] |= man << (4 if number & 1 else 0)
        occupied &= occupied - 1
        number += 1


def unpack(packed, position):
    """Have a position without a game behind it show these men and this side to move, and nothing else known of it."""
    occupied = position.occupied()
    while occupied:
        position.remove(lowest(occupied))
        occupied &= occupied - 1
    number = 0
    occupied = packed.occupied
    while occupied:
        position.put(packed.men[number >> 1] >> (4 if number & 1 else 0) & 15, lowest(occupied))
        occupied &= occupied - 1
        number += 1
    position.side = packed.side
    position.castling = NO_RIGHTS
    position.en_passant = NO_SQUARE
    position.halfmove = position.since_null = 0
    position.key = position.computed_key()
    position.pawn_key = position.computed_pawn_key()
    king = lowest(position.men(position.side, KING))
    position.checkers = position.attackers(king, position.occupied()) & position.colours[position.side ^ 1]


def packed_bytes(position: Position) -> bytes:
    """The 32 bytes of a position, score, result and game zero."""
    packed: PackedPosition
    pack(position, cython.address(packed))
    return cython.cast(cython.p_char, cython.address(packed))[:PACKED_BYTES]


def unpacked_fen(packed: bytes) -> str:
    """The FEN of a packed position, as that of a game's first move. Raises ValueError for another number of bytes."""
    if len(packed) != PACKED_BYTES:
        raise ValueError(f"a packed position has {PACKED_BYTES} bytes, not {len(packed)}")
    position: Position = Position()
    source: cython.p_uchar = packed
    unpack(cython.cast(cython.pointer(PackedPosition), source), position)
    return position.fen()
