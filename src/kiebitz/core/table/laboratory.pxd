cimport cython
from libc.stdint cimport int64_t, uint64_t

from kiebitz.core.table.memory cimport Memory
from kiebitz.core.game cimport RIGHTS_WORD, Move, Position
from kiebitz.core.table.table_entry cimport Hit

cdef enum:
    ENTRY_BYTES = 16
    # Of a position kept whole: four bit planes of men and one word of rights.
    BOARD_WORDS = 5
    BOARD_BYTES = 40

# In the order of table_design.INDEXES and VERIFICATIONS.
cdef enum Indexing:
    MULTIPLY
    AND
    MOD

cdef enum Verification:
    TRUST
    COUNT_FALSE
    REJECT_FALSE

# What a position is known by in the table.
cdef struct Identity:
    uint64_t key
    uint64_t place                         # what the index is taken from: the key, unless it has codes of its own
    uint64_t[BOARD_WORDS] board

# An entry: the bits of the key that are kept (lockless: XORed with the data), and the data in one word (table_policy).
cdef struct Slot:
    uint64_t key
    uint64_t data

cdef struct Board:
    uint64_t[BOARD_WORDS] words

@cython.final
cdef class LaboratoryTable:
    cdef readonly object design
    cdef readonly Memory memory
    cdef readonly Memory board_memory      # None unless verifying
    cdef Slot* slots
    cdef Board* boards
    cdef readonly uint64_t buckets
    cdef readonly uint64_t entries
    cdef uint64_t key_mask
    cdef int bucket                        # entries in a bucket
    cdef int policy
    cdef int indexing
    cdef int verification
    cdef int index_shift                   # the key's bits that the index is taken from begin here
    cdef bint lockless
    cdef bint reduced
    cdef bint own_index_codes
    cdef bint neighbours
    cdef public int generation
    # Counted by all threads, by relaxed atomics.
    cdef int64_t probes
    cdef int64_t hits
    cdef int64_t false_hits
    cdef int64_t rights_hits

    cdef void identify(self, Position position, Identity* who) noexcept nogil
    cdef uint64_t key_of(self, Position position) noexcept nogil
    cdef uint64_t first_slot(self, uint64_t place) noexcept nogil
    cdef void prefetch(self, Position position) noexcept nogil
    cdef bint is_genuine(self, uint64_t slot, Identity* who) noexcept nogil
    cdef void probe(self, Position position, int ply, Hit* hit) noexcept nogil
    cdef void probe_identity(self, Identity* who, int ply, Hit* hit) noexcept nogil
    cdef void store(
        self, Position position, int ply, Move move, int value, int evaluation, int depth, int bound, bint pv
    ) noexcept nogil
    cdef void store_identity(
        self, Identity* who, int ply, Move move, int value, int evaluation, int depth, int bound, bint pv
    ) noexcept nogil
    cdef void write(self, uint64_t slot, uint64_t key, uint64_t data, uint64_t* board) noexcept nogil
    cdef void move_down(self, uint64_t slot, uint64_t key, uint64_t data) noexcept nogil
    cdef void new_search(self) noexcept nogil
    cdef int permille(self, bint used) noexcept nogil
