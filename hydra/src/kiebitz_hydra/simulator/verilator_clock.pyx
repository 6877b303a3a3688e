"""The machine as Verilator compiled it. The class is Verilator's own, declared here."""

include "clocked_model.pxi"

cdef extern from "Vsearch.h" nogil:
    cdef cppclass Vsearch:
        Vsearch() except +
        unsigned char clk, rst, black, rights, en_passant, depth, perft, begin, busy, visited, ply, state
        unsigned short load, alpha, beta, value, best, move, evaluation
        unsigned long long nodes
        void eval()

cdef class Model(ClockedModel):
    cdef Vsearch* top

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

    cdef Wires look(self) noexcept nogil:
        return Wires(
            self.top.busy, self.top.state, self.top.visited, self.top.ply, self.top.move, <short>self.top.evaluation
        )

    def hold(self, *, rst=0, load=0, begin=0, black=0, rights=0, en_passant=0, depth=0, alpha=0, beta=0, perft=0):
        """Set the inputs."""
        self.top.rst = rst
        self.top.load = load
        self.top.begin = begin
        self.top.black = black
        self.top.rights = rights
        self.top.en_passant = en_passant
        self.top.depth = depth
        self.top.alpha = alpha & 0xFFFF
        self.top.beta = beta & 0xFFFF
        self.top.perft = perft

    def results(self):
        """Value, best move, nodes."""
        return <short>self.top.value, self.top.best, self.top.nodes
