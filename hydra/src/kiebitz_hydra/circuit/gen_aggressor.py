"""GenAggressor: the next man that can go to the square that GenVictim found. Two cycles, with registers between.

The square sends the signals of a super piece, which moves like all men at once; empty squares pass them on. Own men who
receive the signal of their own kind are candidates, and the comparator tree takes the least valuable. Pawns are asked
backwards: from the side if something is to be captured, from behind if the square is empty.
"""

from __future__ import annotations

from typing import Any

from amaranth.hdl import C, Cat, Module, Mux, Signal
from amaranth.lib import wiring
from amaranth.lib.wiring import In, Out

from kiebitz_hydra.circuit.comparator_tree import comparator_tree
from kiebitz_hydra.circuit.gen_victim import BLACK_THIRD, DOWN, UP, WHITE_THIRD
from kiebitz_hydra.circuit.geometry import (
    C_FILE,
    DIAGONAL,
    DOWN_ASIDE,
    E_FILE,
    FIRST_RANK,
    G_FILE,
    LAST_RANK,
    STRAIGHT,
    UP_ASIDE,
    either,
    hop,
    leaps,
    named,
    neighbours,
    squares_of,
)
from kiebitz_hydra.circuit.men import KING, Men
from kiebitz_hydra.circuit.signals import run_all


class GenAggressor(wiring.Component):
    """Candidates and winner among the men who can move to a square."""

    def __init__(self) -> None:
        super().__init__(
            {
                "own": In(Men),
                "others": In(64),
                "black": In(1),
                "en_passant": In(64),
                # Whether the king may castle now: short, long.
                "castling": In(2),
                "target": In(6),
                "tried": In(64),
                "captures_only": In(1),
                # There are others for later.
                "more": Out(1),
                "square": Out(6),
                # The man there, by his code.
                "kind": Out(3),
                "candidates": Out(64),
                # Where the super piece's signals along rays and by leaps arrive: for pictures.
                "super_piece": Out(64),
            }
        )

    def elaborate(self, platform: Any) -> Module:
        """Build the circuit."""
        m = Module()
        own, black = self.own, self.black
        empty = named(m, "empty", ~(own.all | self.others))
        target = named(m, "target_square", (C(1, 64) << self.target)[:64])
        captures = (target & (self.others | self.en_passant)).any()
        is_empty = (target & empty).any()
        one_back = Mux(black, hop(target, UP), hop(target, DOWN))
        third = one_back & Mux(black, BLACK_THIRD, WHITE_THIRD) & empty
        two_back = Mux(black, hop(third, UP), hop(third, DOWN))
        aside = Mux(black, hop(target, UP_ASIDE), hop(target, DOWN_ASIDE))
        queens = named(m, "queens", own.diagonal & own.straight)
        straight = named(m, "by_straight", run_all(m, "super_straight", target, empty, STRAIGHT))
        diagonal = named(m, "by_diagonal", run_all(m, "super_diagonal", target, empty, DIAGONAL))
        leap = named(m, "by_leap", leaps(target))
        castles_here = either(
            Mux(self.castling[way] & (black == by_black), target & squares_of([rank], [file]), 0)
            for way, file in enumerate((G_FILE, C_FILE))
            for by_black, rank in enumerate((FIRST_RANK, LAST_RANK))
        ).any()
        home = Mux(black, squares_of([LAST_RANK], [E_FILE]), squares_of([FIRST_RANK], [E_FILE]))
        # When only captures are wanted and the square is empty, it is there for a pawn that takes in passing.
        only_pawns = self.captures_only & ~(target & self.others).any()
        officers = Mux(only_pawns, 0, ~self.tried)
        arrived = Signal(64)
        m.d.sync += arrived.eq(
            (
                (own.king & neighbours(target))
                | (own.straight & straight)
                | (own.diagonal & diagonal)
                | (own.knights & leap)
            )
            & officers
            | (own.pawns & (Mux(captures, aside, 0) | Mux(is_empty, one_back | two_back, 0)) & ~self.tried)
        )
        m.d.comb += self.candidates.eq(arrived | Mux(castles_here, own.king & home & ~self.tried, 0))
        # From the king, who is taken last, to pawns.
        by_worth = [
            named(m, f"worth_{worth}", self.candidates & men)
            for worth, men in enumerate(
                (
                    ~C(0, 64),
                    ~own.king,
                    ~(own.king | queens),
                    ~(own.king | own.straight),
                    own.knights | own.pawns,
                    own.pawns,
                )
            )
        ]
        winner = comparator_tree(m, "aggressor", [Cat(men[square] for men in by_worth) for square in range(64)])
        m.d.comb += [
            self.super_piece.eq(straight | diagonal | leap),
            self.square.eq(winner.square),
            self.kind.eq(KING + 1 - sum(winner.worth)),
            self.more.eq(winner.more),
        ]
        return m
