"""The rule of Y1: 20 to 70% lost by a full table, and losses from 10% use on."""

import pytest

from kiebitz.lab.claims.claim import Verdict
from kiebitz.lab.experiments.y1_efficiency_by_table_use import judge
from kiebitz.match.elo import Estimate

NONE = Estimate(1.0, 1.0, 1.1)
SURE = Estimate(1.05, 1.01, 1.1)
"""Ratios of nodes: no sure loss, and a small sure one."""


@pytest.mark.parametrize(
    ("fullest", "full", "emptier", "verdict"),
    [
        # The share lost is 1 - 1/ratio: from 1.25 to 3.33 times the nodes.
        ((900, Estimate(2.0, 1.5, 2.5)), None, (200, SURE), Verdict.HOLDS),
        ((900, Estimate(1.2, 1.1, 1.26)), None, (200, SURE), Verdict.HOLDS),
        ((900, Estimate(4.0, 3.3, 5.0)), None, (200, SURE), Verdict.HOLDS),
        ((900, Estimate(2.0, 1.5, 2.5)), (950, Estimate(2.0, 1.5, 2.5)), (200, SURE), Verdict.HOLDS),
        ((900, Estimate(2.0, 1.5, 2.5)), None, (201, SURE), Verdict.CONDITIONALLY),
        ((900, Estimate(2.0, 1.5, 2.5)), None, (200, NONE), Verdict.CONDITIONALLY),
        ((900, Estimate(1.2, 1.1, 1.24)), None, (200, SURE), Verdict.CONDITIONALLY),
        ((900, Estimate(4.0, 3.4, 5.0)), None, (200, SURE), Verdict.CONDITIONALLY),
        ((900, Estimate(2.0, 1.5, 2.5)), (950, SURE), (200, SURE), Verdict.CONDITIONALLY),
        ((900, Estimate(2.0, 1.5, 2.5)), (950, SURE), (201, SURE), Verdict.CONDITIONALLY),
        ((900, Estimate(1.2, 1.1, 1.24)), (950, SURE), (200, SURE), Verdict.CONDITIONALLY),
        ((900, Estimate(1.2, 1.1, 1.24)), None, (201, SURE), Verdict.FAILS),
        ((900, Estimate(1.2, 0.9, 1.24)), None, (100, NONE), Verdict.FAILS),
        ((899, Estimate(2.0, 1.5, 2.5)), None, (100, SURE), Verdict.UNDECIDED),
    ],
)
def test_losses_by_use(fullest, full, emptier, verdict):
    """``full`` is the smallest table of another search; tables come by size, the smallest first."""
    losses = [("one", *fullest), ("one", *emptier), ("one", 10, NONE)]
    if full is not None:
        losses.append(("other", *full))
    assert judge(losses)[0] is verdict
