from libc.stdint cimport int16_t, int64_t, uint8_t

from kiebitz.core.chess.position cimport Position
from kiebitz.core.evaluation.classical.weighted_sum cimport Classical
from kiebitz.core.shogi.position cimport ShogiPosition

cdef void write_sums(
    Classical classical, Position position, const uint8_t* packed, int64_t count, int16_t* sums
) noexcept nogil
cdef void write_shogi_sums(
    ShogiPosition position, const uint8_t* packed, int64_t count, int16_t* sums
) noexcept nogil
