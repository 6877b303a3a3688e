from libc.stdint cimport int16_t, int64_t

from kiebitz.core.chess.position cimport Position
from kiebitz.core.evaluation.classical.weighted_sum cimport Classical
from kiebitz.core.training.packed_position cimport PackedPosition

cdef void write_sums(
    Classical classical, Position position, const PackedPosition* packed, int64_t count, int16_t* sums
) noexcept nogil
