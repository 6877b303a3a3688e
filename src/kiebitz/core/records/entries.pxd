cimport cython
from libc.stdint cimport uint8_t

from kiebitz.core.chess.position cimport Position
from kiebitz.core.records.any_entries cimport AnyEntries, Told
from kiebitz.core.records.binpack cimport BinpackWriter, HighBits
from kiebitz.core.records.entry cimport Entry

@cython.final
cdef class Entries(AnyEntries):
    cdef Position position
    cdef Py_ssize_t block_left    # bytes of the block of a binpack under way

    cdef Py_ssize_t read_chain(self, const uint8_t* data, Py_ssize_t size) noexcept nogil
