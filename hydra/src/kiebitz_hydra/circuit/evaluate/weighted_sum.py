"""WeightedSum: what the modules say, added up, mixed by the game phase and scaled. Two cycles, or three with scales.

What the modules say of the middlegame and of the endgame is summed by a tree of adders and multiplied by the phase. The
division, a cycle later, is one by 8, which is a matter of wires, and one by 3: a multiplication by its inverse in
binary, exact for every sum that can come and small enough for one multiplier. In the third cycle counts the scale of
the side with the advantage. All divisions round towards zero, so that the value is the same for both sides.
"""

from __future__ import annotations

from typing import Any

from amaranth.hdl import Module, Mux, Signal, signed
from amaranth.lib import wiring
from amaranth.lib.wiring import In, Out

from kiebitz_hydra.circuit.evaluate.adders import PHASES, added
from kiebitz_hydra.circuit.evaluate.game_phase import FULL_PHASE
from kiebitz_hydra.circuit.geometry import kept, named

SIZE_BITS = 20
EIGHTH_BITS = 3
INVERSE_BITS = 17
INVERSE = (1 << INVERSE_BITS) // (FULL_PHASE >> EIGHTH_BITS) + 1
"""A size below 2 to the SIZE_BITSth, by 8, times this, without its last INVERSE_BITS, is the size divided by 24."""
FULL_SCALE_BITS = 6
FULL_SCALE = 1 << FULL_SCALE_BITS
SCALE_BITS = FULL_SCALE_BITS + 1


class WeightedSum(wiring.Component):
    """The value of what so many modules say, whose views are White's, ``cycles`` after they have said it.

    Without scales (``has_scales``) an advantage is what it seems to be.
    """

    def __init__(self, modules: int, *, has_scales: bool) -> None:
        self.has_scales = has_scales
        self.cycles = 3 if has_scales else 2
        super().__init__(
            {
                "middlegame": In(signed(16)).array(modules),
                "endgame": In(signed(16)).array(modules),
                "phase": In(range(FULL_PHASE + 1)),
                # What is left of an advantage of either side, of FULL_SCALE.
                "white_scale": In(SCALE_BITS),
                "black_scale": In(SCALE_BITS),
                # Whose view the value takes.
                "for_black": In(1),
                "value": Out(signed(16)),
            }
        )

    def elaborate(self, platform: Any) -> Module:
        """Build the circuit."""
        m = Module()
        sums = {name: Signal(signed(16), name=f"{name}_sum") for name in PHASES}
        m.d.comb += [to.eq(added(getattr(self, name))) for name, to in sums.items()]
        middlegame, endgame = sums.values()
        mixed = kept(
            m, "mixed", (middlegame * self.phase + endgame * (FULL_PHASE - self.phase))[: SIZE_BITS + 1].as_signed()
        )
        size = named(m, "size", abs(mixed)[:SIZE_BITS])
        left = named(m, "quotient", ((size >> EIGHTH_BITS) * INVERSE)[INVERSE_BITS:])
        if self.has_scales:
            scale = kept(m, "scale", Mux(mixed < 0, self.black_scale, self.white_scale))
            left = named(m, "left", (kept(m, "whole", left) * scale)[FULL_SCALE_BITS:])
        m.d.comb += self.value.eq(Mux((mixed < 0) ^ self.for_black, -left, left))
        return m
