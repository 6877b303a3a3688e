"""ControlLogic: converts between what the modules say and what they want to hear. No cycle of its own.

Board knows squares, not moves; Evaluate knows men who come and go; the generators know only from and to. Here a pair of
squares becomes a move with all that undoing it needs, and a move to be done or undone becomes what is written on the
board and looked up. Castling and captures in passing touch more than two squares, so they take a second cycle, named
special: it is done after the move and undone before it.
"""

from __future__ import annotations

from typing import Any

from amaranth.hdl import C, Cat, Module, Mux, Signal
from amaranth.lib import wiring
from amaranth.lib.wiring import In, Out

from kiebitz_hydra.circuit.board import Write, kind_on
from kiebitz_hydra.circuit.geometry import C_FILE, E_FILE, FIRST_RANK, G_FILE, LAST_RANK
from kiebitz_hydra.circuit.men import EMPTY, KING, NOWHERE, PAWN, QUEEN, ROOK, Man, Men
from kiebitz_hydra.circuit.search_stack import Node, Played

# Files of the castling rook, by whether it is the long way: from, to.
ROOK_FROM, ROOK_TO = (7, 0), (5, 3)
# Ranks behind a pawn that has gone two steps, by whether it is Black's.
PASSED_RANK = (2, 5)
TWO_STEPS = 0b010_000
"""How the numbers of the squares differ, bit by bit, where a pawn goes two steps."""


class ControlLogic(wiring.Component):
    """The interpreter between the modules."""

    def __init__(self) -> None:
        super().__init__(
            {
                "node": In(Node),
                "black": In(1),
                "other": In(Men),
                # What AlphaBetaFSM orders.
                "do_move": In(1),
                "do_special": In(1),
                "undo_move": In(1),
                "undo_special": In(1),
                # A man whom the host puts on the board.
                "load": In(Write),
                # What the generators found: a man's square, and his kind.
                "aggressor": In(6),
                "moved": In(3),
                # The move that they mean.
                "next_move": Out(Played),
                "promotes": Out(1),
                # Of the move that is being played: whether it takes a second cycle, and the square it leaves behind.
                "special": Out(1),
                "next_en_passant": Out(7),
                # To the board and to Evaluate.
                "first": Out(Write),
                "second": Out(Write),
                "gone": Out(Man),
                "come": Out(Man),
                "taken": Out(Man),
                # The square for captures in passing, as a wire.
                "en_passant": Out(64),
            }
        )

    def elaborate(self, platform: Any) -> Module:
        """Build the circuit."""
        m = Module()
        m.d.comb += self.en_passant.eq((C(1, NOWHERE + 1) << self.node.en_passant)[:NOWHERE])
        self.understand(m)
        self.play(m)
        return m

    def understand(self, m: Module) -> None:
        """Make a move of the squares that the generators found."""
        target, origin, moved = self.node.played.target, self.aggressor, self.moved
        is_pawn = moved == PAWN
        in_passing = Signal()
        to_last_rank = (target[3:] == FIRST_RANK) | (target[3:] == LAST_RANK)
        to_castle = (target[:3] == C_FILE) | (target[:3] == G_FILE)
        kind = Mux(self.node.promotion == EMPTY, QUEEN, self.node.promotion)
        m.d.comb += [
            self.promotes.eq(is_pawn & to_last_rank),
            in_passing.eq(is_pawn & (self.node.en_passant == target)),
            self.next_move.origin.eq(origin),
            self.next_move.target.eq(target),
            self.next_move.moved.eq(moved),
            self.next_move.placed.eq(Mux(self.promotes, kind, moved)),
            self.next_move.captured.eq(Mux(in_passing, PAWN, kind_on(self.other, target))),
            self.next_move.takes_in_passing.eq(in_passing),
            # A king's own steps change the file by one.
            self.next_move.castles.eq((moved == KING) & (origin[:3] == E_FILE) & to_castle),
        ]

    def play(self, m: Module) -> None:
        """Say what a move, done or undone, writes and looks up."""
        move, black = self.node.played, self.black
        captured_on = Mux(move.takes_in_passing, Cat(move.target[:3], move.origin[3:]), move.target)
        is_long = move.target[:3] == C_FILE
        rook_from = Cat(Mux(is_long, ROOK_FROM[1], ROOK_FROM[0])[:3], move.target[3:])
        rook_to = Cat(Mux(is_long, ROOK_TO[1], ROOK_TO[0])[:3], move.target[3:])
        goes_two_steps = (move.moved == PAWN) & ((move.origin ^ move.target) == TWO_STEPS)
        behind = Cat(move.origin[:3], Mux(black, PASSED_RANK[1], PASSED_RANK[0])[:3])
        m.d.comb += [
            self.special.eq(move.castles | move.takes_in_passing),
            self.next_en_passant.eq(Mux(goes_two_steps, behind, NOWHERE)),
            self.first.eq(self.load),
        ]
        with m.If(self.load.enable):
            _put(m, self.come, self.load.square, self.load.kind, self.load.black)
        with m.If(self.do_move):
            _write(m, self.first, move.origin, EMPTY, black)
            _write(m, self.second, move.target, move.placed, black)
            _put(m, self.gone, move.origin, move.moved, black)
            _put(m, self.come, move.target, move.placed, black)
            _put(m, self.taken, captured_on, move.captured, ~black)
        with m.If(self.do_special):
            with m.If(move.castles):
                _write(m, self.first, rook_from, EMPTY, black)
                _write(m, self.second, rook_to, ROOK, black)
                _put(m, self.gone, rook_from, ROOK, black)
                _put(m, self.come, rook_to, ROOK, black)
            with m.Else():
                _write(m, self.first, captured_on, EMPTY, black)
        with m.If(self.undo_move):
            _write(m, self.first, move.target, Mux(move.takes_in_passing, EMPTY, move.captured), ~black)
            _write(m, self.second, move.origin, move.moved, black)
        with m.If(self.undo_special):
            with m.If(move.castles):
                _write(m, self.first, rook_to, EMPTY, black)
                _write(m, self.second, rook_from, ROOK, black)
            with m.Else():
                _write(m, self.first, captured_on, move.captured, ~black)


def _put(m: Module, port: Any, square: Any, kind: Any, black: Any) -> None:
    """Name a man to Evaluate."""
    m.d.comb += [port.square.eq(square), port.kind.eq(kind), port.black.eq(black)]


def _write(m: Module, port: Any, square: Any, kind: Any, black: Any) -> None:
    """Write a man, or nothing, on the board."""
    m.d.comb += port.enable.eq(1)
    _put(m, port, square, kind, black)
