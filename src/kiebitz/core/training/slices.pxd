from libc.stdint cimport int32_t, int64_t

from kiebitz.core.machine cimport ConstFloatRow, FloatRow
from kiebitz.core.training.lesson cimport END

cpdef enum:
    # Neurons of a slice: their sums fit into the registers.
    SLICE = 128

cdef enum:
    # Partial sums of a dot product: so many fit into the registers, and their order is the same everywhere.
    LANES = 16

cdef void sum_slice(float* sums, const float* bias, const float* rows, const int32_t* listed) noexcept nogil
cdef void add_to_slice(float* rows, ConstFloatRow added, const int32_t* listed) noexcept nogil
cdef void add_products(FloatRow partial, ConstFloatRow left, ConstFloatRow right) noexcept nogil
cdef float product(ConstFloatRow left, ConstFloatRow right, int count) noexcept nogil
