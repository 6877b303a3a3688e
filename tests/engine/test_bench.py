"""The bench signature: one number an evaluation that says whether the search still does exactly what it did."""

import pytest

from kiebitz.engine import bench
from kiebitz.engine.eras import TODAY
from sources import SIGNATURES


@pytest.mark.parametrize("era", SIGNATURES)
def test_the_search_has_its_signature(era):
    measured, expected = bench.run(era=era).nodes, SIGNATURES[era]
    assert measured == expected, (
        f"the search of era {era} visits {measured:,} nodes, the file BENCH says {expected:,}: if the change is meant,"
        f" write the new number into BENCH and end the commit with 'Bench: {SIGNATURES[TODAY]}'"
    )


def test_the_default_and_the_classical_evaluation_have_signatures():
    assert set(SIGNATURES) == {TODAY, "classical"}
