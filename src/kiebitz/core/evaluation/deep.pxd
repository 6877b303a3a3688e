from libc.stdint cimport int8_t, int16_t, int32_t, int64_t, uint16_t

from kiebitz.core.machine cimport ConstInt16Row, Int16Row

cpdef enum:
    # Neurons of the first layer in networks of ours that are deep, for each view.
    WIDE = 512
    # Neurons of the two layers behind the first. The last one of the first of them goes by the other to the output.
    LAYER_1 = 16
    LAYER_2 = 32
    # From here on the inputs of the second are no neurons.
    SKIPPED = 2 * (LAYER_1 - 1)
    # What 1 is: of a neuron, of a weight, and of a sum of neurons times weights.
    NEURON = 127
    WEIGHT = 64
    SUM = NEURON * WEIGHT

cdef enum:
    # Neurons whose sums are held in registers together.
    AT_ONCE = 8
    # By how many bits a sum becomes a neuron, and the square of one.
    SUM_SHIFT = 6
    SQUARE_SHIFT = 19
    # A sum of this size, squared and shifted, is more than NEURON.
    MOST_SQUARED = 1 << 13

# The layers behind the first of one set, but for the weights of the first of them.
cdef struct Behind:
    int32_t[LAYER_1] bias_1
    int32_t[LAYER_2] bias_2
    int16_t[LAYER_2][LAYER_2] weights_2
    int32_t bias_3
    int16_t[LAYER_2] weights_3

# What they say: the output, and the neuron that goes by them; both in units of which SUM is 1.
cdef struct Told:
    int64_t output
    int64_t by

cdef const unsigned char* widen(Int16Row target, const unsigned char* source, int count) noexcept nogil
