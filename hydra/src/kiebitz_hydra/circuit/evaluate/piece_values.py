"""PieceValues: the worth of combinations of pieces; plain values stand in FirstOrderValues. Two cycles.

Trees of adders count each side's men in the first, for HandleSpecialCases too. Knights like many own pawns, rooks few;
two bishops are worth more than twice one, two rooks less.
"""

from __future__ import annotations

from typing import Any

from amaranth.hdl import Module, Signal, signed
from amaranth.lib import data, wiring
from amaranth.lib.wiring import In, Out

from kiebitz.core.evaluation.classical.weights import WEIGHTS
from kiebitz_hydra.circuit.evaluate.adders import PHASES, count, product, weighted
from kiebitz_hydra.circuit.evaluate.spans import SIDES
from kiebitz_hydra.circuit.men import Men

USUAL_PAWNS = 5
KINDS = ("pawns", "knights", "bishops", "rooks", "queens")
Numbers = data.StructLayout(dict.fromkeys(KINDS, 4))
"""Number of pieces of each kind that a side has."""


class PieceValues(wiring.Component):
    """White's cooperation less Black's, White's view, in centipawns; and the numbers of men, a cycle before."""

    CYCLES = 2

    def __init__(self) -> None:
        super().__init__(
            {
                "white": In(Men),
                "black": In(Men),
                "white_numbers": Out(Numbers),
                "black_numbers": Out(Numbers),
                "middlegame": Out(signed(16)),
                "endgame": Out(signed(16)),
            }
        )

    def elaborate(self, platform: Any) -> Module:
        """Build the circuit."""
        m = Module()
        worths = []
        for name, _, _ in SIDES:
            men, numbers = getattr(self, name), getattr(self, f"{name}_numbers")
            queens = men.diagonal & men.straight
            sets = (men.pawns, men.knights, men.diagonal & ~queens, men.straight & ~queens, queens)
            for kind, board in zip(KINDS, sets, strict=True):
                m.d.sync += numbers[kind].eq(count(m, f"{name}_{kind}", board))
            worths.append(cooperation(m, name, numbers))
        for phase, white, black in zip(PHASES, *worths, strict=True):
            m.d.sync += getattr(self, phase).eq(white - black)
        return m


def cooperation(m: Module, name: str, numbers: Any) -> tuple[Signal, Signal]:
    """Value of one side's pieces together, its own view: middlegame, endgame."""
    surplus = Signal(signed(4), name=f"{name}_surplus")
    by_knights, by_rooks = (Signal(signed(8), name=f"{name}_by_{kind}") for kind in ("knights", "rooks"))
    m.d.comb += [
        surplus.eq(numbers.pawns - USUAL_PAWNS),
        by_knights.eq(product(numbers.knights, surplus)),
        by_rooks.eq(product(numbers.rooks, surplus)),
    ]
    features = {
        "knight_by_pawns": by_knights,
        "rook_by_pawns": by_rooks,
        "bishop_pair": numbers.bishops >= 2,
        "rook_pair": numbers.rooks >= 2,
    }
    return weighted(m, f"{name}_together", [(number, WEIGHTS[each].values[0]) for each, number in features.items()])
