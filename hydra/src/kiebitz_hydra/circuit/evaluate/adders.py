"""Adders: how many squares have a signal, and sums of such numbers, each times its weight. They are trees.

A weight is a constant, so multiplying by it is a few additions of wires moved aside, and these join the tree. A single
wire needs none: it lets the weight pass, or nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import zip_longest

from amaranth.hdl import C, Module, Mux, Signal, Value, signed

from kiebitz_hydra.circuit.geometry import kept, named

PHASES = ("middlegame", "endgame")
Term = tuple[Value, tuple[int, int]]
"""A number, and what one of it is worth in each phase, in centipawns."""


def added(values: Iterable[Value]) -> Value:
    """The sum of values: a tree of adders."""
    values = list(values)
    while len(values) > 1:
        values = [left + right for left, right in zip_longest(values[::2], values[1::2], fillvalue=C(0))]
    return values[0]


def times(number: Value, factor: int) -> Iterator[Value]:
    """Terms that add up to a number times a constant: one for each digit of -1 or 1, never two in a row."""
    if len(number) == 1:
        yield Mux(number, factor, 0)
        return
    place = 0
    while factor:
        if factor & 1:
            digit = 2 - (factor & 3)
            yield number << place if digit > 0 else -(number << place)
            factor -= digit
        factor >>= 1
        place += 1


def product(number: Value, factor: Value) -> Value:
    """A small number times another, by adders: the chip's multipliers are few and far from what asks them."""
    return added(Mux(bit, factor << place, 0) for place, bit in enumerate(number))


def count(m: Module, name: str, board: Value) -> Signal:
    """Number of squares that have a signal."""
    return named(m, f"{name}_number", added(named(m, name, board)))


def counted(m: Module, name: str, *boards: Value) -> Signal:
    """Number of signals on all these boards together, a cycle later.

    Full adders, one a square, make of three boards one of sums and one of carries, which count twice as much; so one
    board of each weight is left and kept, and a tree counts its squares.
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
        numbers.append(added(kept(m, f"{name}_{weight}", left[0])) << weight)
        left = carries
    return named(m, f"{name}_number", added(numbers))


def weighted(m: Module, name: str, terms: Iterable[Term]) -> tuple[Signal, Signal]:
    """The sum of numbers times their weights: middlegame, endgame, in centipawns."""
    terms = list(terms)
    middlegame, endgame = (Signal(signed(16), name=f"{name}_{phase}") for phase in PHASES)
    for phase, total in enumerate((middlegame, endgame)):
        parts = [part for number, weight in terms for part in times(number, weight[phase])]
        m.d.comb += total.eq(added(parts or [C(0)]))
    return middlegame, endgame
