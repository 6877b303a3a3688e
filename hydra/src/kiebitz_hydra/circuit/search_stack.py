"""SearchStack: the local variables of the search. The current node's are registers, of those above it a block RAM.

A word is written when the search goes down and read when it comes up again; the RAM has a cycle for it while a node is
searched, so the stack costs none. What a move changes of a node (rights, en passant, sums) is kept twice, before and
after the move: UndoMove takes it from there.
"""

from __future__ import annotations

from typing import Any

from amaranth.hdl import C, Module, Mux, Signal, signed
from amaranth.lib import data, wiring
from amaranth.lib.memory import Memory
from amaranth.lib.wiring import In, Out

from kiebitz_hydra.circuit.evaluate.first_order_values import SUMS, Sums
from kiebitz_hydra.circuit.men import EMPTY, KNIGHT

Played = data.StructLayout(
    {
        "origin": 6,
        "target": 6,
        # The man before and after a promotion, and what he takes (also in passing).
        "moved": 3,
        "placed": 3,
        "captured": 3,
        "castles": 1,
        "takes_in_passing": 1,
    }
)
"""A move with all that doing and undoing it needs."""

LASTING: dict[str, Any] = {
    "tried_victims": 64,
    "tried_aggressors": 64,
    "more_victims": 1,
    "more_aggressors": 1,
    "promotion": 3,  # the kind to promote to next; EMPTY: the queen
    "played": Played,
    "any_legal": 1,
    "alpha": signed(16),
    "beta": signed(16),
    "depth": 4,
}
CHANGED: dict[str, Any] = {"rights": 4, "en_passant": 7, "sums": Sums}
"""The changes by a move, beside the board. ``en_passant``: the square behind a pawn that has gone two steps, or
``men.NOWHERE``."""

Node = wiring.Signature({name: Out(shape) for name, shape in (LASTING | CHANGED).items()})
"""A node's local variables, as the other modules see them."""

COMMANDS = (
    "start",
    "take_victim",
    "take_aggressor",
    "do_move",
    "sum_up",
    "is_legal",
    "descend",
    "undo_move",
    "raise_alpha",
    "ascend",
)
"""The orders of AlphaBetaFSM; several may be given in one cycle."""


class SearchStack(wiring.Component):
    """The current node, and the way back to the root."""

    def __init__(self, plies: int) -> None:
        self.plies = plies
        super().__init__(
            {
                "node": Out(Node),
                "black": Out(1),
                # The turn passes: ``black`` is another one in the next cycle.
                "turns": Out(1),
                "ply": Out(range(plies)),
                # Whether the move that led here was castling or a capture in passing.
                "came_by_special": Out(1),
                **{command: In(1) for command in COMMANDS},
                # With ``start``: the root.
                "root_black": In(1),
                "root_rights": In(4),
                "root_en_passant": In(7),
                "root_depth": In(4),
                "root_alpha": In(signed(16)),
                "root_beta": In(signed(16)),
                # With ``take_victim`` and ``take_aggressor``: what the generators found.
                "victim": In(6),
                "more_victims": In(1),
                "more_aggressors": In(1),
                "promotes": In(1),
                "next_move": In(Played),
                # With ``do_move`` and ``sum_up``: what the move changes.
                "next_rights": In(4),
                "next_en_passant": In(7),
                "change": In(Sums),
                # With ``descend`` and ``raise_alpha``.
                "child_alpha": In(signed(16)),
                "child_beta": In(signed(16)),
                "raised": In(signed(16)),
            }
        )

    def elaborate(self, platform: Any) -> Module:
        """Build the circuit."""
        m = Module()
        node = self.node
        before = {name: Signal(shape, name=f"before_{name}") for name, shape in CHANGED.items()}
        word = data.StructLayout(LASTING | CHANGED)
        m.submodules.above = above = Memory(shape=word, depth=self.plies, init=[])
        push, pop = above.write_port(), above.read_port()
        m.d.comb += [
            push.addr.eq(self.ply),
            push.en.eq(self.descend),
            pop.addr.eq(self.ply - 1),
            self.turns.eq(Mux(self.start, self.black ^ self.root_black, self.descend | self.ascend)),
            self.came_by_special.eq(pop.data.played.castles | pop.data.played.takes_in_passing),
            *(push.data[name].eq(getattr(node, name)) for name in LASTING if name != "any_legal"),
            # Whoever goes down has found a legal move.
            push.data.any_legal.eq(1),
            *(push.data[name].eq(signal) for name, signal in before.items()),
        ]
        m.d.sync += self.black.eq(self.black ^ self.turns)
        forget = [node.tried_victims.eq(0), node.tried_aggressors.eq(0), node.promotion.eq(EMPTY), node.any_legal.eq(0)]

        with m.If(self.start):
            m.d.sync += [
                *forget,
                self.ply.eq(0),
                node.rights.eq(self.root_rights),
                node.en_passant.eq(self.root_en_passant),
                node.depth.eq(self.root_depth),
                node.alpha.eq(self.root_alpha),
                node.beta.eq(self.root_beta),
            ]
        with m.If(self.take_victim):
            m.d.sync += [
                node.played.target.eq(self.victim),
                node.tried_aggressors.eq(0),
                node.more_victims.eq(self.more_victims),
            ]
        with m.If(self.take_aggressor):
            m.d.sync += [
                node.played.eq(self.next_move),
                *(kept.eq(getattr(node, name)) for name, kept in before.items()),
                # Not before the cycle after the square was found, which takes long enough; nobody asks sooner.
                node.tried_victims.eq(node.tried_victims | (C(1, 64) << node.played.target)),
            ]
            # A pawn that promotes comes again for each kind: queen, rook, bishop, knight have falling codes.
            with m.If(self.promotes & (self.next_move.placed != KNIGHT)):
                m.d.sync += [node.promotion.eq(self.next_move.placed - 1), node.more_aggressors.eq(1)]
            with m.Else():
                m.d.sync += [
                    node.promotion.eq(EMPTY),
                    node.more_aggressors.eq(self.more_aggressors),
                ]
        with m.If(self.do_move):
            m.d.sync += [node.rights.eq(self.next_rights), node.en_passant.eq(self.next_en_passant)]
            with m.If(node.promotion == EMPTY):
                m.d.sync += node.tried_aggressors.eq(node.tried_aggressors | (C(1, 64) << node.played.origin))
        with m.If(self.sum_up):
            m.d.sync += [node.sums[name].eq(node.sums[name] + self.change[name]) for name in SUMS]
        with m.If(self.is_legal):
            m.d.sync += node.any_legal.eq(1)
        with m.If(self.descend):
            m.d.sync += [
                *forget,
                self.ply.eq(self.ply + 1),
                node.depth.eq(node.depth - node.depth.any()),
                node.alpha.eq(self.child_alpha),
                node.beta.eq(self.child_beta),
            ]
        with m.If(self.undo_move):
            m.d.sync += [getattr(node, name).eq(kept) for name, kept in before.items()]
        with m.If(self.raise_alpha):
            m.d.sync += node.alpha.eq(self.raised)
        with m.If(self.ascend):
            m.d.sync += [
                self.ply.eq(self.ply - 1),
                *(getattr(node, name).eq(pop.data[name]) for name in LASTING),
                *(kept.eq(pop.data[name]) for name, kept in before.items()),
            ]
        return m
