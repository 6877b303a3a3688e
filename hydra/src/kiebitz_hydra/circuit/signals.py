"""How signals run over the board: men send, empty squares pass on, whatever stands there receives.

A ray is seven squares long, but three gates deep: empty squares join up, to ways of two and then of four, while signals
cross a square, two and four. A step sideways would carry signals from one edge of the board to the other, so the
squares at that edge neither pass them on nor receive them; the edges are cut once for all rays that lead to the same
side.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from amaranth.hdl import Module, Signal, Value

from kiebitz_hydra.circuit.geometry import (
    DIAGONAL,
    STRAIGHT,
    Step,
    by_files,
    either,
    landing,
    leaps,
    named,
    neighbours,
    shift,
)

STRIDES_OF_A_RAY = (1, 2, 4)
"""Squares that signals cross at a time; all together seven, the length of a ray."""


def run(m: Module, name: str, senders: Value, passing: Value, ray: Step) -> Value:
    """The signals that arrive at each square along one ray, edges not yet cut."""
    name = f"{name}_{ray[0]}_{ray[1]}"
    reach, way = senders, passing
    for squares in STRIDES_OF_A_RAY:
        stride = ray[0] * squares, ray[1] * squares
        reach, way = (
            named(m, f"{name}_reach_{squares}", reach | (shift(reach, stride) & way)),
            named(m, f"{name}_way_{squares}", way & shift(way, stride)),
        )
    return shift(reach, ray)


def run_all(m: Module, name: str, senders: Value, empty: Value, rays: Iterable[Step]) -> Value:
    """The signals that arrive along any of the rays."""
    arriving = []
    for files, same in by_files(rays).items():
        passing = named(m, f"{name}_passing_{files}", empty & landing(files)) if files else empty
        arriving.append(either(run(m, name, senders, passing, ray) for ray in same) & landing(files))
    return either(arriving)


def attacks(m: Module, name: str, men: Any, pawn_attacks: Value, empty: Value) -> Signal:
    """All squares that men of one side attack."""
    return named(
        m,
        name,
        run_all(m, f"{name}_straight", men.straight, empty, STRAIGHT)
        | run_all(m, f"{name}_diagonal", men.diagonal, empty, DIAGONAL)
        | leaps(men.knights)
        | neighbours(men.king)
        | pawn_attacks,
    )
