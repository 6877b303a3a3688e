# What the compiled machines have in common: they are clocked without the GIL and looked at in every cycle. Each simulator's
# clock loop includes this text, and says in a class of its own how its wires are set and read.
# Thread safety: a model belongs to one thread.

from libc.string cimport memset

cdef enum:
    MAX_STATES = 16
    # More moves than any position has.
    MAX_MOVES = 256

cdef struct Wires:
    bint busy
    int state
    # A node is visited in this cycle, from this ply, by this move; what Evaluate says of it.
    bint visited
    int ply
    unsigned short move
    short evaluation

cdef class ClockedModel:
    cdef unsigned long long[MAX_STATES] cycles_by_state
    cdef unsigned short[MAX_MOVES] moves
    cdef short[MAX_MOVES] evaluations
    cdef int moves_played

    cdef void tick(self) noexcept nogil:
        """One cycle; the simulator's."""

    cdef Wires look(self) noexcept nogil:
        """The wires as they are; the simulator's."""

    def place(self, words):
        """Reset the machine and load men, each a word of ``Write``."""
        self.hold(rst=1)
        self.tick()
        self.hold(rst=0)
        for word in words:
            self.hold(load=word)
            self.tick()
        self.hold(load=0)

    def begin(self, question):
        """Ask about what is placed; the counts of cycles and moves begin anew."""
        memset(self.cycles_by_state, 0, sizeof(self.cycles_by_state))
        self.moves_played = 0
        names = ("black", "rights", "en_passant", "depth", "alpha", "beta", "perft")
        self.hold(begin=1, **{name: getattr(question, name) for name in names})
        self.tick()
        self.hold(begin=0)

    def run(self, unsigned long long cycles):
        """Let the clock run so many cycles, fewer if the search ends; whether it has ended."""
        cdef unsigned long long left = cycles
        cdef Wires wires
        with nogil:
            wires = self.look()
            while wires.busy and left:
                self.cycles_by_state[wires.state] += 1
                if wires.visited and wires.ply == 0 and self.moves_played < MAX_MOVES:
                    self.moves[self.moves_played] = wires.move
                    self.evaluations[self.moves_played] = wires.evaluation
                    self.moves_played += 1
                self.tick()
                left -= 1
                wires = self.look()
        return not wires.busy

    def outcome(self):
        """Value, best move, nodes, cycles by state; the moves tried at the root, each with its evaluation."""
        cdef int number
        moves = [(self.moves[number], self.evaluations[number]) for number in range(self.moves_played)]
        return *self.results(), list(self.cycles_by_state), moves
