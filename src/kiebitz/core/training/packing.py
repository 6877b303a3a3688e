"""Packed positions of either game, by name: the interface through which training data are written and read.

Which game is meant is decided when it is compiled, by the type of the position, as in ``core.game``. How a position is
packed stands in ``packed_position`` (chess, 32 bytes) and ``shogi_packed_position`` (56 bytes).
"""

import cython

# By their full names: two files of one name, imported from their folders, would be one to Cython 3.3.
import cython.cimports.kiebitz.core.training.packed_position as chess
import cython.cimports.kiebitz.core.training.shogi_packed_position as shogi
from cython.cimports.kiebitz.core.chess.position import Position
from cython.cimports.kiebitz.core.game import AnyPosition
from cython.cimports.kiebitz.core.shogi.position import ShogiPosition
from cython.cimports.kiebitz.core.training.packed_position import PackedPosition
from cython.cimports.kiebitz.core.training.shogi_packed_position import ShogiPackedPosition
from cython.cimports.libc.stdint import uint32_t

AnyPacked = cython.fused_type(PackedPosition, ShogiPackedPosition)


@cython.inline
def pack_at(
    position: AnyPosition,
    buffer: cython.pointer(cython.uchar),
    index: cython.longlong,
    score: cython.int,
    result: cython.int,
    game: uint32_t,
) -> None:
    """Write a position into a buffer of packed ones; the score in the view of the side that moves first."""
    packed: cython.pointer(PackedPosition) = cython.cast(cython.pointer(PackedPosition), buffer) + index
    other: cython.pointer(ShogiPackedPosition) = cython.cast(cython.pointer(ShogiPackedPosition), buffer) + index
    if AnyPosition is Position:
        chess.pack(position, packed)
        packed.score = score
        packed.result = result
        packed.game = game
    else:
        shogi.pack(position, other)
        other.score = score
        other.result = result
        other.game = game


@cython.inline
def unpack_from(
    buffer: cython.pointer(cython.const(cython.uchar)), index: cython.longlong, position: AnyPosition
) -> None:
    """Have a position without a game behind it show a packed one of a buffer."""
    if AnyPosition is Position:
        chess.unpack(cython.cast(cython.pointer(cython.const(PackedPosition)), buffer) + index, position)
    else:
        shogi.unpack(cython.cast(cython.pointer(cython.const(ShogiPackedPosition)), buffer) + index, position)


@cython.inline
def packed_size(position: AnyPosition) -> cython.int:
    """Bytes of a packed position."""
    if AnyPosition is Position:
        return cython.sizeof(PackedPosition)
    else:
        return cython.sizeof(ShogiPackedPosition)
