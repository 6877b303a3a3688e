cimport cython
from libc.stdint cimport int64_t, uint64_t

from kiebitz.core.mate.game cimport Move
from kiebitz.core.mate.numbers cimport Number, Numbers
from kiebitz.core.shogi.hand cimport Hand
from kiebitz.core.table.memory cimport Memory

cdef enum:
    ENTRY_BYTES = 32
    # Entries that an overwriting table looks at.
    BUCKET = 4
    # Sizes of subtrees, by powers of two.
    WORK_CLASSES = 32
    # A slice of a collection: so many entries are looked at, each time so many nodes were newly written. A sweep of the
    # whole table thus lets it grow by less than a hundredth.
    STEPS_A_SLICE = 4096
    WRITTEN_A_SLICE = 32
    # Entries by which the use of a table is told.
    SAMPLE = 1000
    # Marks are numbers from 1 to this, a collection's its own; an old one of the same number keeps a little too much.
    MOST_MARKS = 255

# In the order of design.KEEPINGS.
cdef enum Keeping:
    OVERWRITE
    KEEP_LARGE
    COLLECT_SMALL
    COLLECT_UNREACHED

# What a collection is at.
cdef enum Phase:
    IDLE
    MARKING
    DROPPING_UNREACHED
    DROPPING_SMALL

# What is known of a node. A free entry has the key 0.
cdef struct Entry:
    uint64_t key              # of the board
    Numbers numbers
    Hand hand                 # what the attacker holds; once settled, the least he needs or the most that is of no use
    unsigned int work         # nodes searched below it so far
    Move move                 # the move that settles it, or the most promising one
    # Proved: plies to mate. Disproved on one line only: the ply it hangs on. Unsettled: the least ply the node was at.
    unsigned short distance
    unsigned char reached     # the mark of the last collection that still needed it, or in which it was written

@cython.final
cdef class ProofTable:
    cdef readonly Memory memory
    cdef Entry* slots
    cdef readonly uint64_t entries
    cdef readonly uint64_t used
    cdef readonly int collections     # since the last ``clear``
    cdef readonly uint64_t survivors  # entries left by the last of them
    cdef readonly int64_t longest_pause_us
    cdef int64_t pause_began_us
    cdef int phase
    cdef unsigned char mark           # of the collection under way, or the last
    cdef int written                  # new nodes since its last slice
    cdef uint64_t cursor              # the entry to be swept next
    cdef int smallest                 # the first size of a subtree that is not dropped
    cdef uint64_t[32] counts          # of the entries in use, by the sizes of their subtrees
    cdef uint64_t most                # entries in use at which garbage is collected
    cdef int keeping
    cdef bint has_hands               # a board may have entries of several hands

    cdef Entry* find(self, uint64_t key, Hand hand, bint attacks) noexcept nogil
    cdef Entry* find_settled(self, uint64_t key, Hand hand, bint attacks) noexcept nogil
    cdef Entry* find_exactly(self, uint64_t key, Hand hand) noexcept nogil
    cdef void store(self, Entry* news) noexcept nogil
    cdef uint64_t home(self, uint64_t key) noexcept nogil
    cdef Entry* place(self, uint64_t key, Hand hand) noexcept nogil
    cdef Entry* overwritten(self, uint64_t key, Hand hand) noexcept nogil
    cdef void replace(self, Entry* entry, Entry* news) noexcept nogil
    cpdef int permille(self) noexcept nogil
    cdef bint is_due(self) noexcept nogil
    cdef bint begin_slice(self) noexcept nogil
    cdef void end_slice(self) noexcept nogil
    cdef void forget_marks(self) noexcept nogil
    cdef void begin_sweep(self) noexcept nogil
    cdef void sweep(self, int steps) noexcept nogil
    cdef bint is_garbage(self, Entry* entry) noexcept nogil
    cdef void drop(self, uint64_t index) noexcept nogil
    cdef uint64_t steps_between(self, uint64_t one, uint64_t other) noexcept nogil

cdef bint tells_of(Entry* entry, Hand hand, bint attacks) noexcept nogil
cdef int work_class(unsigned int work) noexcept nogil
