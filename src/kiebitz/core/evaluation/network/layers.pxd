cimport cython
from libc.stdint cimport int16_t, int32_t

from kiebitz.core.chess.bitboard cimport Square
from kiebitz.core.chess.position cimport Position
from kiebitz.core.evaluation.network.features cimport BUCKETS, FEATURES, Placed, feature_of
from kiebitz.core.machine cimport ConstInt16Row, Int16Row

cpdef enum:
    # Neurons of the hidden layer, for each view; a power of two of at least 32.
    HIDDEN = 128
    # What 1 is in the hidden layer; a neuron is clipped there.
    QA = 255

cdef enum:
    CACHE_LINE = 64
    # Numbers of the first layer, its bias last, and of the output layer.
    ROW_NUMBERS = (FEATURES + 1) * HIDDEN
    OUTPUT_NUMBERS = BUCKETS * 2 * HIDDEN
    MAX_INT16 = 32767
    MAX_INT32 = 2147483647

@cython.final
cdef class Layers:
    cdef int16_t* rows                      # FEATURES rows of HIDDEN, and the bias
    cdef int16_t* output_rows               # BUCKETS rows of 2 * HIDDEN: the own view's, and the other's
    cdef int32_t[BUCKETS] output_bias
    cdef readonly int qb
    cdef readonly int scale

    cdef read(self, tuple weights)
    cdef check_sums(self)
    cdef int largest_sum(self) noexcept nogil

    # What the layers say of a position, everything computed afresh; and of two views that are known.
    cdef int evaluate(self, Position position) noexcept nogil
    cdef int output(self, ConstInt16Row own, ConstInt16Row other, int bucket) noexcept nogil
    cdef void view(self, Position position, int side, Int16Row sums) noexcept nogil
    cdef tuple outputs(self, Position position)
    cdef dict worths(self, Position position)

    # Written by tools/write_inlines.py from layers.py; change it there.

    cdef inline const int16_t* row(self, Placed placed, int side, int turn) noexcept nogil:
        return self.rows + feature_of(placed.man, placed.square, side, turn) * HIDDEN

cdef int32_t activated(ConstInt16Row sums, ConstInt16Row weights) noexcept nogil
cdef void add(Int16Row sums, ConstInt16Row added) noexcept nogil
cdef void take(Int16Row sums, ConstInt16Row taken) noexcept nogil
cdef int16_t int16_at(const unsigned char* bytes, int index) noexcept nogil
cdef int32_t int32_at(const unsigned char* bytes, int index) noexcept nogil
cdef int largest_of_squares(const int16_t* rows, int neuron) noexcept nogil
