"""GenVictim: the next square to move to. Two cycles: the signals cross the board, the comparator tree chooses.

Men of the side to move send signals, empty squares pass them on; every square that receives one and holds no own man is
a candidate, and the comparator tree takes the one with the most valuable man on it, an empty one last. Pawns send
straight on and aside apart, for aside they only capture. What arrives is kept in registers between the two cycles;
castling joins it behind them, for TestCheck takes a cycle to say what is attacked. A square that was tried is masked,
so that the same question gives the next answer. Every square found can be reached by some man; whether that leaves the
king in check is for TestCheck to say.
"""

from __future__ import annotations

from typing import Any

from amaranth.hdl import C, Cat, Module, Mux, Signal
from amaranth.lib import wiring
from amaranth.lib.wiring import In, Out

from kiebitz_hydra.circuit.comparator_tree import comparator_tree
from kiebitz_hydra.circuit.geometry import (
    C_FILE,
    DOWN_ASIDE,
    FIRST_RANK,
    G_FILE,
    LAST_RANK,
    UP_ASIDE,
    either,
    hop,
    named,
    squares_of,
)
from kiebitz_hydra.circuit.men import Men
from kiebitz_hydra.circuit.signals import attacks

UP, DOWN = [(0, 1)], [(0, -1)]
# Where a pawn that goes two steps has come after the first.
WHITE_THIRD, BLACK_THIRD = squares_of([2]), squares_of([5])


class GenVictim(wiring.Component):
    """Candidates and winner among the squares to move to."""

    def __init__(self) -> None:
        super().__init__(
            {
                "own": In(Men),
                "other": In(Men),
                "black": In(1),
                "en_passant": In(64),
                # Whether the king may castle now: short, long.
                "castling": In(2),
                "tried": In(64),
                "captures_only": In(1),
                "found": Out(1),
                # There are others for later.
                "more": Out(1),
                "square": Out(6),
                "candidates": Out(64),
            }
        )

    def elaborate(self, platform: Any) -> Module:
        """Build the circuit."""
        m = Module()
        own, other, black = self.own, self.other, self.black
        empty = named(m, "empty", ~(own.all | other.all))
        ahead = named(m, "ahead", Mux(black, hop(own.pawns, DOWN), hop(own.pawns, UP)) & empty)
        third = ahead & Mux(black, BLACK_THIRD, WHITE_THIRD)
        twice = Mux(black, hop(third, DOWN), hop(third, UP)) & empty
        aside = named(m, "aside", Mux(black, hop(own.pawns, DOWN_ASIDE), hop(own.pawns, UP_ASIDE)))
        in_passing = named(m, "in_passing", aside & self.en_passant)
        received = attacks(m, "sent", own, (aside & other.all) | in_passing, empty)
        castled = either(
            Mux(self.castling[way] & (black == by_black), squares_of([rank], [file]), C(0, 64))
            for way, file in enumerate((G_FILE, C_FILE))
            for by_black, rank in enumerate((FIRST_RANK, LAST_RANK))
        )
        arrived = Signal(64)
        m.d.sync += arrived.eq(
            ((received & ~own.all) | ahead | twice)
            & ~self.tried
            & Mux(self.captures_only, other.all | in_passing, ~C(0, 64))
        )
        m.d.comb += self.candidates.eq(arrived | Mux(self.captures_only, 0, castled & ~self.tried))
        king_or_rook = other.king | other.straight
        by_worth = [
            named(m, f"worth_{worth}", self.candidates & men)
            for worth, men in enumerate(
                (
                    # An empty square is worth the least, but something.
                    ~C(0, 64),
                    other.all | in_passing,
                    other.all & ~other.pawns,
                    king_or_rook | other.diagonal,
                    king_or_rook,
                    other.king | (other.straight & other.diagonal),
                    other.king,
                )
            )
        ]
        winner = comparator_tree(m, "victim", [Cat(men[square] for men in by_worth) for square in range(64)])
        m.d.comb += [self.square.eq(winner.square), self.found.eq(winner.worth[0]), self.more.eq(winner.more)]
        return m
