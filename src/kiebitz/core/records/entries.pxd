cimport cython
from libc.stdint cimport uint8_t, uint64_t

from kiebitz.core.chess.position cimport Position
from kiebitz.core.pgn.position_columns cimport TextColumn
from kiebitz.core.records.binpack cimport BinpackWriter, HighBits
from kiebitz.core.records.entry cimport Entry

# The formats, by the numbers that Python gives.
cpdef enum:
    PLAIN
    BIN
    BULLET
    BINPACK

cdef enum:
    # Entries of one call, at most, but for those of a chain.
    MOST_ENTRIES = 20000
    FIRST_ENTRIES = 1024
    # Letters of an entry as text, at most.
    PLAIN_LETTERS = 256
    NUMBER_DIGITS = 9

@cython.final
cdef class Entries:
    cdef readonly Py_ssize_t count
    cdef Py_ssize_t room
    cdef Entry* at
    cdef Position position
    cdef Py_ssize_t block_left    # bytes of the block of a binpack under way

    cdef Entry* added(self) noexcept nogil
    cdef Py_ssize_t read_records(self, int format, const uint8_t* data, Py_ssize_t size) noexcept nogil
    cdef Py_ssize_t read_plain(self, const uint8_t* data, Py_ssize_t size, bint is_last) noexcept nogil
    cdef bint read_line(self, Entry* entry, const uint8_t* line, Py_ssize_t length) noexcept nogil
    cdef Py_ssize_t read_blocks(self, const uint8_t* data, Py_ssize_t size) noexcept nogil
    cdef Py_ssize_t read_chain(self, const uint8_t* data, Py_ssize_t size) noexcept nogil

@cython.final
cdef class KeySet:
    cdef uint64_t* places
    cdef Py_ssize_t room          # a power of two
    cdef readonly Py_ssize_t count

    cdef bint grow(self) noexcept nogil
    cdef int add(self, uint64_t key) noexcept nogil

cdef Py_ssize_t word_of(const uint8_t* line, Py_ssize_t length, const char* word, Py_ssize_t letters) noexcept nogil
cdef bint number_of(const uint8_t* text, Py_ssize_t length, int* value) noexcept nogil
cdef int write_fen_of(Entry* entry, char* text) noexcept nogil
cdef int write_plain(Entry* entry, char* text) noexcept nogil
cdef int write_number(int value, char* text) noexcept nogil
