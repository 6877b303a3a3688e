# Inlined whole: packing.py is no module of its own.

# Written by tools/write_inlines.py from packing.py; change it there.

cimport kiebitz.core.training.packed_position as chess
cimport kiebitz.core.training.shogi_packed_position as shogi
from kiebitz.core.chess.position cimport Position
from kiebitz.core.game cimport AnyPosition
from kiebitz.core.shogi.position cimport ShogiPosition
from kiebitz.core.training.packed_position cimport PackedPosition
from kiebitz.core.training.shogi_packed_position cimport ShogiPackedPosition
from libc.stdint cimport uint32_t

ctypedef fused AnyPacked:
    PackedPosition
    ShogiPackedPosition

cdef inline void pack_at(
    AnyPosition position, unsigned char* buffer, long long index, int score, int result, uint32_t game
) noexcept nogil:
    cdef PackedPosition* packed = <PackedPosition*>buffer + index
    cdef ShogiPackedPosition* other = <ShogiPackedPosition*>buffer + index
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

cdef inline void unpack_from(const unsigned char* buffer, long long index, AnyPosition position) noexcept nogil:
    if AnyPosition is Position:
        chess.unpack(<const PackedPosition*>buffer + index, position)
    else:
        shogi.unpack(<const ShogiPackedPosition*>buffer + index, position)

cdef inline int packed_size(AnyPosition position) noexcept nogil:
    if AnyPosition is Position:
        return sizeof(PackedPosition)
    else:
        return sizeof(ShogiPackedPosition)
