import pytest

pytest.importorskip("amaranth", reason="Amaranth is missing: pip install 'kiebitz[hardware]'")

from kiebitz.hardware.simulator.tools import has
from kiebitz.hardware.simulator.verilator import verilator


@pytest.fixture(scope="session")
def machine():
    """The machine, compiled by Verilator; the build is kept and shared."""
    if not has("verilator"):
        pytest.skip("Verilator is missing: install Debian's package verilator")
    return verilator()
