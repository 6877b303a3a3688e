"""Search: the whole coprocessor. A position comes in man by man, a question with it; value and move come out.

The host resets the machine, which empties the board, loads one man a cycle, then holds the question and pulses
``begin``. While ``busy`` the machine works; then ``value``, ``best`` and ``nodes`` stand until the next question, and
the position is still there.
"""

from __future__ import annotations

from typing import Any

from amaranth.hdl import Module, Mux, Signal, signed
from amaranth.lib import wiring
from amaranth.lib.wiring import In, Out

from kiebitz_hydra.circuit.alpha_beta_fsm import STATES, AlphaBetaFSM
from kiebitz_hydra.circuit.board import Board, Write
from kiebitz_hydra.circuit.castle_status import CastleStatus
from kiebitz_hydra.circuit.control_logic import ControlLogic
from kiebitz_hydra.circuit.evaluate.evaluate import Evaluate
from kiebitz_hydra.circuit.gen_aggressor import GenAggressor
from kiebitz_hydra.circuit.gen_victim import GenVictim
from kiebitz_hydra.circuit.men import EMPTY, Move
from kiebitz_hydra.circuit.search_stack import COMMANDS, SearchStack
from kiebitz_hydra.circuit.test_check import TestCheck
from kiebitz_hydra.question import FULL, PLIES, Knowledge

QUESTION = {
    "black": 1,
    "rights": 4,
    "en_passant": 7,
    "depth": 4,
    "alpha": signed(16),
    "beta": signed(16),
}
"""The question about the position loaded: side to move, rights to castle, the square for captures in passing, plies
before quiescence (at least one), and the window, view of the side to move."""

NODE_BITS = 40


