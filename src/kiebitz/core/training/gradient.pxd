cimport cython
from libc.stdint cimport int32_t, int64_t

from kiebitz.core.evaluation.network.changes cimport SETS
from kiebitz.core.evaluation.network.features cimport FEATURES as CHESS_ROWS
from kiebitz.core.evaluation.network.layers cimport HIDDEN
from kiebitz.core.evaluation.network.shogi_features cimport FEATURES as SHOGI_ROWS
from kiebitz.core.machine cimport ConstFloatRow, FloatRow
from kiebitz.core.training.lesson cimport Aim, Features
from kiebitz.core.training.packed_position cimport PackedPosition
from kiebitz.core.training.packing cimport AnyPacked
from kiebitz.core.training.shogi_packed_position cimport ShogiPackedPosition

cdef enum:
    BOTH = 2 * HIDDEN
    # What stands behind the rows: their bias, the output weights, and the output biases, which begin so far behind it.
    OUTPUT_BIAS_BEHIND = HIDDEN + SETS * BOTH
    BEHIND_ROWS = OUTPUT_BIAS_BEHIND + SETS

cdef void add_row(FloatRow target, ConstFloatRow row) noexcept nogil
cdef float activate(FloatRow active, FloatRow slope, ConstFloatRow sums, ConstFloatRow weights) noexcept nogil
cdef void go_back(
    FloatRow gradient, FloatRow output_gradient, ConstFloatRow active, ConstFloatRow slope, ConstFloatRow weights,
    float error
) noexcept nogil
cdef float forward(
    const Features* features, const float* weights, int64_t bias_at, FloatRow active, FloatRow slope
) noexcept nogil
cdef double add_gradients(
    const AnyPacked* packed, int64_t count, const float* weights, float* gradients, int64_t bias_at, Aim aim
) noexcept nogil
cdef void write_outputs(
    const AnyPacked* packed, int64_t count, const float* weights, int64_t bias_at, float* values
) noexcept nogil
cdef void update(
    FloatRow weights, FloatRow gradients, FloatRow first, FloatRow second, int64_t count, float scale, float rate,
    float decay, float limit, float first_unbias, float second_unbias
) noexcept nogil
cdef int packed_bytes_for(int64_t weights)
