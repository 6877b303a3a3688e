"""The rule of N7: about nine times of ten, in the search of its time."""

import pytest

from kiebitz.lab.claims.claim import Verdict
from kiebitz.lab.experiments.n7_first_move_refutes import judge


@pytest.mark.parametrize(
    ("share", "verdict"),
    [
        (0.9, Verdict.HOLDS),
        (0.851, Verdict.HOLDS),
        (0.949, Verdict.HOLDS),
        (0.849, Verdict.CONDITIONALLY),
        (0.951, Verdict.CONDITIONALLY),
    ],
)
def test_about_is_within_five_per_cent(share, verdict):
    for today in (0.1, 0.9):
        assert judge({"nimzo": share, "today": today})[0] is verdict
