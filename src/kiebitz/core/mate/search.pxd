cimport cython
from libc.stdint cimport int64_t, uint64_t

from kiebitz.core.mate.game cimport MOST_MOVES, Game, Move
from kiebitz.core.mate.numbers cimport Number, Numbers
from kiebitz.core.mate.table cimport Entry, ProofTable
from kiebitz.core.shogi.hand cimport Hand

cpdef enum:
    # Plies of the longest line that is searched; twice as many as the longest problem known has.
    MOST_PLIES = 3072

cdef enum:
    # A child is searched on until it is worse than the next best by a quarter (Pawlewicz and Lew 2007).
    PATIENCE = 4
    # Of a defender's replies so many count as one, where the sum isn't what is worked with.
    REPLIES_AS_ONE = 4
    # Plies that a disproof hangs on: one that holds on every line, and one that a limit brought about.
    NOTHING = 65535
    A_LIMIT = -1
    # A child that waits for none.
    NOBODY = -1
    FIRST_CHILDREN = 4096
    # How often the nodes are shown; a power of two less one.
    SHOWN_EVERY = 1023
    # Twice the plies of a line: a free place is always near. A power of two.
    LINE_PLACES = 8192
    SQUARES = 82

# A node of the line being searched.
cdef struct Node:
    uint64_t key
    uint64_t path        # of the nodes before it, each at its ply
    Hand hand

# A node that is being marked, and the line's node at its ply when marking began.
cdef struct Marked:
    Node node
    int count            # of its moves ...
    int next             # ... and the one to be looked at next
    bint is_on_line

# What is known of a node, for the side to move there.
cdef struct Outcome:
    Numbers numbers
    Hand hand            # once settled: see Entry
    int distance         # plies to mate in the proof
    int hangs_on         # once disproved: the lowest ply of the line that it hangs on, or NOTHING, or A_LIMIT

# A node's child: the move that leads to it and what is known of it.
cdef struct Child:
    uint64_t key
    Hand hand
    Outcome known
    Numbers guess        # what is thought of it as long as nothing is known
    Move move
    short waits_for      # a child before it, which must have fallen first; or NOBODY

@cython.final
cdef class MateSearch:
    cdef readonly ProofTable table
    cdef readonly bint checks_only
    cdef readonly bint table_only
    cdef Game game                    # where the search stands
    cdef Game root
    cdef Node* line                   # the nodes from the root to where the search stands
    cdef short* places                # their plies by key, one more than each is; 0 is a free place
    cdef Child* children              # of all nodes of the line, one after the other
    cdef int64_t children_used
    cdef int64_t capacity
    cdef Move[MOST_MOVES] moves       # of the node being looked at; heaps, not the stack, hold what grows with the line
    cdef Marked* marked               # the nodes from the root to where marking stands, a ply each
    cdef Move* marked_moves           # theirs, MOST_MOVES a ply
    cdef int marked_ply               # the last of them
    cdef int line_end                 # the last ply of the line when marking began
    cdef short[82] last_drop_on       # by square: the last of the children so far that interposes there
    cdef int plies                    # from the root to mate; 0 for any number
    cdef bint sums                    # numbers are added up; else the largest counts, and the others as one each
    cdef Move[MOST_MOVES] first       # the moves that the root may begin with ...
    cdef int first_count              # ... and how many they are; 0 for any
    cdef Move first_move              # the one that was found to settle the root, or the most promising one
    cdef int64_t nodes
    cdef int64_t node_limit
    cdef readonly int deepest
    cdef bint is_widened              # limits are widened until a node is searched for the first time
    cdef bint is_out_of_memory
    # Touched by several threads, by relaxed operations only.
    cdef int64_t stopped
    cdef int64_t shown_nodes
    cdef int64_t shown_proof          # the root's numbers
    cdef int64_t shown_disproof
    cdef int64_t shown_permille       # of the table
    cdef int64_t shown_collections

    cdef take_up(self, position)
    cdef Entry* mate_entry(self, Game game, int plies) noexcept nogil
    cdef Outcome explore(self, int ply, Numbers limits) noexcept nogil
    cdef Outcome weigh(self, Child* children, int count, int* best, Number* next_best) noexcept nogil
    cdef void settle(self, int ply, Child* children, int count, int best, Outcome* outcome) noexcept nogil
    cdef uint64_t node_key(self, Game game, int ply) noexcept nogil
    cdef bint is_mate(self, int ply, Numbers numbers) noexcept nogil
    cdef uint64_t lasting_key(self, uint64_t key, int ply) noexcept nogil
    cdef int look_ahead(self, int ply) noexcept nogil
    cdef bint make_room(self, int count) noexcept nogil
    cdef void judge(self, int ply, Outcome* known) noexcept nogil
    cdef Entry* entry_of(self, uint64_t key, Hand hand, int ply) noexcept nogil
    cdef void look_up(self, int ply, Child* child) noexcept nogil
    cdef void remember(self, int ply, Outcome outcome, int64_t work, Move move) noexcept nogil
    cdef void enter(self, int ply) noexcept nogil
    cdef void leave(self, int ply) noexcept nogil
    cdef int met_before(self, uint64_t key, Hand hand) noexcept nogil
    cdef void collect(self, int ply) noexcept nogil
    cdef void begin_marking(self, int ply) noexcept nogil
    cdef void open_marked(self, bint is_on_line) noexcept nogil
    cdef int go_on_marking(self, int steps) noexcept nogil
    cdef int candidates(self, Game game, int ply, Move* moves) noexcept nogil

cdef uint64_t mixed(uint64_t word) noexcept nogil
