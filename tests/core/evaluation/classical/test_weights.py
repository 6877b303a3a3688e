"""The table of the classical evaluation's numbers is complete and sensible."""

import re
from pathlib import Path

import pytest

from kiebitz.core.evaluation.classical import weights as classical
from kiebitz.core.evaluation.classical.weights import PLACEMENT
from kiebitz.core.evaluation.tartan import weights as tartan


@pytest.mark.parametrize(
    ("module", "tables"), [(classical, ("WEIGHTS", "NUMBERS")), (tartan, ("NUMBERS",))], ids=["classical", "tartan"]
)
def test_every_number_is_used_and_explained(module, tables):
    own = Path(module.__file__)
    sources = "".join(path.read_text() for path in own.parent.glob("*.py") if path != own)
    for table in tables:
        for name, entry in getattr(module, table).items():
            assert f'{table}["{name}"]' in sources, f"nothing reads '{name}'"
            assert entry.meaning
            assert re.fullmatch(r"[a-z_]+", name)


def test_placement_grids_cover_the_left_half_board():
    assert list(PLACEMENT) == ["pawn", "knight", "bishop", "rook", "queen", "king"]
    for grids in PLACEMENT.values():
        for grid in grids:
            assert len(grid) == 8
            assert {len(row) for row in grid} == {4}
