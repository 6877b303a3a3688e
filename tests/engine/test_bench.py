"""The bench signature: one number that says whether the search still does exactly what it did."""

from kiebitz.engine import bench
from sources import ROOT

SIGNATURE = ROOT / "BENCH"


def test_the_search_has_its_signature():
    measured = bench.run().nodes
    expected = int(SIGNATURE.read_text())
    assert measured == expected, (
        f"the search visits {measured:,} nodes, the file BENCH says {expected:,}: if the change is meant,"
        f" write the new number into BENCH and end the commit with 'Bench: {measured}'"
    )
