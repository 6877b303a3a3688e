"""PieceValues: what pieces are worth together; their plain values stand in FirstOrderValues. One cycle.

Trees of adders count each side's pawns, knights, bishops and rooks. Knights like many own pawns, rooks few; two bishops
are worth more than twice one, two rooks less.
"""

from __future__ import annotations

from itertools import zip_longest
from typing import Any

from amaranth.hdl import C, Module, Mux, Signal, Value, signed
from amaranth.lib import wiring
from amaranth.lib.wiring import In, Out

from kiebitz.core.evaluation.classical.weights import WEIGHTS
from kiebitz.hardware.circuit.men import Men

USUAL_PAWNS = 5
PHASES = ("middlegame", "endgame")


class PieceValues(wiring.Component):
    """The sum of own cooperation less the other side's, view of the own side, in centipawns."""

    def __init__(self) -> None:
        super().__init__({"own": In(Men), "other": In(Men), "middlegame": Out(signed(16)), "endgame": Out(signed(16))})

    def elaborate(self, platform: Any) -> Module:
        """Build the circuit."""
        m = Module()
        own = self.cooperation(m, "own", self.own)
        other = self.cooperation(m, "other", self.other)
        for phase, ours, theirs in zip(PHASES, own, other, strict=True):
            m.d.sync += getattr(self, phase).eq(ours - theirs)
        return m

    @staticmethod
    def cooperation(m: Module, name: str, men: Any) -> tuple[Value, Value]:
        """What one side's pieces are worth together, its own view: middlegame, endgame."""
        queens = men.diagonal & men.straight
        pawns = count(m, f"{name}_pawns", men.pawns)
        knights = count(m, f"{name}_knights", men.knights)
        bishops = count(m, f"{name}_bishops", men.diagonal & ~queens)
        rooks = count(m, f"{name}_rooks", men.straight & ~queens)
        surplus = Signal(signed(8), name=f"{name}_surplus")
        by_knights, by_rooks = (
            Signal(signed(12), name=f"{name}_by_knights"),
            Signal(signed(12), name=f"{name}_by_rooks"),
        )
        m.d.comb += [
            surplus.eq(pawns - USUAL_PAWNS),
            by_knights.eq(surplus * knights),
            by_rooks.eq(surplus * rooks),
        ]

        def worth(phase: int) -> Value:
            def weight(feature: str) -> int:
                return WEIGHTS[feature].values[0][phase]

            return (
                by_knights * weight("knight_by_pawns")
                + by_rooks * weight("rook_by_pawns")
                + Mux(bishops >= 2, weight("bishop_pair"), C(0))
                + Mux(rooks >= 2, weight("rook_pair"), C(0))
            )

        return worth(0), worth(1)


def count(m: Module, name: str, board: Value) -> Signal:
    """How many squares have a signal: a tree of adders."""
    counted = Signal(64, name=f"{name}_counted")
    number = Signal(range(65), name=f"{name}_number")
    m.d.comb += counted.eq(board)
    numbers = list(counted)
    while len(numbers) > 1:
        numbers = [left + right for left, right in zip_longest(numbers[::2], numbers[1::2], fillvalue=C(0))]
    m.d.comb += number.eq(numbers[0])
    return number
