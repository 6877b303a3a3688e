from libc.stdint cimport uint8_t

from kiebitz.core.records.entry cimport Entry

cdef enum:
    BIN_BYTES = 40
    BOARD_BYTES = 32
    BOARD_BITS = 256
    SQUARE_BITS = 6

# Bits of a packed board, the lowest of each byte first.
cdef struct Bits:
    uint8_t* bytes
    int at

cdef int read_bits(Bits* bits, int count) noexcept nogil
cdef void write_bits(Bits* bits, int value, int count) noexcept nogil
cdef bint read_bin(const uint8_t* record, Entry* entry) noexcept nogil
cdef void write_bin(Entry* entry, uint8_t* record) noexcept nogil