class Search(wiring.Component):
    """The coprocessor, with its modules as attributes.

    ``plies`` is the size of its stack, a power of two; ``knowledge`` says which modules Evaluate has.
    """

    def __init__(self, plies: int = PLIES, knowledge: Knowledge = FULL) -> None:
        super().__init__(
            {
                "load": In(Write),
                **{name: In(shape) for name, shape in QUESTION.items()},
                # Count leaves at ``depth``; at depth 0: the captures.
                "perft": In(1),
                "begin": In(1),
                "busy": Out(1),
                "value": Out(signed(16)),
                "best": Out(Move),
                "nodes": Out(NODE_BITS),
                # A node is visited this cycle, by this move, from this ply; what Evaluate says of it.
                "visited": Out(1),
                "move": Out(Move),
                "ply": Out(range(plies)),
                "evaluation": Out(signed(16)),
                "state": Out(range(len(STATES))),
            }
        )
        self.board = Board()
        self.castle_status = CastleStatus()
        self.gen_victim = GenVictim()
        self.gen_aggressor = GenAggressor()
        self.test_check = TestCheck()
        self.evaluate = Evaluate(knowledge)
        self.search_stack = SearchStack(plies)
        self.control_logic = ControlLogic()
        self.alpha_beta_fsm = AlphaBetaFSM(plies, self.evaluate.cycles)

    def elaborate(self, platform: Any) -> Module:
        """Put the modules together."""
        m = Module()
        m.submodules.board = board = self.board
        m.submodules.castle_status = castle_status = self.castle_status
        m.submodules.gen_victim = gen_victim = self.gen_victim
        m.submodules.gen_aggressor = gen_aggressor = self.gen_aggressor
        m.submodules.test_check = test_check = self.test_check
        m.submodules.evaluate = evaluate = self.evaluate
        m.submodules.search_stack = stack = self.search_stack
        m.submodules.control_logic = control = self.control_logic
        m.submodules.alpha_beta_fsm = fsm = self.alpha_beta_fsm
        node, black = stack.node, stack.black

        wiring.connect(m, board.own, gen_victim.own, gen_aggressor.own)
        wiring.connect(m, board.other, gen_victim.other, control.other, test_check.men)
        wiring.connect(m, board.white, evaluate.white)
        wiring.connect(m, board.black_men, evaluate.black)
        wiring.connect(m, node, control.node, fsm.node)
        m.d.comb += [
            board.black.eq(black),
            board.turns.eq(stack.turns),
            board.first.eq(control.first),
            board.second.eq(control.second),
            test_check.black.eq(~black),
            test_check.occupied.eq(board.occupied),
            test_check.king.eq(board.own.king),
            castle_status.rights.eq(node.rights),
            castle_status.black.eq(black),
            castle_status.occupied.eq(board.occupied),
            castle_status.attacked.eq(test_check.attacked),
            castle_status.origin.eq(node.played.origin),
            castle_status.target.eq(node.played.target),
            # Evaluate is asked between a move and going down: the side that has moved is still the node's.
            evaluate.black_to_move.eq(~black),
            evaluate.sums.eq(node.sums),
            evaluate.rights.eq(node.rights),
            control.black.eq(black),
            control.load.eq(self.load),
            control.aggressor.eq(gen_aggressor.square),
            control.moved.eq(gen_aggressor.kind),
            gen_victim.tried.eq(node.tried_victims),
            gen_aggressor.tried.eq(node.tried_aggressors),
            gen_aggressor.target.eq(node.played.target),
            gen_aggressor.others.eq(board.other.all),
            *(getattr(evaluate, man).eq(getattr(control, man)) for man in ("gone", "come", "taken")),
        ]
        for generator in (gen_victim, gen_aggressor):
            m.d.comb += [
                generator.black.eq(black),
                generator.en_passant.eq(control.en_passant),
                generator.castling.eq(castle_status.may_castle),
                generator.captures_only.eq(node.depth == 0),
            ]
        m.d.comb += [
            fsm.begin.eq(self.begin),
            fsm.count_leaves.eq(self.perft),
            fsm.ply.eq(stack.ply),
            fsm.came_by_special.eq(stack.came_by_special),
            fsm.found_victim.eq(gen_victim.found),
            fsm.special.eq(control.special),
            fsm.check.eq(test_check.check),
            fsm.value.eq(evaluate.value),
            *(
                getattr(control, order).eq(getattr(fsm, order))
                for order in ("do_move", "do_special", "undo_move", "undo_special")
            ),
            *(getattr(stack, command).eq(getattr(fsm, command)) for command in COMMANDS if command != "sum_up"),
            *(getattr(stack, f"root_{name}").eq(getattr(self, name)) for name in QUESTION),
            stack.victim.eq(gen_victim.square),
            stack.more_victims.eq(gen_victim.more),
            stack.more_aggressors.eq(gen_aggressor.more),
            stack.promotes.eq(control.promotes),
            stack.next_move.eq(control.next_move),
            stack.next_rights.eq(castle_status.rights_left),
            stack.next_en_passant.eq(control.next_en_passant),
            stack.change.eq(evaluate.change),
            stack.child_alpha.eq(fsm.child_alpha),
            stack.child_beta.eq(fsm.child_beta),
            stack.raised.eq(fsm.raised),
        ]
        self.answer(m)
        return m

    def answer(self, m: Module) -> None:
        """Take men in, count nodes, keep the best move and the value."""
        stack, fsm = self.search_stack, self.alpha_beta_fsm
        played = stack.node.played
        loaded = Signal()
        m.d.sync += loaded.eq(self.load.enable)
        m.d.comb += [
            stack.sum_up.eq(fsm.sum_up | loaded),
            self.busy.eq(fsm.state != STATES.index("IDLE")),
            self.visited.eq(fsm.visited),
            self.move.origin.eq(played.origin),
            self.move.target.eq(played.target),
            self.move.promotion.eq(Mux(played.placed != played.moved, played.placed, EMPTY)),
            self.ply.eq(stack.ply),
            self.evaluation.eq(-self.evaluate.value),
            self.state.eq(fsm.state),
        ]
        m.d.sync += self.nodes.eq(self.nodes + fsm.visited)
        with m.If(fsm.start):
            m.d.sync += [self.nodes.eq(0), self.best.eq(0)]
        with m.If(fsm.new_best):
            m.d.sync += self.best.eq(self.move)
        with m.If(fsm.done):
            m.d.sync += self.value.eq(fsm.result)
