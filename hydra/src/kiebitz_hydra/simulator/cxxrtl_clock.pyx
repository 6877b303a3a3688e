"""The machine as CXXRTL compiled it. The class is CXXRTL's own, declared here."""

include "clocked_model.pxi"

cdef extern from "search.h" namespace "cxxrtl_design" nogil:
    # Whatever its width, a value is words of 32 bits; what a register says is its current one.
    cdef cppclass Value:
        unsigned int[2] data
    cdef cppclass Register:
        Value curr
    cdef cppclass Search "cxxrtl_design::p_search":
        Search() except +
        Value clk "p_clk", rst "p_rst", load "p_load", begin "p_begin", black "p_black", rights "p_rights"
        Value en_passant "p_en__passant", depth "p_depth", alpha "p_alpha", beta "p_beta", perft "p_perft"
        Value busy "p_busy", visited "p_visited", move "p_move", ply "p_ply", evaluation "p_evaluation"
        Value state "p_state"
        Register value "p_value", best "p_best", nodes "p_nodes"
        size_t step()

cdef class Model(ClockedModel):
    cdef Search* top

    def __cinit__(self):
        self.top = new Search()
        self.top.step()     # so that the first edge of the clock is seen as one

    def __dealloc__(self):
        del self.top

    cdef void tick(self) noexcept nogil:
        self.top.clk.data[0] = 1
        self.top.step()
        self.top.clk.data[0] = 0
        self.top.step()

    cdef Wires look(self) noexcept nogil:
        return Wires(
            self.top.busy.data[0],
            self.top.state.data[0],
            self.top.visited.data[0],
            self.top.ply.data[0],
            self.top.move.data[0],
            <short>self.top.evaluation.data[0],
        )

    def hold(self, *, rst=0, load=0, begin=0, black=0, rights=0, en_passant=0, depth=0, alpha=0, beta=0, perft=0):
        """Set the inputs."""
        self.top.rst.data[0] = rst
        self.top.load.data[0] = load
        self.top.begin.data[0] = begin
        self.top.black.data[0] = black
        self.top.rights.data[0] = rights
        self.top.en_passant.data[0] = en_passant
        self.top.depth.data[0] = depth
        self.top.alpha.data[0] = alpha & 0xFFFF
        self.top.beta.data[0] = beta & 0xFFFF
        self.top.perft.data[0] = perft

    def results(self):
        """Value, best move, nodes."""
        nodes = self.top.nodes.curr.data[0] | <unsigned long long>self.top.nodes.curr.data[1] << 32
        return <short>self.top.value.curr.data[0], self.top.best.curr.data[0], nodes
