"""The machine as CXXRTL compiled it, through CXXRTL's own interface in C; the clock runs without the GIL.

Thread safety: a ``Model`` belongs to one thread.
"""

from libc.stdint cimport uint32_t
from libc.string cimport memset

cdef extern from "cxxrtl/capi/cxxrtl_capi.h" nogil:
    ctypedef void* cxxrtl_toplevel
    ctypedef void* cxxrtl_handle
    cdef struct cxxrtl_object:
        size_t width
        uint32_t* curr
        uint32_t* next
    cxxrtl_handle cxxrtl_create(cxxrtl_toplevel)
    void cxxrtl_destroy(cxxrtl_handle)
    size_t cxxrtl_step(cxxrtl_handle)
    cxxrtl_object* cxxrtl_get(cxxrtl_handle, const char*)

# What CXXRTL writes with the design.
cdef extern from *:
    """extern "C" cxxrtl_toplevel cxxrtl_design_create();"""
    cxxrtl_toplevel cxxrtl_design_create() nogil

cdef enum:
    MAX_STATES = 16
    # More moves than any position has.
    MAX_MOVES = 256

cdef class Model:
    cdef cxxrtl_handle top
    cdef cxxrtl_object* clk
    cdef cxxrtl_object* busy
    cdef cxxrtl_object* state
    cdef cxxrtl_object* visited
    cdef cxxrtl_object* ply
    cdef cxxrtl_object* move
    cdef cxxrtl_object* evaluation
    cdef unsigned long long[MAX_STATES] cycles_by_state
    cdef unsigned short[MAX_MOVES] moves
    cdef short[MAX_MOVES] evaluations
    cdef int moves_played

    def __cinit__(self):
        self.top = cxxrtl_create(cxxrtl_design_create())
        self.clk = self.find("clk")
        self.busy = self.find("busy")
        self.state = self.find("state")
        self.visited = self.find("visited")
        self.ply = self.find("ply")
        self.move = self.find("move")
        self.evaluation = self.find("evaluation")

    def __dealloc__(self):
        cxxrtl_destroy(self.top)

    cdef cxxrtl_object* find(self, str name) except NULL:
        cdef cxxrtl_object* found = cxxrtl_get(self.top, name.encode())
        if found == NULL:
            raise LookupError(f"the design has no signal {name}")
        return found

    cdef void tick(self) noexcept nogil:
        self.clk.next[0] = 1
        cxxrtl_step(self.top)
        self.clk.next[0] = 0
        cxxrtl_step(self.top)

    cdef put(self, str name, value):
        cdef cxxrtl_object* found = self.find(name)
        found.next[0] = value & (1 << found.width) - 1

    cdef get(self, str name):
        cdef cxxrtl_object* found = self.find(name)
        return found.curr[0] | (<unsigned long long>found.curr[1] << 32 if found.width > 32 else 0)

    def place(self, words):
        """Reset the machine and load men, each a word of ``Write``."""
        self.put("rst", 1)
        self.tick()
        self.put("rst", 0)
        for word in words:
            self.put("load", word)
            self.tick()
        self.put("load", 0)

    def begin(self, question):
        """Ask about what is placed; the counts of cycles and moves begin anew."""
        for name in ("black", "rights", "en_passant", "depth", "alpha", "beta", "perft"):
            self.put(name, getattr(question, name))
        memset(self.cycles_by_state, 0, sizeof(self.cycles_by_state))
        self.moves_played = 0
        self.put("begin", 1)
        self.tick()
        self.put("begin", 0)

    def run(self, unsigned long long cycles):
        """Let the clock run so many cycles, fewer if the search ends; whether it has ended."""
        cdef unsigned long long left = cycles
        with nogil:
            while self.busy.curr[0] and left:
                self.cycles_by_state[self.state.curr[0]] += 1
                if self.visited.curr[0] and self.ply.curr[0] == 0 and self.moves_played < MAX_MOVES:
                    self.moves[self.moves_played] = self.move.curr[0]
                    self.evaluations[self.moves_played] = <short>self.evaluation.curr[0]
                    self.moves_played += 1
                self.tick()
                left -= 1
        return not self.busy.curr[0]

    def outcome(self):
        """Value, best move, nodes, cycles by state; the moves tried at the root, each with its evaluation."""
        cdef int number
        moves = [(self.moves[number], self.evaluations[number]) for number in range(self.moves_played)]
        value = <short>self.get("value")
        return value, self.get("best"), self.get("nodes"), list(self.cycles_by_state), moves
