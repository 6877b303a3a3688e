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

# In the order of design.KEEPINGS.
cdef enum Keeping:
    OVERWRITE
    KEEP_LARGE
    COLLECT_SMALL
    COLLECT_UNREACHED

# What is known of a node. A free entry has the key 0.
cdef struct Entry:
    uint64_t key              # of the board
    Numbers numbers
    Hand hand                 # what the attacker holds; once settled, the least he needs or the most that is of no use
    unsigned int work         # nodes searched below it so far
    Move move                 # the move that settles it, or the most promising one
    # Proved: plies to mate. Disproved on one line only: the ply it hangs on. Unsettled: the least ply the node was at.
    unsigned short distance
    unsigned char reached     # while collecting: it is still needed

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
    cdef uint64_t most                # entries in use at which garbage is collected
    cdef int keeping
    cdef bint has_hands               # a board may have entries of several hands

    cdef Entry* find(self, uint64_t key, Hand hand, bint attacks) noexcept nogil
    cdef Entry* find_proof(self, uint64_t key, Hand hand) noexcept nogil
    cdef Entry* find_exactly(self, uint64_t key, Hand hand) noexcept nogil
    cdef void store(self, Entry* news) noexcept nogil
    cdef uint64_t home(self, uint64_t key) noexcept nogil
    cdef Entry* place(self, uint64_t key, Hand hand) noexcept nogil
    cdef Entry* overwritten(self, uint64_t key, Hand hand) noexcept nogil
    cdef bint is_full(self) noexcept nogil
    cdef uint64_t begin_collection(self) noexcept nogil
    cdef void drop_unreached(self) noexcept nogil
    cdef void drop_small(self) noexcept nogil
    cdef void end_collection(self, uint64_t start) noexcept nogil

cdef bint tells_of(Entry* entry, Hand hand, bint attacks) noexcept nogil
cdef int work_class(unsigned int work) noexcept nogil
