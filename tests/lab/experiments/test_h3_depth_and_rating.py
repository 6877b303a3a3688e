"""The rule of H3: nothing here can decide it."""

import pytest

from kiebitz.lab.claims.claim import Verdict
from kiebitz.lab.experiments.h3_depth_and_rating import judge
from kiebitz.match.elo import Estimate


@pytest.mark.parametrize(
    ("depths", "gains", "told"),
    [
        ((18.9, 9.0), {}, "19 plies were not reached on average. Twice the nodes are worth, in Elo by nodes: nothing"),
        ((19.0, 9.0), {}, "19 plies take today's search about 2,000 nodes"),
        (
            (30.0, 30.0),
            {500: Estimate(200.0, 150.0, 260.0)},
            "in Elo by nodes: +200 (+150 to +260) at 500. Hydra's own",
        ),
    ],
)
def test_undecided_whatever_is_found(depths, gains, told):
    today, hydra = depths
    by_nodes = [("today", 1_000, 5.0), ("today", 2_000, today), ("hydra", 1_000, 4.0), ("hydra", 2_000, hydra)]
    verdict, why = judge(by_nodes, gains)
    assert verdict is Verdict.UNDECIDED
    assert told in why
    assert why.startswith(f"With 2,000 nodes today's search completes {today:.1f} plies on average, the era Hydra's")
