from libc.stdint cimport int32_t

from kiebitz.core.training.packed_position cimport PackedPosition
from kiebitz.core.training.packing cimport AnyPacked
from kiebitz.core.training.shogi_packed_position cimport ShogiPackedPosition

cdef enum:
    # Rows of a position at most, of either game.
    MEN = 40
    # Stands behind the last row of a list.
    END = -1

# What is learned from a batch.
cdef struct Aim:
    float result_share         # of the game's result in the target, 0 to 1; the rest is the search's value
    float scale                # centipawns that are 1 before the logistic function

# The men of a position as rows, seen by both sides: the side to move first.
cdef struct Features:
    int bucket
    int32_t[2][MEN + 1] rows   # ends with END

cdef void list_features(const AnyPacked* packed, Features* features, int rooms) noexcept nogil
cdef void list_of_chess(const PackedPosition* packed, Features* features, int rooms) noexcept nogil
cdef void list_of_shogi(const ShogiPackedPosition* packed, Features* features) noexcept nogil
cdef float target_of(const AnyPacked* packed, Aim aim) noexcept nogil
