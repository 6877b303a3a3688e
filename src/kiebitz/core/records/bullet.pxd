from libc.stdint cimport uint8_t

from kiebitz.core.records.entry cimport Entry

cdef enum:
    BULLET_BYTES = 32
    OTHERS_MAN = 8

cdef bint read_bullet(const uint8_t* record, Entry* entry) noexcept nogil
cdef void write_bullet(Entry* entry, uint8_t* record) noexcept nogil
