cimport cython
from libc.stdint cimport int64_t, uint64_t

from kiebitz.core.chess.move cimport Move
from kiebitz.core.chess.position cimport Position
from kiebitz.core.syzygy.table_file cimport Table

cdef enum:
    # What a probe comes to: an answer; one that the best move, a capture or a pawn's, gives; or none.
    FOUND = 0
    BY_ZEROING = 1
    MISSING = 2
    UNREADABLE = 3

cdef enum:
    LOST = -2
    BLESSED = -1
    DRAWN = 0
    CURSED = 1
    WON = 2

cdef enum:
    NO_TABLE = -1
    FARTHEST = 0xFFFF
    MEN_CODES = 16

cdef extern from *:
    """
    static const unsigned long long GOLDEN = 0x9E3779B97F4A7C15ULL;
    """
    const uint64_t GOLDEN

# The tables of one ending, by its key; NO_TABLE where there is none.
cdef struct Slot:
    uint64_t key
    int results
    int distances

@cython.final
cdef class Tables:
    cdef Table* tables
    cdef Slot* slots
    cdef uint64_t slot_mask
    cdef int count
    cdef list paths
    cdef list held                # what keeps the files mapped
    cdef dict faults_found
    cdef int64_t found            # for searches, counted by all threads
    cdef readonly int wdl_files
    cdef readonly int dtz_files
    cdef readonly int most_men

    cdef Slot* slot_of(self, uint64_t key) noexcept nogil
    cdef bint is_ready(self, int number) noexcept nogil
    cdef open_file(self, int number)
    cdef known(self, Position position, bint by_distance)
    cdef int stored(self, Position position, int result, int* outcome) noexcept nogil
    cdef int result(self, Position position, bint pawns_too, int* outcome) noexcept nogil
    cdef int distance(self, Position position, int* outcome) noexcept nogil
    cdef int distance_with(self, Position position, Move move, int* outcome) noexcept nogil
    cdef int value(self, Position position, int ply, bint fifty_moves) noexcept nogil
    cdef complain(self, int outcome)

cdef bint zeroes(Position position, Move move) noexcept nogil
cdef bint captures(Position position, Move move) noexcept nogil
cdef int before_zeroing(int result) noexcept nogil
cdef int sign(int value) noexcept nogil

cdef uint64_t key_of(str men, str others)
