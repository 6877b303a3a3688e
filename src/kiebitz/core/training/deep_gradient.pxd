from libc.stdint cimport int32_t, int64_t

from kiebitz.core.evaluation.network.changes cimport SETS
from kiebitz.core.evaluation.deep cimport LAYER_1, LAYER_2, SKIPPED, WIDE
from kiebitz.core.evaluation.network.features cimport FEATURES, ROOMS
from kiebitz.core.evaluation.network.shogi_features cimport FEATURES as SHOGI_ROWS
from kiebitz.core.machine cimport ConstFloatRow, FloatRow
from kiebitz.core.training.lesson cimport MEN, Aim, Features
from kiebitz.core.training.packed_position cimport PackedPosition
from kiebitz.core.training.packing cimport AnyPacked
from kiebitz.core.training.slices cimport SLICE

cpdef enum:
    # Rows of a deep network.
    CHESS_DEEP_ROWS = ROOMS * FEATURES
    SHOGI_DEEP_ROWS = SHOGI_ROWS
    # In a set: the weights of the three layers, and their biases.
    WEIGHTS_2_AT = LAYER_1 * WIDE
    WEIGHTS_3_AT = WEIGHTS_2_AT + LAYER_2 * LAYER_2
    BIAS_1_AT = WEIGHTS_3_AT + LAYER_2
    BIAS_2_AT = BIAS_1_AT + LAYER_1
    BIAS_3_AT = BIAS_2_AT + LAYER_2
    DEEP_SET = BIAS_3_AT + 1
    DEEP_SETS = SETS
    # Numbers of a deep network: the rows, their bias, the sets of the layers behind.
    CHESS_DEEP_NUMBERS = (CHESS_DEEP_ROWS + 1) * WIDE + SETS * DEEP_SET
    SHOGI_DEEP_NUMBERS = (SHOGI_DEEP_ROWS + 1) * WIDE + SETS * DEEP_SET

cdef enum:
    HALF = WIDE // 2
    SLICES = WIDE // SLICE
    # Positions that go through the slices together.
    CHUNK = 2048

# What is known of the positions of a chunk while they are learned from; chess has more rows.
cdef struct Chunk:
    Features[CHUNK] features
    float[CHUNK][2][WIDE] sums     # of both views; then the gradients of these sums
    int32_t[CHESS_DEEP_ROWS + 1] begins  # of each row, where its list stands among the views
    int32_t[CHESS_DEEP_ROWS + CHUNK * 2 * MEN] views     # of each row, those that have it; each list ends with END

# What a position makes of the layers behind.
cdef struct Passed:
    float[WIDE] seen               # the products, of both views
    float[LAYER_1] sums_1
    float[LAYER_2] first
    float[LAYER_2] sums_2
    float[LAYER_2] second

cdef Chunk* new_chunk() except NULL
cdef void sum_chunk(const AnyPacked* packed, int count, const float* weights, int rows, Chunk* chunk) noexcept nogil
cdef void list_views(int count, int rows, Chunk* chunk) noexcept nogil
cdef void add_chunk(int count, float* gradients, int rows, Chunk* chunk) noexcept nogil
cdef void multiply_halves(FloatRow seen, ConstFloatRow sums) noexcept nogil
cdef float pass_on(const float* set, const float* sums, Passed* passed) noexcept nogil
cdef void learn(const float* set, float* gradient, float* sums, const Passed* passed, float error) noexcept nogil
cdef void spread(
    FloatRow back, FloatRow gradient, ConstFloatRow weights, ConstFloatRow seen, float error
) noexcept nogil
cdef void go_through_halves(FloatRow sums, ConstFloatRow back) noexcept nogil
cdef double add_deep_gradients(
    const AnyPacked* packed, int64_t count, const float* weights, float* gradients, Aim aim, Chunk* chunk
) noexcept nogil
cdef void write_deep_outputs(
    const AnyPacked* packed, int64_t count, const float* weights, float* values, Chunk* chunk
) noexcept nogil
