import shutil

import pytest

pytest.importorskip("amaranth", reason="Amaranth is missing: pip install 'kiebitz[hardware]'")

from kiebitz_hydra.question import BARE, FULL
from kiebitz_hydra.simulator.cxxrtl import cxxrtl
from kiebitz_hydra.simulator.tools import has
from kiebitz_hydra.simulator.verilator import verilator
from kiebitz_hydra.simulator.workshop import compiler


def compiled(knowledge):
    """A machine, compiled by Verilator; the build is kept and shared."""
    if not has("verilator"):
        pytest.skip("Verilator is missing: install Debian's package verilator")
    return verilator(knowledge)


@pytest.fixture(scope="session")
def machine():
    """The machine with all that it may know."""
    return compiled(FULL)


@pytest.fixture(scope="session")
def bare_machine():
    """The one with men and places only, eight times as fast, for what has to do with moves alone."""
    return compiled(BARE)


@pytest.fixture(scope="session")
def machine_by_cxxrtl():
    """The machine with men and places only, compiled by CXXRTL."""
    if not shutil.which(compiler()[0]):
        pytest.skip(f"{compiler()[0]} is missing: install a C++ compiler")
    return cxxrtl(BARE)
