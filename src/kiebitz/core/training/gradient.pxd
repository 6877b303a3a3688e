cimport cython
from libc.stdint cimport int32_t, int64_t

from kiebitz.core.evaluation.network.changes cimport SETS
from kiebitz.core.evaluation.network.features cimport FEATURES as CHESS_ROWS
from kiebitz.core.evaluation.network.layers cimport HIDDEN
from kiebitz.core.evaluation.network.shogi_features cimport FEATURES as SHOGI_ROWS
from kiebitz.core.machine cimport ConstFloatRow, FloatRow
from kiebitz.core.training.packed_position cimport PackedPosition
from kiebitz.core.training.packing cimport AnyPacked
from kiebitz.core.training.shogi_packed_position cimport ShogiPackedPosition

cdef enum:
    BOTH = 2 * HIDDEN
    # Partial sums of a dot product: so many fit into the registers, and their order is the same everywhere.
    LANES = 16
    # Neurons whose sums are held in registers together.
    BLOCK = 128
    # Rows of a position at most, of either game.
    MEN = 40
    # Stands behind the last row of a list.
    END = -1
    # What stands behind the rows: their bias, the output weights, and the output biases, which begin so far behind it.
    OUTPUT_BIAS_BEHIND = HIDDEN + SETS * BOTH
    BEHIND_ROWS = OUTPUT_BIAS_BEHIND + SETS

# What is learned from a batch.
cdef struct Aim:
    float result_share         # of the game's result in the target, 0 to 1; the rest is the search's value
    float scale                # centipawns that are 1 before the logistic function

# The men of a position as rows, seen by both sides: the side to move first.
cdef struct Features:
    int bucket
    int32_t[2][MEN + 1] rows   # ends with END

cdef void list_features(const AnyPacked* packed, Features* features) noexcept nogil
cdef void list_of_chess(const PackedPosition* packed, Features* features) noexcept nogil
cdef void list_of_shogi(const ShogiPackedPosition* packed, Features* features) noexcept nogil
cdef void add_row(FloatRow target, ConstFloatRow row) noexcept nogil
cdef void sum_rows(FloatRow sums, const float* weights, int64_t bias_at, const int32_t* rows) noexcept nogil
cdef void add_to_rows(float* gradients, ConstFloatRow gradient, const int32_t* rows) noexcept nogil
cdef float activate(FloatRow active, FloatRow slope, ConstFloatRow sums, ConstFloatRow weights) noexcept nogil
cdef void add_products(FloatRow partial, ConstFloatRow left, ConstFloatRow right) noexcept nogil
cdef void go_back(
    FloatRow gradient, FloatRow output_gradient, ConstFloatRow active, ConstFloatRow slope, ConstFloatRow weights,
    float error
) noexcept nogil
cdef float forward(
    const Features* features, const float* weights, int64_t bias_at, FloatRow active, FloatRow slope
) noexcept nogil
cdef float target_of(const AnyPacked* packed, Aim aim) noexcept nogil
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
