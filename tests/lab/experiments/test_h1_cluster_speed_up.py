"""The rule of H1: Hydra's speed-ups, give or take a fifth."""

import pytest

from kiebitz.lab.claims.claim import Verdict
from kiebitz.lab.experiments.h1_cluster_speed_up import HYDRA, MAX_REAL, SHARED, judge


def rows(simulated, real):
    """Rows of the table: speed-ups as shares of Hydra's, by processors; the real ones by search."""
    speed_ups = [(f"simulated, {SHARED}", size, share * HYDRA[size][0]) for size, share in simulated.items()]
    speed_ups += [(f"real, {search}", MAX_REAL, share * HYDRA[MAX_REAL][0]) for search, share in real.items()]
    return [(*row, 0.0, None, None, 0.0, 0.0, 0.0) for row in speed_ups]


@pytest.mark.parametrize(
    ("simulated", "real", "verdict"),
    [
        ({2: 1, 4: 1, 8: 1, 16: 1, 32: 1}, {"today": 1}, Verdict.HOLDS),
        ({2: 0.81, 4: 1.19, 8: 1, 16: 1}, {}, Verdict.HOLDS),
        ({2: 1, 4: 1, 8: 1, 16: 1}, {"era Hydra": 1, "today": 0.79}, Verdict.CONDITIONALLY),
        ({2: 1, 4: 1, 8: 1, 16: 1.21}, {}, Verdict.CONDITIONALLY),
        ({2: 1, 4: 1, 8: 0.79, 16: 0.79}, {}, Verdict.CONDITIONALLY),
        ({2: 1, 4: 0.79, 8: 0.79, 16: 0.79}, {"today": 1}, Verdict.FAILS),
        ({2: 1, 4: 0.79, 8: 0.79}, {}, Verdict.FAILS),
    ],
)
def test_speed_ups_are_hydras_all_half_or_fewer(simulated, real, verdict):
    assert judge(rows(simulated, real))[0] is verdict


def test_other_networks_decide_nothing():
    near = rows({2: 1, 4: 1}, {})
    slow = [(f"{name}, slow network", size, 0.1, *rest) for name, size, _, *rest in near]
    assert judge(near + slow) == judge(near)
