"""Which simulator runs the machine."""

from __future__ import annotations

from collections.abc import Callable
from enum import StrEnum

from kiebitz.hardware.simulator.coprocessor import Coprocessor
from kiebitz.hardware.simulator.cxxrtl import cxxrtl
from kiebitz.hardware.simulator.stepping import SteppedCoprocessor
from kiebitz.hardware.simulator.tools import has
from kiebitz.hardware.simulator.verilator import verilator


class SimulatorName(StrEnum):
    """The simulators, fastest first."""

    VERILATOR = "verilator"
    CXXRTL = "cxxrtl"
    AMARANTH = "amaranth"


MAKERS: dict[SimulatorName, Callable[[], Coprocessor]] = {
    SimulatorName.VERILATOR: verilator,
    SimulatorName.CXXRTL: cxxrtl,
    SimulatorName.AMARANTH: SteppedCoprocessor,
}


def fastest() -> SimulatorName:
    """The fastest simulator whose tools are installed."""
    return SimulatorName.VERILATOR if has("verilator") else SimulatorName.CXXRTL


def coprocessor(name: SimulatorName) -> Coprocessor:
    """A machine, run by the simulator of that name. Raises MissingToolError, BuildError, OSError."""
    return MAKERS[name]()
