"""The board as a bundle of 64 wires, a1 first: a step over the board is only a way of connecting wires."""

from __future__ import annotations

from collections.abc import Iterable
from functools import reduce
from operator import or_

from amaranth.hdl import C, Cat, Module, Signal, Value

Step = tuple[int, int]
"""Files to the right and ranks upwards, seen by White."""

RAYS = ((0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1))
STRAIGHT = tuple(ray for ray in RAYS if 0 in ray)
DIAGONAL = tuple(ray for ray in RAYS if 0 not in ray)
LEAPS = ((1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2))
UP_ASIDE, DOWN_ASIDE = ((1, 1), (-1, 1)), ((1, -1), (-1, -1))

C_FILE, E_FILE, G_FILE = 2, 4, 6
FIRST_RANK, LAST_RANK = 0, 7


def squares_of(ranks: Iterable[int] = range(8), files: Iterable[int] = range(8)) -> int:
    """A constant set of squares: where these ranks cross these files."""
    files = tuple(files)
    return sum(1 << 8 * rank + file for rank in ranks for file in files)


def shift(board: Value, step: Step) -> Value:
    """Each square's signal one step on; what leaves the board sideways comes in again at the other edge."""
    by = 8 * step[1] + step[0]
    return Cat(C(0, by), board[: 64 - by]) if by > 0 else board[-by:64]


def landing(files: int) -> int:
    """Squares that a step of so many files can lead to; on the others a signal has come round the edge."""
    return squares_of(files=[file for file in range(8) if 0 <= file - files < 8])


def hop(board: Value, steps: Iterable[Step]) -> Value:
    """Where single steps lead; what leaves the board is lost."""
    return either(
        either(shift(board, step) for step in same) & landing(files) for files, same in by_files(steps).items()
    )


def by_files(steps: Iterable[Step]) -> dict[int, list[Step]]:
    """Steps by how far they lead aside: one cut of the edge is enough for all that lead equally far."""
    grouped: dict[int, list[Step]] = {}
    for step in steps:
        grouped.setdefault(step[0], []).append(step)
    return grouped


def neighbours(board: Value) -> Value:
    """A king's step away."""
    return hop(board, RAYS)


def leaps(board: Value) -> Value:
    """A knight's leap away."""
    return hop(board, LEAPS)


def either(boards: Iterable[Value]) -> Value:
    """Where any of the boards has a signal."""
    return reduce(or_, boards)


def named(m: Module, name: str, value: Value) -> Signal:
    """A value computed once, under a name."""
    signal = Signal(Value.cast(value).shape(), name=name)
    m.d.comb += signal.eq(value)
    return signal


def kept(m: Module, name: str, value: Value) -> Signal:
    """A value in a register, under a name: there from the next cycle on."""
    signal = Signal(Value.cast(value).shape(), name=name)
    m.d.sync += signal.eq(value)
    return signal
