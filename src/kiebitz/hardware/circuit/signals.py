"""How signals run over the board: men send, empty squares pass on, whatever stands there receives.

A ray is seven squares deep, and a gate a square. A step sideways would carry signals from one edge of the board to the
other, so the squares at that edge neither pass them on nor receive them; the edges are cut once for all rays that lead
to the same side.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from amaranth.hdl import Module, Signal, Value

from kiebitz.hardware.circuit.geometry import (
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

SQUARES_OF_A_RAY = 7


def run(m: Module, name: str, senders: Value, passing: Value, ray: Step) -> Value:
    """What arrives at each square along one ray, edges not yet cut."""
    arriving = shift(senders, ray)
    for length in range(2, SQUARES_OF_A_RAY + 1):
        reach = named(m, f"{name}_{ray[0]}_{ray[1]}_{length}", senders | (arriving & passing))
        arriving = shift(reach, ray)
    return arriving


def run_all(m: Module, name: str, senders: Value, empty: Value, rays: Iterable[Step]) -> Value:
    """What arrives along any of the rays."""
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
