"""WeightedSum: middlegame and endgame values mixed by the game phase. Two cycles: products, then their division by 24.

The division is one by 8, which is a matter of wires, and one by 3: a multiplication by its inverse in binary, exact for
every sum that can come and small enough for one multiplier. It rounds towards zero, so that the value is the same for
both sides.
"""

from __future__ import annotations

from typing import Any

from amaranth.hdl import Module, Mux, Signal, signed
from amaranth.lib import wiring
from amaranth.lib.wiring import In, Out

from kiebitz.hardware.circuit.evaluate.game_phase import FULL_PHASE

SIZE_BITS = 20
EIGHTH_BITS = 3
INVERSE_BITS = 17
INVERSE = (1 << INVERSE_BITS) // (FULL_PHASE >> EIGHTH_BITS) + 1
"""A size below 2 to the SIZE_BITSth, by 8, times this, without its last INVERSE_BITS, is the size divided by 24."""


class WeightedSum(wiring.Component):
    """The mixed value, two cycles after the values that are mixed."""

    def __init__(self) -> None:
        super().__init__(
            {
                "middlegame": In(signed(16)),
                "endgame": In(signed(16)),
                "phase": In(range(FULL_PHASE + 1)),
                "value": Out(signed(16)),
            }
        )

    def elaborate(self, platform: Any) -> Module:
        """Build the circuit."""
        m = Module()
        mixed = Signal(signed(SIZE_BITS + 1))
        m.d.sync += mixed.eq(self.middlegame * self.phase + self.endgame * (FULL_PHASE - self.phase))
        size, quotient = Signal(SIZE_BITS), Signal(15)
        m.d.comb += [size.eq(abs(mixed)), quotient.eq(((size >> EIGHTH_BITS) * INVERSE) >> INVERSE_BITS)]
        m.d.comb += self.value.eq(Mux(mixed < 0, -quotient, quotient))
        return m
