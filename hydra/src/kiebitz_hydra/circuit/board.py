"""Board: the men in flip-flops, as those of the side to move and those of the other. One cycle to write two squares.

Each side has six planes of 64: where it has men, and where men who move in one of five ways. Kept so, nothing lies
between the men and the signals that they send: neither a code to be read nor the question whose move it is. When the
turn passes, the sides change places. The board knows nothing of moves: what is written where is for ControlLogic to
say, for doing and undoing alike.
"""

from __future__ import annotations

from typing import Any

from amaranth.hdl import C, Cat, Module, Mux, Value
from amaranth.lib import data, wiring
from amaranth.lib.wiring import In, Out

from kiebitz_hydra.circuit.geometry import named
from kiebitz_hydra.circuit.men import MOVERS, PLANES, Men

Write = data.StructLayout({"enable": 1, "square": 6, "kind": 3, "black": 1})
"""The piece to stand on a square; the kind EMPTY takes one away."""


class Board(wiring.Component):
    """The position's men."""

    def __init__(self) -> None:
        super().__init__(
            {
                "first": In(Write),
                # Wins where both write the same square.
                "second": In(Write),
                # Whether Black's men are the own ones; that the turn passes, with which nothing is written.
                "black": In(1),
                "turns": In(1),
                "own": Out(Men),
                "other": Out(Men),
                "white": Out(Men),
                "black_men": Out(Men),
                "occupied": Out(64),
            }
        )

    def elaborate(self, platform: Any) -> Module:
        """Build the circuit."""
        m = Module()
        writes = [(name, getattr(self, name)) for name in ("first", "second")]
        squares = [
            named(m, f"{name}_square", Mux(write.enable, C(1, 64) << write.square, C(0, 64))) for name, write in writes
        ]
        is_own = [named(m, f"{name}_is_own", write.black == self.black) for name, write in writes]
        for plane, kinds in PLANES.items():
            own, other = getattr(self.own, plane), getattr(self.other, plane)
            new_own, new_other = own, other
            for (name, write), square, ours in zip(writes, squares, is_own, strict=True):
                belongs = named(m, f"{name}_{plane}", among(write.kind, kinds))
                new_own = (new_own & ~square) | Mux(belongs & ours, square, 0)
                new_other = (new_other & ~square) | Mux(belongs & ~ours, square, 0)
            m.d.sync += [own.eq(Mux(self.turns, other, new_own)), other.eq(Mux(self.turns, own, new_other))]
            m.d.comb += [
                getattr(self.white, plane).eq(Mux(self.black, other, own)),
                getattr(self.black_men, plane).eq(Mux(self.black, own, other)),
            ]
        m.d.comb += self.occupied.eq(self.own.all | self.other.all)
        return m


def among(kind: Value, kinds: tuple[int, ...]) -> Value:
    """True if a kind is one of these."""
    return Cat(kind == each for each in kinds).any()


def kind_on(men: Any, square: Value) -> Value:
    """The kind of one side's man on a square whose number is a signal; EMPTY if there is none."""
    pawns, knights, diagonal, straight, king = (getattr(men, movers).bit_select(square, 1) for movers in MOVERS)
    # By the codes in ``men``: pawn 1, knight 2, bishop 3, rook 4, queen 5, king 6.
    return Cat(pawns | diagonal, knights | king | (diagonal & ~straight), straight | king)
