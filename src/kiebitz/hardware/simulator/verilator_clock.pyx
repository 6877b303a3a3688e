"""The machine as Verilator compiled it. The class is Verilator's own, declared here; the clock runs without the GIL.

Thread safety: a ``Model`` belongs to one thread.
"""

from libc.string cimport memset

cdef extern from "Vsearch.h" nogil:
    cdef cppclass Vsearch:
        Vsearch() except +
        unsigned char clk, rst, black, rights, en_passant, depth, perft, begin, busy, visited, ply, state
        unsigned short load, alpha, beta, value, best, move, evaluation
        unsigned long long nodes
        void eval()

cdef enum:
    MAX_STATES = 16
    # More moves than any position has.
    MAX_MOVES = 256

cdef class Model:
    cdef Vsearch* top
    cdef unsigned long long[MAX_STATES] cycles_by_state
    cdef unsigned short[MAX_MOVES] moves
    cdef short[MAX_MOVES] evaluations
    cdef int moves_played

    def __cinit__(self):
        self.top = new Vsearch()
        self.top.eval()     # so that the first edge of the clock is seen as one

    def __dealloc__(self):
        del self.top

    cdef void tick(self) noexcept nogil:
        self.top.clk = 1
        self.top.eval()
        self.top.clk = 0
        self.top.eval()

    def place(self, words):
        """Reset the machine and load men, each a word of ``Write``."""
        self.top.rst = 1
        self.tick()
        self.top.rst = 0
        for word in words:
            self.top.load = word
            self.tick()
        self.top.load = 0

    def begin(self, question):
        """Ask about what is placed; the counts of cycles and moves begin anew."""
        self.top.black = question.black
        self.top.rights = question.rights
        self.top.en_passant = question.en_passant
        self.top.depth = question.depth
        self.top.alpha = question.alpha & 0xFFFF
        self.top.beta = question.beta & 0xFFFF
        self.top.perft = question.perft
        memset(self.cycles_by_state, 0, sizeof(self.cycles_by_state))
        self.moves_played = 0
        self.top.begin = 1
        self.tick()
        self.top.begin = 0

    def run(self, unsigned long long cycles):
        """Let the clock run so many cycles, fewer if the search ends; whether it has ended."""
        cdef unsigned long long left = cycles
        with nogil:
            while self.top.busy and left:
                self.cycles_by_state[self.top.state] += 1
                if self.top.visited and self.top.ply == 0 and self.moves_played < MAX_MOVES:
                    self.moves[self.moves_played] = self.top.move
                    self.evaluations[self.moves_played] = <short>self.top.evaluation
                    self.moves_played += 1
                self.tick()
                left -= 1
        return not self.top.busy

    def outcome(self):
        """Value, best move, nodes, cycles by state; the moves tried at the root, each with its evaluation."""
        cdef int number
        moves = [(self.moves[number], self.evaluations[number]) for number in range(self.moves_played)]
        return <short>self.top.value, self.top.best, self.top.nodes, list(self.cycles_by_state), moves
