"""Which simulator runs the machine."""

from __future__ import annotations

from collections.abc import Callable
from enum import StrEnum

from kiebitz.hardware.simulator.coprocessor import Coprocessor
from kiebitz.hardware.simulator.stepping import SteppedCoprocessor
from kiebitz.hardware.simulator.verilator import verilator


class SimulatorName(StrEnum):
    """The simulators, fastest first."""

    VERILATOR = "verilator"
    AMARANTH = "amaranth"


MAKERS: dict[SimulatorName, Callable[[], Coprocessor]] = {
    SimulatorName.VERILATOR: verilator,
    SimulatorName.AMARANTH: SteppedCoprocessor,
}


def coprocessor(name: SimulatorName) -> Coprocessor:
    """A machine, run by the simulator of that name. Raises MissingToolError, BuildError, OSError."""
    return MAKERS[name]()
