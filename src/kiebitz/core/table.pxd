cimport cython
from libc.stdint cimport int16_t, uint8_t, uint16_t, uint64_t

from kiebitz.core.bitboard cimport Bitboard
from kiebitz.core.memory cimport Memory
from kiebitz.core.move cimport Move

# What a stored value says about the true one.
cdef enum:
    NO_BOUND = 0
    UPPER = 1
    LOWER = 2
    EXACT = 3

cdef enum:
    CLUSTER_ENTRIES = 3
    CLUSTER_BYTES = 32
    SMALLEST_MB = 1
    LARGEST_MB = 1 << 20

cdef enum:
    # The byte ``mark``: bound in bits 0-1, principal variation in bit 2, generation in bits 3-7.
    BOUND_BITS = 3
    PV_BIT = 4
    GENERATION_STEP = 8
    GENERATION_BITS = 0xF8
    # How much worth an entry loses in replacement for each generation of age, in plies of depth.
    AGE_WEIGHT = 8
    # A bound of the same search stays unless the new one comes within so many plies of its depth.
    KEPT_DEPTH = 4
    HASHFULL_SAMPLE = 1000

cdef struct Entry:
    uint16_t key           # low 16 bits of the position's key
    Move move              # best or refuting move
    uint16_t value         # int16_t; mate distances counted from the entry's own position
    uint16_t evaluation    # int16_t; static evaluation, or NO_VALUE in check
    uint8_t depth          # remaining depth in plies; 0 from quiescence
    uint8_t mark

cdef struct Cluster:
    Entry[3] entries
    uint16_t unused

# A probe's answer, taken out of the table at once.
cdef struct Hit:
    bint found
    Move move
    int value
    int evaluation
    int depth
    int bound
    bint pv

@cython.final
cdef class Table:
    cdef Memory memory
    cdef Cluster* clusters         # its start
    cdef uint64_t count            # clusters
    cdef uint8_t generation
    cdef readonly int size_mb

    cdef Cluster* cluster_of(self, Bitboard key) noexcept nogil
    cdef void prefetch(self, Bitboard key) noexcept nogil
    cdef void probe(self, Bitboard key, int ply, Hit* hit) noexcept nogil
    cdef void store(
        self, Bitboard key, int ply, Move move, int value, int evaluation, int depth, int bound, bint pv
    ) noexcept nogil
    cdef void new_search(self) noexcept nogil
    cdef int permille(self) noexcept nogil

# Whether a hit says all that a search within (alpha, beta) asks.
cdef inline bint settles(Hit* hit, int alpha, int beta) noexcept nogil:
    if hit.value >= beta:
        return hit.bound & LOWER
    if hit.value <= alpha:
        return hit.bound & UPPER
    return hit.bound == EXACT

cdef int value_to_table(int value, int ply) noexcept nogil
cdef int value_from_table(int value, int ply) noexcept nogil
