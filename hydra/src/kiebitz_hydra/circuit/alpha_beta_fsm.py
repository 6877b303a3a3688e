"""AlphaBetaFSM: alpha-beta with quiescence as a machine of named states. It orders; the other modules carry out.

The search is the textbook's: a = max(a, -value of the child); if a >= b, cut. When no depth is left, the side to move
may stand pat on what the position is worth, or look at captures. A node begins with its move on the board:

    VICTIM WAIT, VICTIM          the next square to move to; none is left: NODE DONE
    AGGRESSOR WAIT, AGGRESSOR    the next man who can go there
    DO MOVE (DO SPECIAL)         castling and captures in passing take the second cycle
    EVALUATE 1, 2, 3             TestCheck meanwhile; the second as long as Evaluate takes
    (UNDO SPECIAL) UNDO MOVE     the value is compared: if that must be looked at, down to VICTIM WAIT; if it is illegal
                                 or good enough for the other side, undone, and on: the next man to the same square, the
                                 next square, or a cut
    NODE DONE                    up again

In a wait nothing changes but the registers between a module's two cycles, so every signal arrives within one. A move to
a leaf takes Evaluate's cycles and six, four if it goes to the same square as the one before, two more if it is special;
to go down costs one. Counting leaves (perft) is the same walk without values.
"""

from __future__ import annotations

from typing import Any

from amaranth.hdl import Module, Mux, Signal, signed
from amaranth.lib import wiring
from amaranth.lib.wiring import In, Out

from kiebitz_hydra.circuit.search_stack import COMMANDS, Node
from kiebitz_hydra.question import MATE

STATES = (
    "IDLE",
    "VICTIM WAIT",
    "VICTIM",
    "AGGRESSOR WAIT",
    "AGGRESSOR",
    "DO MOVE",
    "DO SPECIAL",
    "EVALUATE 1",
    "EVALUATE 2",
    "EVALUATE 3",
    "UNDO MOVE",
    "UNDO SPECIAL",
    "NODE DONE",
)
"""By the number that the machine shows of each."""


