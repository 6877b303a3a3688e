"""TestCheck: the squares that one side attacks, and whether the other's king stands on one of them.

The signals are GenVictim's, sent by the other side. It takes two cycles, one for the signals to cross the board and one
to look at the king; both lie beside Evaluate, so it costs none of its own. Between moves it tells CastleStatus where a
king may not go.
"""

from __future__ import annotations

from typing import Any

from amaranth.hdl import Module, Mux
from amaranth.lib import wiring
from amaranth.lib.wiring import In, Out

from kiebitz_hydra.circuit.geometry import DOWN_ASIDE, UP_ASIDE, hop, named
from kiebitz_hydra.circuit.men import Men
from kiebitz_hydra.circuit.signals import attacks


class TestCheck(wiring.Component):
    """The attacks of one side."""

    def __init__(self) -> None:
        super().__init__(
            {
                # Those who may give check, and whether they are Black's.
                "men": In(Men),
                "black": In(1),
                "occupied": In(64),
                "king": In(64),
                # As the board was a cycle before.
                "attacked": Out(64),
                "check": Out(1),
            }
        )

    def elaborate(self, platform: Any) -> Module:
        """Build the circuit."""
        m = Module()
        pawns = self.men.pawns
        aside = named(m, "aside", Mux(self.black, hop(pawns, DOWN_ASIDE), hop(pawns, UP_ASIDE)))
        empty = named(m, "empty", ~self.occupied)
        m.d.sync += self.attacked.eq(attacks(m, "sent", self.men, aside, empty))
        m.d.comb += self.check.eq((self.attacked & self.king).any())
        return m
