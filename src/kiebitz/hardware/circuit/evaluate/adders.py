"""Adders: how many squares have a signal, and sums of such numbers, each times its weight. They are trees.

A weight is a constant, so multiplying by it is a few additions of wires moved aside.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import zip_longest

from amaranth.hdl import C, Module, Signal, Value, signed

from kiebitz.hardware.circuit.geometry import named

PHASES = ("middlegame", "endgame")
Term = tuple[Value, tuple[int, int]]
"""A number, and what one of it is worth in each phase, in centipawns."""


def added(values: Iterable[Value]) -> Value:
    """The sum of values: a tree of adders."""
    values = list(values)
    while len(values) > 1:
        values = [left + right for left, right in zip_longest(values[::2], values[1::2], fillvalue=C(0))]
    return values[0]


def count(m: Module, name: str, board: Value) -> Signal:
    """How many squares have a signal."""
    return count_all(m, name, [board])


def count_all(m: Module, name: str, boards: Iterable[Value]) -> Signal:
    """How many signals there are on all these boards together.

    Full adders, one a square, make of three boards one of sums and one of carries, which count twice as much; so one
    board of each weight is left, and a tree counts its squares.
    """
    left = list(boards)
    numbers: list[Value] = []
    while left:
        weight = len(numbers)
        carries: list[Value] = []
        while len(left) > 1:
            adder = f"{name}_{weight}_{len(left)}"
            one, two, three = *left[:2], left[2] if len(left) > 2 else C(0, 1)
            either_of_two = named(m, f"{adder}_either", one ^ two)
            carries.append(named(m, f"{adder}_carry", (one & two) | (either_of_two & three)))
            left = [*left[3:], named(m, f"{adder}_sum", either_of_two ^ three)]
        numbers.append(added(named(m, f"{name}_{weight}", left[0])) << weight)
        left = carries
    total = added(numbers)
    return named(m, f"{name}_number", total)


def weighted(m: Module, name: str, terms: Iterable[Term]) -> tuple[Signal, Signal]:
    """The sum of numbers times their weights: middlegame, endgame, in centipawns."""
    terms = list(terms)
    middlegame, endgame = (Signal(signed(16), name=f"{name}_{phase}") for phase in PHASES)
    for phase, total in enumerate((middlegame, endgame)):
        m.d.comb += total.eq(added([number * weight[phase] for number, weight in terms if weight[phase]] or [C(0)]))
    return middlegame, endgame
