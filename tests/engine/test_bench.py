"""The bench signature: one number an evaluation that says whether the search still does exactly what it did."""

import pytest

from kiebitz.engine import bench, shogi_bench
from kiebitz.engine.eras import TODAY
from sources import SIGNATURES

pytestmark = pytest.mark.check


@pytest.mark.parametrize("era", [era for era in SIGNATURES if era != "shogi"])
def test_the_search_has_its_signature(era):
    measured, expected = bench.run(era=era).nodes, SIGNATURES[era]
    assert measured == expected, (
        f"the search of era {era} visits {measured:,} nodes, the file BENCH says {expected:,}: if the change is meant,"
        f" write the new number into BENCH and end the commit with 'Bench: {SIGNATURES[TODAY]}'"
    )


def test_the_default_and_the_classical_evaluation_have_signatures():
    assert set(SIGNATURES) == {TODAY, "classical", "shogi"}


def test_the_search_of_shogi_has_its_signature():
    told = []
    measured = shogi_bench.run(report=lambda number, sfen, nodes: told.append(nodes)).nodes
    assert sum(told) == measured
    assert measured == SIGNATURES["shogi"], (
        f"the search of shogi visits {measured:,} nodes, the file BENCH says {SIGNATURES['shogi']:,}: if the change is"
        " meant, write the new number into BENCH"
    )
