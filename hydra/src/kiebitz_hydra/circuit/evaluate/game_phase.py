"""GamePhase: how much of the pieces is still there, from 24 (all) to 0 (kings and pawns); in the cycle of WeightedSum.

Each man's share stands beside his values in block RAM and is summed up with them; this module only caps the sum, which
promotions can bring above all pieces.
"""

from __future__ import annotations

from typing import Any

from amaranth.hdl import Module, Mux
from amaranth.lib import wiring
from amaranth.lib.wiring import In, Out

FULL_PHASE = 24
PHASE_SHARES = (0, 0, 1, 1, 2, 4, 0)
"""By a man's code, of FULL_PHASE."""
MAX_SUM = 2 * FULL_PHASE + 16 * PHASE_SHARES[5]


class GamePhase(wiring.Component):
    """The cap of the phase."""

    def __init__(self) -> None:
        super().__init__({"sum": In(range(MAX_SUM)), "phase": Out(range(FULL_PHASE + 1))})

    def elaborate(self, platform: Any) -> Module:
        """Build the circuit."""
        m = Module()
        m.d.comb += self.phase.eq(Mux(self.sum > FULL_PHASE, FULL_PHASE, self.sum))
        return m
