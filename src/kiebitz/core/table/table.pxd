cimport cython
from libc.stdint cimport int16_t, uint8_t, uint16_t, uint64_t

from kiebitz.core.table.laboratory cimport Identity, LaboratoryTable
from kiebitz.core.table.memory cimport Memory
from kiebitz.core.game cimport Bitboard, Move, Position
# The words of every table, for those who ask this one.
from kiebitz.core.table.table_entry cimport EXACT, LOWER, NO_BOUND, UPPER, Hit

cdef enum:
    CLUSTER_ENTRIES = 3
    CLUSTER_BYTES = 32
    SMALLEST_MB = 1
    LARGEST_MB = 1 << 20

cdef struct Entry:
    uint16_t key           # low 16 bits of the position's key
    Move move              # best or refuting move
    uint16_t value         # int16_t; mate distances counted from the entry's own position
    uint16_t evaluation    # int16_t; static evaluation, or NO_VALUE in check
    uint8_t depth          # remaining depth in plies; 0 from quiescence
    uint8_t mark           # bound, principal variation, generation (table_entry)

cdef struct Cluster:
    Entry[3] entries
    uint16_t unused

@cython.final
cdef class Table:
    cdef Cluster* clusters                    # start of the memory; unused if special
    cdef uint64_t count                       # clusters
    cdef bint special                         # another design than the default: the laboratory's table answers
    cdef uint8_t generation_mark
    cdef LaboratoryTable laboratory           # None unless special
    cdef Memory memory                        # None if special
    cdef readonly object design
    cdef readonly int size_mb
    cdef bint counts_all                      # the rule of hashfull: all entries, or those of the last search

    cdef Cluster* cluster_of(self, Bitboard key) noexcept nogil
    cdef void prefetch(self, Position position) noexcept nogil
    cdef void prefetch_key(self, Bitboard key) noexcept nogil
    cdef void probe_bare(self, Bitboard key, int ply, Hit* hit) noexcept nogil
    cdef void store_bare(
        self, Bitboard key, int ply, Move move, int value, int evaluation, int depth, int bound, bint pv
    ) noexcept nogil
    cdef void prefetch_after(self, Position position, Move move) noexcept nogil
    cdef void probe(self, Position position, int ply, Hit* hit) noexcept nogil
    cdef void probe_key(self, Bitboard key, int ply, Hit* hit) noexcept nogil
    cdef void store(
        self, Position position, int ply, Move move, int value, int evaluation, int depth, int bound, bint pv
    ) noexcept nogil
    cdef void store_key(
        self, Bitboard key, int ply, Move move, int value, int evaluation, int depth, int bound, bint pv
    ) noexcept nogil
    cdef void empty(self) noexcept nogil
    cdef void new_search(self) noexcept nogil
    cdef int permille(self) noexcept nogil
    cdef identify_key(self, key, Identity* who)
