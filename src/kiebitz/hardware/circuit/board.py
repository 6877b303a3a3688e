"""Board: 64 squares of four bits in flip-flops, kept as four planes. One cycle to write up to two squares.

The planes are the three bits of each square's kind and one for Black's men. The board knows nothing of moves: what is
written where is for ControlLogic to say, for doing and undoing alike. Beside the planes it decodes them, for everyone,
into the men of the side to move and of the other side, of White and of Black.
"""

from __future__ import annotations

from typing import Any

from amaranth.hdl import C, Cat, Module, Mux, Signal, Value
from amaranth.lib import data, wiring
from amaranth.lib.wiring import In, Out

from kiebitz.hardware.circuit.men import Men

Write = data.StructLayout({"enable": 1, "square": 6, "kind": 3, "black": 1})
"""What is to stand on a square; the kind EMPTY takes a man away."""


class Board(wiring.Component):
    """The position's men."""

    def __init__(self) -> None:
        super().__init__(
            {
                "first": In(Write),
                # Wins where both write the same square.
                "second": In(Write),
                # Whether Black's men are the own ones.
                "black": In(1),
                "kinds": Out(64).array(3),
                "blacks": Out(64),
                "own": Out(Men),
                "other": Out(Men),
                "white": Out(Men),
                "black_men": Out(Men),
                "others": Out(64),
                "occupied": Out(64),
            }
        )

    def elaborate(self, platform: Any) -> Module:
        """Build the circuit."""
        m = Module()
        planes = [*self.kinds, self.blacks]
        written = planes
        for write in (self.first, self.second):
            square = Signal(64)
            m.d.comb += square.eq(Mux(write.enable, C(1, 64) << write.square, 0))
            written = [
                (plane & ~square) | Mux(bit, square, 0)
                for plane, bit in zip(written, (*write.kind, write.black), strict=True)
            ]
        m.d.sync += [plane.eq(new) for plane, new in zip(planes, written, strict=True)]

        low, middle, high = self.kinds
        own = Signal(64)
        m.d.comb += [
            self.occupied.eq(low | middle | high),
            own.eq(self.occupied & Mux(self.black, self.blacks, ~self.blacks)),
            self.others.eq(self.occupied & ~own),
        ]
        # By the codes in ``men``: pawn 1, knight 2, bishop 3, rook 4, queen 5, king 6.
        movers = {
            "pawns": low & ~middle & ~high,
            "knights": ~low & middle & ~high,
            "diagonal": low & (middle ^ high),
            "straight": ~middle & high,
            "king": middle & high,
        }
        for name, men in movers.items():
            for side, theirs in (
                (self.own, own),
                (self.other, self.others),
                (self.white, ~self.blacks),
                (self.black_men, self.blacks),
            ):
                m.d.comb += getattr(side, name).eq(men & theirs)
        return m


def kind_on(kinds: Any, square: Value) -> Value:
    """The kind of man on a square whose number is a signal."""
    return Cat(plane.bit_select(square, 1) for plane in kinds)
