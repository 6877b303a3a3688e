cimport cython
from libc.stdint cimport int64_t, uint8_t, uint64_t

from kiebitz.core.table.memory cimport Memory
from kiebitz.core.game cimport Move

cdef enum:
    FINDING_BYTES = 16
    # Room for so many between two calls of ``take``; further ones are not told.
    FINDINGS_ROOM = 4096
    # No depth is so great: nothing is kept.
    NEVER = 1 << 20

# What a search stored in its table, as it travels to another one.
cdef struct Finding:
    uint64_t key
    short value            # mate distances counted from the position itself
    short evaluation       # static evaluation, or NO_VALUE
    Move move
    uint8_t depth
    uint8_t mark           # bound and principal variation (table_entry), without generation

@cython.final
cdef class Findings:
    cdef Memory memory
    cdef Finding* rows
    cdef int count

    cdef void keep(
        self, uint64_t key, int ply, Move move, int value, int evaluation, int depth, int bound, bint pv
    ) noexcept nogil
