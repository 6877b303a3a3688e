from kiebitz.core.evaluation.pair cimport Pair

cdef struct TempoWeights:
    Pair tempo

cdef TempoWeights W

cdef Pair tempo(int side_to_move, int side) noexcept nogil
cdef load()
