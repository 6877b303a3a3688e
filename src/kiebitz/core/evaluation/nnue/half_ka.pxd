cimport cython
from libc.stdint cimport int16_t, int32_t, int64_t

from kiebitz.core.chess.position cimport Position
from kiebitz.core.evaluation.deep cimport LAYER_1, LAYER_2, NEURON, SUM, Behind, Told, multiply, through, widen
from kiebitz.core.machine cimport ConstInt16Row, Int16Row
from kiebitz.core.training.packed_position cimport PackedPosition

cpdef enum:
    # Neurons of the first layer, for each view; their products, half as many of each, are what the next one sees.
    HALF = 1024
    # A man on a square: eleven planes (both kings share one) for each of 32 places of the own king.
    INPUTS = 32 * 11 * 64
    # Sets of the layers behind, by the number of men.
    STACKS = 8

cdef enum:
    CACHE_LINE = 64
    MOST_MEN = 32
    # Rows of a list, and its end.
    LISTED = 33
    # Numbers of the first layer whose sums are held in registers together.
    BLOCK = 256
    # What the product of two neurons is shifted by.
    PRODUCT_SHIFT = 7
    PLANES = 11
    PLANE_OF_KINGS = 10
    # Worths and biases are no larger, so that sums of 32 bits have room for all men.
    MOST = 1 << 25
    # Stands behind the last row of a list.
    END = -1
    # What 1 is in the output, and in the value.
    OUTPUT_UNIT = 600 * 16
    VALUE_UNIT = 16
    # Material without pawns that shifts the weight between worths and layers by 1 of 1,024, and its weight without any.
    MATERIAL_A_STEP = 9560
    STEPS = 24
    WHOLE = 1024
    # What Stockfish's value is for a pawn up, in hundredths: so many are 100 centipawns.
    PAWN = 208

cdef int[6] MATERIAL               # what a man counts where worths and layers are mixed, by its kind

# The men of a position with their squares; the kings' once more.
cdef struct Men:
    int count
    int side                       # to move
    int[2] kings                   # squares, White's first
    int[MOST_MEN] man
    int[MOST_MEN] square

# What the network says: two numbers that are mixed, both from the view of the side to move.
cdef struct Said:
    int64_t worths
    int64_t layers

@cython.final
cdef class HalfKA:
    cdef int16_t* bias
    cdef int16_t* rows             # INPUTS of HALF numbers
    cdef int32_t* worths           # INPUTS of a number for each stack
    cdef int16_t* weights_1        # of each stack, LAYER_1 of HALF numbers
    cdef Behind* behind            # of each stack
    cdef readonly str name
    cdef readonly bytes data

    cdef take(self, tuple parts)
    cdef int check(self, int64_t number) except -1
    cdef Said ask(self, const Men* men) noexcept nogil
    cdef int32_t add_up(self, const Men* men, int side, int stack, Int16Row seen) noexcept nogil
    cdef int evaluate(self, const Men* men) noexcept nogil

cdef void men_of_position(Position position, Men* men) noexcept nogil
cdef void men_of_packed(const PackedPosition* packed, Men* men) noexcept nogil
cdef void sum_rows(Int16Row sums, ConstInt16Row bias, const int16_t* rows, const int* listed) noexcept nogil
cdef const unsigned char* copied(void* target, const unsigned char* source, size_t size) noexcept nogil
cdef int value_of(HalfKA network, Position position) noexcept nogil