class AlphaBetaFSM(wiring.Component):
    """The conductor of a machine with so many ``plies``, whose Evaluate takes three cycles or more."""

    def __init__(self, plies: int, evaluate_cycles: int) -> None:
        self.plies = plies
        self.waits = evaluate_cycles - 3
        super().__init__(
            {
                "begin": In(1),
                "count_leaves": In(1),
                # What the modules say.
                "node": In(Node),
                "ply": In(range(plies)),
                "came_by_special": In(1),
                "found_victim": In(1),
                "special": In(1),
                "check": In(1),
                # Of the position after the move, view of the node's side.
                "value": In(signed(16)),
                # What is ordered.
                **{command: Out(1) for command in COMMANDS if command != "sum_up"},
                "do_special": Out(1),
                "undo_special": Out(1),
                # The sums take in what was looked up a cycle before.
                "sum_up": Out(1),
                # Windows: the child's, and this node's after a child.
                "child_alpha": Out(signed(16)),
                "child_beta": Out(signed(16)),
                "raised": Out(signed(16)),
                # A legal move has led to a node (or leaf); the best move at the root is a new one.
                "visited": Out(1),
                "new_best": Out(1),
                # The root is done, and this is its value.
                "done": Out(1),
                "result": Out(signed(16)),
                "state": Out(range(len(STATES))),
            }
        )

    def elaborate(self, platform: Any) -> Module:
        """Build the circuit."""
        m = Module()
        node = self.node
        perft, legal = Signal(), Signal()
        # Whether the node was in check when its moves were asked for.
        in_check = Signal()
        # What the last child is worth to this node, and whether that comes of a search.
        gain, searched = Signal(signed(16)), Signal()
        # Cycles of EVALUATE 2 that are over.
        waited = Signal(range(self.waits + 1))
        is_quiescent = node.depth == 0
        may_stand_pat = (node.depth <= 1) & ~perft
        is_leaf = perft & (node.depth <= 1)
        gains, cuts, goes_down = Signal(), Signal(), Signal()
        m.d.comb += [
            gains.eq(legal & (gain > node.alpha)),
            # The child may stand pat on more than this node's window tells apart.
            self.raised.eq(Mux(~searched & (gain > node.beta), node.beta, gain)),
            self.child_alpha.eq(-self.raised),
            self.child_beta.eq(-node.alpha),
            goes_down.eq(gains & ~searched & ~is_leaf & (self.ply != self.plies - 2)),
            cuts.eq(self.raise_alpha & (gain >= node.beta)),
        ]
        nothing_to_do = Mux(in_check, self.ply - MATE, 0)
        result = Mux(node.any_legal | is_quiescent, node.alpha, nothing_to_do)

        def undo(special: Any) -> None:
            """Take the move back that led to the child."""
            m.next = "UNDO MOVE"
            with m.If(special):
                m.next = "UNDO SPECIAL"

        def go_down() -> None:
            """Look at the child instead."""
            m.d.comb += self.descend.eq(1)
            m.next = "VICTIM WAIT"

        with m.FSM() as fsm:
            with m.State("IDLE"), m.If(self.begin):
                m.d.comb += self.start.eq(1)
                m.d.sync += perft.eq(self.count_leaves)
                m.next = "VICTIM WAIT"
            with m.State("VICTIM WAIT"):
                m.next = "VICTIM"
            with m.State("VICTIM"):
                m.d.comb += self.take_victim.eq(1)
                m.d.sync += in_check.eq(self.check)
                m.next = "NODE DONE"
                with m.If(self.found_victim):
                    m.next = "AGGRESSOR WAIT"
            with m.State("AGGRESSOR WAIT"):
                m.next = "AGGRESSOR"
            with m.State("AGGRESSOR"):
                m.d.comb += self.take_aggressor.eq(1)
                m.next = "DO MOVE"
            with m.State("DO MOVE"):
                m.d.comb += self.do_move.eq(1)
                m.next = "EVALUATE 1"
                with m.If(self.special):
                    m.next = "DO SPECIAL"
            with m.State("DO SPECIAL"):
                m.d.comb += [self.do_special.eq(1), self.sum_up.eq(1)]
                m.next = "EVALUATE 1"
            with m.State("EVALUATE 1"):
                m.d.comb += self.sum_up.eq(1)
                m.d.sync += waited.eq(0)
                m.next = "EVALUATE 2"
            with m.State("EVALUATE 2"):
                m.d.sync += waited.eq(waited + 1)
                with m.If(waited == self.waits):
                    m.next = "EVALUATE 3"
            with m.State("EVALUATE 3"):
                m.d.comb += [
                    self.is_legal.eq(~self.check),
                    self.visited.eq(self.is_legal & (~perft | is_leaf)),
                ]
                m.d.sync += [
                    legal.eq(self.is_legal),
                    gain.eq(Mux(may_stand_pat, self.value, node.beta)),
                    searched.eq(0),
                ]
                undo(self.special)
            with m.State("UNDO MOVE"):
                m.d.comb += [
                    self.undo_move.eq(~goes_down),
                    self.raise_alpha.eq(gains & ~perft & ~goes_down),
                    self.new_best.eq(self.raise_alpha & (self.ply == 0)),
                ]
                with m.If(goes_down):
                    go_down()
                with m.Elif(node.more_aggressors & ~cuts):
                    m.next = "AGGRESSOR WAIT"
                with m.Elif(node.more_victims & ~cuts):
                    m.next = "VICTIM WAIT"
                with m.Else():
                    m.next = "NODE DONE"
            with m.State("UNDO SPECIAL"):
                m.d.comb += self.undo_special.eq(~goes_down)
                m.next = "UNDO MOVE"
                with m.If(goes_down):
                    go_down()
            with m.State("NODE DONE"):
                m.d.comb += self.result.eq(result)
                m.d.sync += [gain.eq(-result), legal.eq(1), searched.eq(1)]
                with m.If(self.ply == 0):
                    m.d.comb += self.done.eq(1)
                    m.next = "IDLE"
                with m.Else():
                    m.d.comb += self.ascend.eq(1)
                    undo(self.came_by_special)
        for number, name in enumerate(STATES):
            with m.If(fsm.ongoing(name)):
                m.d.comb += self.state.eq(number)
        return m
