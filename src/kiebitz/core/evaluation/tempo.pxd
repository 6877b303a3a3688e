from kiebitz.core.evaluation.pair cimport Pair

cdef Pair TEMPO

cdef Pair tempo(int side_to_move, int side) noexcept nogil
cdef load()
