"""Which simulator runs the machine."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from kiebitz.hardware.simulator.coprocessor import Coprocessor


class SimulatorName(StrEnum):
    """The simulators, fastest first."""

    VERILATOR = "verilator"
    AMARANTH = "amaranth"


def coprocessor(name: SimulatorName) -> Coprocessor:
    """A machine, run by the simulator of that name. Raises MissingToolError, BuildError, OSError."""
    if name is SimulatorName.VERILATOR:
        from kiebitz.hardware.simulator.verilator import verilator

        return verilator()
    from kiebitz.hardware.simulator.stepping import SteppedCoprocessor

    return SteppedCoprocessor()
