"""CastleStatus: whether the king may castle now, and which rights a move leaves. No cycle of its own.

Four bits remember the rights: White short and long, Black short and long. A right is worth something while the way is
empty and the king neither starts, passes nor ends on an attacked square; both are read off the home rank.
"""

from __future__ import annotations

from typing import Any

from amaranth.hdl import Cat, Module, Mux, Value
from amaranth.lib import wiring
from amaranth.lib.wiring import In, Out

from kiebitz_hydra.circuit.geometry import E_FILE, either, squares_of

SHORT_WAY, LONG_WAY, LONG_WAY_OF_KING = (5, 6), (1, 2, 3), (2, 3)
LOST_BY = {4: 0b0011, 7: 0b0001, 0: 0b0010, 60: 0b1100, 63: 0b0100, 56: 0b1000}
"""The rights that are gone when something moves from or to a square."""


class CastleStatus(wiring.Component):
    """The rights to castle."""

    def __init__(self) -> None:
        super().__init__(
            {
                "rights": In(4),
                "black": In(1),
                "occupied": In(64),
                # By the other side.
                "attacked": In(64),
                # Short, long.
                "may_castle": Out(2),
                # A move, and what it leaves of the rights.
                "origin": In(6),
                "target": In(6),
                "rights_left": Out(4),
            }
        )

    def elaborate(self, platform: Any) -> Module:
        """Build the circuit."""
        m = Module()
        own = Mux(self.black, self.rights[2:], self.rights[:2])
        occupied = Mux(self.black, self.occupied[56:], self.occupied[:8])
        attacked = Mux(self.black, self.attacked[56:], self.attacked[:8])
        short = own[0] & ~_hit(occupied, SHORT_WAY) & ~_hit(attacked, (E_FILE, *SHORT_WAY))
        long = own[1] & ~_hit(occupied, LONG_WAY) & ~_hit(attacked, (E_FILE, *LONG_WAY_OF_KING))
        m.d.comb += self.may_castle.eq(Cat(short, long))
        lost = either(
            Mux((self.origin == square) | (self.target == square), rights, 0) for square, rights in LOST_BY.items()
        )
        m.d.comb += self.rights_left.eq(self.rights & ~lost)
        return m


def _hit(rank: Value, files: tuple[int, ...]) -> Value:
    """True if a signal is on one of these files of a rank."""
    return (rank & squares_of([0], files)).any()
