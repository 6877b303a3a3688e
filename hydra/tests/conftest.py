"""Machines that are built once; without Amaranth there is nothing to test."""

import shutil
from importlib.util import find_spec

import pytest

if find_spec("amaranth") is None:
    collect_ignore_glob = ["*"]


def compiled(knowledge):
    """A machine, compiled by Verilator; the build is kept and shared."""
    from kiebitz_hydra.simulator.tools import has
    from kiebitz_hydra.simulator.verilator import verilator

    if not has("verilator"):
        pytest.skip("Verilator is missing: install Debian's package verilator")
    return verilator(knowledge)


@pytest.fixture(scope="session")
def machine():
    """The machine with all that it may know."""
    from kiebitz_hydra.question import FULL

    return compiled(FULL)


@pytest.fixture(scope="session")
def bare_machine():
    """The one with men and places only, eight times as fast, for what has to do with moves alone."""
    from kiebitz_hydra.question import BARE

    return compiled(BARE)


@pytest.fixture(scope="session")
def machine_by_cxxrtl():
    """The machine with men and places only, compiled by CXXRTL."""
    from kiebitz_hydra.question import BARE
    from kiebitz_hydra.simulator.cxxrtl import cxxrtl
    from kiebitz_hydra.simulator.workshop import compiler

    if not shutil.which(compiler()[0]):
        pytest.skip(f"{compiler()[0]} is missing: install a C++ compiler")
    return cxxrtl(BARE)
