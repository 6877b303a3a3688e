cimport cython
from libc.stdint cimport int16_t, int32_t, int64_t

from kiebitz.core.chess.position cimport Position
from kiebitz.core.evaluation.network.changes cimport SETS
from kiebitz.core.evaluation.deep cimport LAYER_1, LAYER_2, SUM, WIDE, Behind, Told, multiply, through, widen
from kiebitz.core.game cimport AnyPosition
from kiebitz.core.machine cimport ConstInt16Row, Int16Row

cpdef enum:
    # Neurons of the hidden layer of a shallow network, for each view; a power of two of at least 32.
    HIDDEN = 128
    # What 1 is in the hidden layer; a neuron is clipped there.
    QA = 255

cdef enum:
    CACHE_LINE = 64
    HUGE_PAGE = 1 << 21
    # What the product of two neurons is shifted by, to be one of 0 to 127.
    PRODUCT_SHIFT = 9
    # No bias behind the first layer is larger, so that 32 bits have room for its sum.
    MOST_BIAS = 1 << 25
    # Numbers of a shallow network's output layer.
    OUTPUT_NUMBERS = SETS * 2 * HIDDEN
    # Groups of rows are numbered by bytes.
    MOST_GROUPS = 256
    MAX_INT16 = 32767
    MAX_INT32 = 2147483647

@cython.final
cdef class Layers:
    cdef int16_t* rows                      # rooms * features rows of ``width``, and the bias
    cdef int16_t* output_rows               # shallow: SETS rows of 2 * HIDDEN, the own view's and the other's
    cdef int32_t[SETS] output_bias
    cdef int16_t* weights_1                 # deep: of each set, LAYER_1 rows of 2 * WIDE / 2 products
    cdef Behind[SETS] behind
    cdef readonly bint deep
    cdef readonly int width
    cdef readonly int rooms
    cdef readonly int features
    cdef readonly int qb
    cdef readonly int scale

    cdef read(self, tuple weights)
    cdef read_behind(self, const unsigned char* source)
    cdef check_sums(self, game)
    cdef check_output(self)
    cdef check_behind(self)
    cdef int largest_sum(self, bytes groups, int most_rows) except -1
    cdef int reach_of(self, int room, int neuron, const unsigned char* group_of, int most_rows) noexcept nogil

    # What the layers say of two views that are known.
    cdef int output(self, ConstInt16Row own, ConstInt16Row other, int bucket) noexcept nogil
    cdef int64_t ask_behind(self, ConstInt16Row own, ConstInt16Row other, int bucket) noexcept nogil
    cdef dict worths(self, Position position)

cdef void sum_up_view(Layers layers, AnyPosition position, int side, Int16Row sums) noexcept nogil
cdef int evaluate_afresh(Layers layers, AnyPosition position) noexcept nogil
cdef tuple outputs_afresh(Layers layers, AnyPosition position)
cdef int32_t activated(ConstInt16Row sums, ConstInt16Row weights) noexcept nogil
cdef int16_t int16_at(const unsigned char* bytes, int index) noexcept nogil
cdef int32_t int32_at(const unsigned char* bytes, int index) noexcept nogil
