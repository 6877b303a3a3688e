"""Evaluate: what the position is worth to a side. Three cycles, TestCheck beside it.

    1  FirstOrderValues has looked up the men of the move, the sums take them in; PieceValues counts.
    2  WeightedSum multiplies both sums, with what else there is, by the game phase.
    3  WeightedSum divides; the search compares.

The sums are incremental: they belong to the node and are kept in SearchStack, so that UndoMove needs no evaluation. The
result is what ``core.evaluation.evaluator`` says with its other modules switched off
(``question.MODULES`` names those here).
"""

from __future__ import annotations

from typing import Any

from amaranth.hdl import Module, Mux, Signal, signed
from amaranth.lib import wiring
from amaranth.lib.wiring import In, Out

from kiebitz.core.evaluation.classical.weights import WEIGHTS
from kiebitz.hardware.circuit.evaluate.first_order_values import FirstOrderValues, Sums
from kiebitz.hardware.circuit.evaluate.game_phase import GamePhase
from kiebitz.hardware.circuit.evaluate.piece_values import PHASES, PieceValues
from kiebitz.hardware.circuit.evaluate.weighted_sum import WeightedSum
from kiebitz.hardware.circuit.men import Man, Men


class Evaluate(wiring.Component):
    """The evaluation unit."""

    def __init__(self) -> None:
        super().__init__(
            {
                # Looked up at the end of this cycle: what the sums lose and win.
                "gone": In(Man),
                "come": In(Man),
                "taken": In(Man),
                # What those of the cycle before change.
                "change": Out(Sums),
                # The node's sums, White's view.
                "sums": In(Sums),
                # The side that has moved, and its men.
                "black": In(1),
                "own": In(Men),
                "other": In(Men),
                # Centipawns from the view of the side to move, which is the other one.
                "value": Out(signed(16)),
            }
        )

    def elaborate(self, platform: Any) -> Module:
        """Build the circuit."""
        m = Module()
        m.submodules.first_order_values = first_order_values = FirstOrderValues()
        m.submodules.piece_values = piece_values = PieceValues()
        m.submodules.game_phase = game_phase = GamePhase()
        m.submodules.weighted_sum = weighted_sum = WeightedSum()
        for man in ("gone", "come", "taken"):
            m.d.comb += getattr(first_order_values, man).eq(getattr(self, man))
        m.d.comb += self.change.eq(first_order_values.change)
        wiring.connect(m, wiring.flipped(self.own), piece_values.own)
        wiring.connect(m, wiring.flipped(self.other), piece_values.other)
        m.d.comb += [game_phase.sum.eq(self.sums.phase), weighted_sum.phase.eq(game_phase.phase)]
        for phase, tempo in zip(PHASES, WEIGHTS["tempo"].values[0], strict=True):
            placement = Signal(signed(16), name=f"placement_{phase}")
            m.d.comb += [
                placement.eq(Mux(self.black, -self.sums[phase], self.sums[phase])),
                # From here on the view is that of the side that has moved: the right to move is the other's.
                getattr(weighted_sum, phase).eq(placement + getattr(piece_values, phase) - tempo),
            ]
        m.d.comb += self.value.eq(-weighted_sum.value)
        return m
