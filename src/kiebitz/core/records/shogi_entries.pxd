cimport cython

from kiebitz.core.records.any_entries cimport AnyEntries, Told
from kiebitz.core.shogi.position cimport ShogiPosition

@cython.final
cdef class ShogiEntries(AnyEntries):
    cdef ShogiPosition position
