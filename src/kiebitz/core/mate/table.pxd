cimport cython
from libc.stdint cimport uint64_t

from kiebitz.core.mate.numbers cimport Number, Numbers
from kiebitz.core.table.memory cimport Memory
from kiebitz.core.chess.move cimport Move

cdef enum:
    ENTRY_BYTES = 24
    # Entries that an overwriting table looks at.
    BUCKET = 4
    # Sizes of subtrees, by powers of two.
    WORK_CLASSES = 32

# In the order of design.KEEPINGS.
cdef enum Keeping:
    OVERWRITE
    KEEP_LARGE
    COLLECT_SMALL
    COLLECT_UNREACHED

# What is known of a node. A free entry has the key 0.
cdef struct Entry:
    uint64_t key
    Numbers numbers
    unsigned int work         # nodes searched below it so far
    Move move                 # the move that settles it, or the most promising one
    unsigned char reached     # while collecting: it is still needed

@cython.final
cdef class ProofTable:
    cdef readonly Memory memory
    cdef Entry* slots
    cdef readonly uint64_t entries
    cdef readonly uint64_t used
    cdef readonly int collections     # since the last ``clear``
    cdef uint64_t most                # entries in use at which garbage is collected
    cdef int keeping

    cdef Entry* find(self, uint64_t key) noexcept nogil
    cdef void store(self, uint64_t key, Numbers numbers, unsigned int work, Move move) noexcept nogil
    cdef uint64_t home(self, uint64_t key) noexcept nogil
    cdef Entry* place(self, uint64_t key) noexcept nogil
    cdef Entry* overwritten(self, uint64_t key) noexcept nogil
    cdef bint is_full(self) noexcept nogil
    cdef uint64_t first_free(self) noexcept nogil
    cdef void drop_unreached(self) noexcept nogil
    cdef void drop_small(self) noexcept nogil
    cdef void close_gaps(self, uint64_t start) noexcept nogil

cdef int work_class(unsigned int work) noexcept nogil
