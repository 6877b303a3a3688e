"""The rule of Y2: only matches with one to ten false hits a game decide."""

import pytest

from kiebitz.arena.match.elo import Estimate
from kiebitz_claims.claims.judging import Verdict
from kiebitz_claims.experiments.y2_harmless_collisions import judge

HOLDS, _, FAILS, UNDECIDED, _ = Verdict
HARMLESS, HARMFUL = Estimate(0.0, -5.0, 5.0), Estimate(-20.0, -35.0, -5.1)
OPEN = (Estimate(0.0, -5.1, 5.0), Estimate(-20.0, -35.0, -5.0))


@pytest.mark.parametrize(
    ("matches", "verdict"),
    [
        ([(1.0, HARMLESS)], HOLDS),
        ([(10.0, HARMLESS)], HOLDS),
        ([(1.0, HARMFUL)], FAILS),
        ([(10.0, HARMFUL)], FAILS),
        *(([(10.0, elo)], UNDECIDED) for elo in OPEN),
        ([(0.9, HARMLESS), (10.1, HARMLESS)], UNDECIDED),
        ([(0.9, HARMFUL), (10.1, HARMFUL)], UNDECIDED),
        ([(3_000.0, HARMFUL), (10.0, HARMLESS)], HOLDS),
        ([(2.0, HARMLESS), (9.0, OPEN[0])], UNDECIDED),
        ([(2.0, HARMLESS), (9.0, HARMFUL)], FAILS),
    ],
)
def test_matches_by_false_hits_a_game(matches, verdict):
    assert judge({number: (*match, 120) for number, match in enumerate(matches)}).verdict is verdict
