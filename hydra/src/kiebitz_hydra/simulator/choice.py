"""Which simulator runs the machine."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING

from kiebitz_hydra.question import FULL, Knowledge
from kiebitz_hydra.simulator import tools

if TYPE_CHECKING:
    from kiebitz_hydra.simulator.coprocessor import Coprocessor


class SimulatorName(StrEnum):
    """The simulators, fastest first."""

    VERILATOR = "verilator"
    CXXRTL = "cxxrtl"
    AMARANTH = "amaranth"


def fastest() -> SimulatorName:
    """The fastest simulator at hand: Verilator, or what comes with Amaranth."""
    return SimulatorName.VERILATOR if tools.has("verilator") else SimulatorName.CXXRTL


def coprocessor(name: SimulatorName, knowledge: Knowledge = FULL) -> Coprocessor:
    """A machine with this knowledge, run by that simulator. Raises MissingToolError, BuildError, OSError."""
    if name is SimulatorName.VERILATOR:
        from kiebitz_hydra.simulator.verilator import verilator

        return verilator(knowledge)
    if name is SimulatorName.CXXRTL:
        from kiebitz_hydra.simulator.cxxrtl import cxxrtl

        return cxxrtl(knowledge)
    from kiebitz_hydra.simulator.stepping import SteppedCoprocessor

    return SteppedCoprocessor(knowledge=knowledge)
