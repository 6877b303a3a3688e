"""The bench signature: one number an evaluation that says whether the search still does exactly what it did."""

import pytest

from kiebitz.engine import bench
from kiebitz.engine.era_names import TODAY
from sources import SIGNATURES

REMEDY = "{:,} nodes: if the change is meant, write the new number into BENCH and end the commit with 'Bench: NUMBER'"


@pytest.mark.check
@pytest.mark.parametrize("era", [era for era in SIGNATURES if era != "shogi"])
def test_the_search_has_its_signature(era):
    measured = bench.run(era=era).nodes
    assert measured == SIGNATURES[era], REMEDY.format(measured)


def test_the_default_and_the_classical_evaluation_have_signatures():
    assert set(SIGNATURES) == {TODAY, "classical", "shogi"}


@pytest.mark.check
def test_the_search_of_shogi_has_its_signature():
    told = []
    measured = bench.run(game="shogi", report=lambda number, sfen, nodes: told.append(nodes)).nodes
    assert sum(told) == measured
    assert measured == SIGNATURES["shogi"], REMEDY.format(measured)
