cimport cython
from libc.stdint cimport int16_t, int32_t

from kiebitz.core.chess.position cimport Position
from kiebitz.core.evaluation.network.changes cimport SETS
from kiebitz.core.game cimport AnyPosition
from kiebitz.core.machine cimport ConstInt16Row, Int16Row

cpdef enum:
    # Neurons of the hidden layer, for each view; a power of two of at least 32.
    HIDDEN = 128
    # What 1 is in the hidden layer; a neuron is clipped there.
    QA = 255

cdef enum:
    CACHE_LINE = 64
    # Numbers of the output layer.
    OUTPUT_NUMBERS = SETS * 2 * HIDDEN
    # Groups of rows are numbered by bytes.
    MOST_GROUPS = 256
    MAX_INT16 = 32767
    MAX_INT32 = 2147483647

@cython.final
cdef class Layers:
    cdef int16_t* rows                      # as many rows of HIDDEN as there are features, and the bias
    cdef int16_t* output_rows               # SETS rows of 2 * HIDDEN: the own view's, and the other's
    cdef int32_t[SETS] output_bias
    cdef readonly int features
    cdef readonly int qb
    cdef readonly int scale

    cdef read(self, tuple weights)
    cdef check_sums(self, game)
    cdef int largest_sum(self, bytes groups, int most_rows) except -1
    cdef int largest_of_groups(self, int neuron, const unsigned char* group_of, int most_rows) noexcept nogil

    # What the layers say of two views that are known.
    cdef int output(self, ConstInt16Row own, ConstInt16Row other, int bucket) noexcept nogil
    cdef dict worths(self, Position position)

cdef void sum_up_view(Layers layers, AnyPosition position, int side, Int16Row sums) noexcept nogil
cdef int evaluate_afresh(Layers layers, AnyPosition position) noexcept nogil
cdef tuple outputs_afresh(Layers layers, AnyPosition position)
cdef int32_t activated(ConstInt16Row sums, ConstInt16Row weights) noexcept nogil
cdef void add(Int16Row sums, ConstInt16Row added) noexcept nogil
cdef void take(Int16Row sums, ConstInt16Row taken) noexcept nogil
cdef int16_t int16_at(const unsigned char* bytes, int index) noexcept nogil
cdef int32_t int32_at(const unsigned char* bytes, int index) noexcept nogil
