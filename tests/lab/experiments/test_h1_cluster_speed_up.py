"""The rule of H1: Hydra's speed-ups, give or take a fifth; sums without intervals decide nothing."""

import pytest

from kiebitz.lab.claims.judging import Verdict
from kiebitz.lab.experiments.h1_cluster_speed_up import HYDRA, MAX_REAL, PREDICTIONS, SHARED, judge
from kiebitz.match.elo import Estimate

HOLDS, _, FAILS, UNDECIDED, _ = Verdict


def rows(simulated, real):
    """Rows of the table: speed-ups as shares of Hydra's, by processors; the real ones by search."""
    speed_ups = [(f"simulated, {SHARED}", size, share * HYDRA[size][0]) for size, share in simulated.items()]
    speed_ups += [(f"real, {search}", MAX_REAL, share * HYDRA[MAX_REAL][0]) for search, share in real.items()]
    return [(*row, 0.0, None, None, 0.0, 0.0, 0.0) for row in speed_ups]


def test_what_is_kept_has_no_interval():
    parts = judge(rows({2: 1, 4: 1, 8: 0.5}, {"era Hydra": 0.7})).parts
    assert [part.verdict for part in parts] == [UNDECIDED] * len(HYDRA)
    assert [part.figures for part in parts] == ["1.39 (no interval)", "3.5 (no interval)", "3.25 (no interval)", "", ""]
    assert parts[0].settings.keys() == {"real, era Hydra", "simulated"}


@pytest.mark.parametrize(
    ("low", "high", "verdict"), [(2.81, 4.19, HOLDS), (2.7, 3.5, UNDECIDED), (1.0, 2.79, FAILS), (4.21, 5.0, FAILS)]
)
def test_an_interval_is_held_against_hydras_speed_up_within_a_fifth(low, high, verdict):
    assert PREDICTIONS[4].judged(Estimate((low + high) / 2, low, high)).verdict is verdict


def test_other_networks_are_not_asked():
    near = rows({2: 1, 4: 1}, {})
    slow = [(f"{name}, slow network", size, 0.1, *rest) for name, size, _, *rest in near]
    assert judge(near + slow) == judge(near)
