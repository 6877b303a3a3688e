"""The table of the classical evaluation's numbers is complete and sensible."""

import re
from itertools import pairwise
from pathlib import Path

from kiebitz.core.evaluation.classical import weights
from kiebitz.core.evaluation.classical.weights import NUMBERS, PLACEMENT, WEIGHTS

ROOM = Path(weights.__file__).parent
SOURCES = "".join(path.read_text() for path in ROOM.glob("*.py") if path.name != "weights.py")


def test_every_number_is_used_and_explained():
    for table, entries in (("WEIGHTS", WEIGHTS), ("NUMBERS", NUMBERS)):
        for name, entry in entries.items():
            assert f'{table}["{name}"]' in SOURCES, f"nothing reads '{name}'"
            assert entry.meaning
            assert re.fullmatch(r"[a-z_]+", name)


def test_mobility_never_hurts():
    for kind in ("knight", "bishop", "rook", "queen"):
        values = WEIGHTS[f"{kind}_mobility"].values
        for fewer, more in pairwise(values):
            assert fewer[0] <= more[0]
            assert fewer[1] <= more[1]


def test_placement_grids_cover_the_left_half_board():
    assert list(PLACEMENT) == ["pawn", "knight", "bishop", "rook", "queen", "king"]
    for grids in PLACEMENT.values():
        for grid in grids:
            assert len(grid) == 8
            assert {len(row) for row in grid} == {4}
