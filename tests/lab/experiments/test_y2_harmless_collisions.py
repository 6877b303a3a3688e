"""The rule of Y2: only a match with a few false hits a game decides."""

import pytest

from kiebitz.lab.claims.claim import Verdict
from kiebitz.lab.experiments.y2_harmless_collisions import judge
from kiebitz.match.elo import Estimate

HARMLESS, HARMFUL = Estimate(0.0, -4.9, 5.0), Estimate(-20.0, -35.0, -5.1)
OPEN = (Estimate(0.0, -5.0, 5.0), Estimate(-20.0, -35.0, -5.0))


@pytest.mark.parametrize(
    ("matches", "verdict"),
    [
        ([(1.0, HARMLESS)], Verdict.HOLDS),
        ([(100.0, HARMLESS)], Verdict.HOLDS),
        ([(1.0, HARMFUL)], Verdict.FAILS),
        ([(100.0, HARMFUL)], Verdict.FAILS),
        *(([(10.0, elo)], Verdict.UNDECIDED) for elo in OPEN),
        ([(0.9, HARMLESS), (101.0, HARMLESS)], Verdict.UNDECIDED),
        ([(0.9, HARMFUL), (101.0, HARMFUL)], Verdict.UNDECIDED),
        ([(3_000.0, HARMFUL), (10.0, HARMLESS)], Verdict.HOLDS),
        ([(10.0, HARMLESS), (20.0, OPEN[0])], Verdict.HOLDS),
        ([(10.0, HARMLESS), (20.0, HARMFUL)], Verdict.FAILS),
    ],
)
def test_matches_by_false_hits_a_game(matches, verdict):
    found, why = judge(dict(enumerate(matches)), 3_000)
    assert found is verdict
    assert why.endswith("about 20,000 games.") == (verdict is Verdict.UNDECIDED)
