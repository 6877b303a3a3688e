"""The rule of N8: the seventh ply costs more than the sixth in alpha-beta, with null move and extensions less so."""

import pytest

from kiebitz_claims.claims.judging import Verdict
from kiebitz_claims.experiments.n8_odd_and_even_plies import PLAIN, SELECTIVE, judge, kept, measure
from kiebitz_claims.measuring.progress import Progress

HOLDS, _, FAILS, UNDECIDED, _ = Verdict


def by_place(ratio, scatter=1.01):
    """One ply's factor by that of the one before, of two positions of each of eight games."""
    return {
        (f"game {number}", phase): ratio * scatter ** (number % 3 - 1)
        for number in range(8)
        for phase in ("opening", "middlegame")
    }


@pytest.mark.parametrize(
    ("plain", "selective", "verdicts"),
    [
        (by_place(1.5), by_place(1.2), [HOLDS, HOLDS, HOLDS]),
        (by_place(1.5), by_place(1.8), [HOLDS, FAILS, HOLDS]),
        (by_place(1.5), by_place(0.9), [HOLDS, HOLDS, FAILS]),
        (by_place(0.8), by_place(0.5), [FAILS, HOLDS, FAILS]),
        (by_place(1.5), by_place(1.0), [HOLDS, HOLDS, UNDECIDED]),
        (by_place(1.02, scatter=3), by_place(1.0), [UNDECIDED, UNDECIDED, UNDECIDED]),
    ],
)
def test_the_effect_is_there_weaker_and_not_gone(plain, selective, verdicts):
    judgement = judge({PLAIN: plain, SELECTIVE: selective, "nimzo": by_place(0.85), "today": by_place(0.9)})
    assert [part.verdict for part in judgement.parts] == verdicts


def test_the_last_ply_is_compared_with_the_one_before():
    result = measure(True, Progress())
    (ratios,) = kept(result)
    factors = {row[:4]: row[4] for row in result.rows("Every position")}
    for search, of_places in ratios.items():
        assert len(of_places) == 2
        for (game, phase), ratio in of_places.items():
            assert ratio == factors[search, phase, game, 5] / factors[search, phase, game, 4]
