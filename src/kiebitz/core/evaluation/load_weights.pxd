from kiebitz.core.evaluation.classical.pair cimport Pair

cdef Pair load_weight(str name) except? -1
cdef int load_series(str name, Pair* target, int length) except -1
cdef int load_number(str name) except? -1
cdef int load_numbers(str name, int* target, int length) except -1
