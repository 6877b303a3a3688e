cimport cython
from libc.stdint cimport int64_t, uint64_t

from kiebitz.core.mate.numbers cimport Number, Numbers
from kiebitz.core.mate.table cimport ProofTable
from kiebitz.core.chess.move cimport MAX_MOVES, Move
from kiebitz.core.chess.position cimport MAX_PLY, Position

cdef enum:
    # A child is searched on until it is worse than the next best by a quarter (Pawlewicz and Lew 2007).
    PATIENCE = 4

# A node's child: the move that leads to it and what is known of it, for the side to move there.
cdef struct Child:
    uint64_t key
    Numbers numbers
    Numbers guess        # what is thought of it as long as nothing is known
    Move move

@cython.final
cdef class MateSearch:
    cdef readonly ProofTable table
    cdef readonly bint checks_only
    cdef readonly bint table_only
    cdef Position position            # where the search stands
    cdef Position root
    cdef uint64_t[MAX_PLY] line       # keys of the nodes from the root to where the search stands
    cdef int plies                    # from the root to mate
    cdef Move[MAX_MOVES] first        # the moves that the root may begin with ...
    cdef int first_count              # ... and how many they are; 0 for any
    cdef int64_t nodes
    cdef int64_t node_limit

    cdef Numbers explore(self, int left, Numbers limits) noexcept nogil
    cdef uint64_t root_key(self) noexcept nogil
    cdef int look_ahead(self, int left, Child* children) noexcept nogil
    cdef Numbers first_guess(self, int left) noexcept nogil
    cdef void look_up(self, Child* child) noexcept nogil
    cdef void remember(self, uint64_t key, Numbers numbers, int64_t work, Move move) noexcept nogil
    cdef void collect(self) noexcept nogil
    cdef void mark(self, int left, bint on_line) noexcept nogil
    cdef int candidates(self, Position position, int left, Move* moves) noexcept nogil

cdef uint64_t node_key(Position position, int left) noexcept nogil
