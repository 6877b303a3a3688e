from kiebitz.core.evaluation.pair cimport Pair

cdef Pair load_weight(object weight) except? -1
cdef int load_series(object weight, Pair* target, int length) except -1
cdef int load_number(object number) except? -1
cdef int load_numbers(object number, int* target, int length) except -1
