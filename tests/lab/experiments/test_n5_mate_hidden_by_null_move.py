"""The rule of N5: found in seconds without the null move, not at all with it."""

import pytest

from kiebitz.lab.claims.claim import Verdict
from kiebitz.lab.experiments.n5_mate_hidden_by_null_move import judge


def found(seconds):
    """The iteration with the mate; None: not found."""
    return None if seconds is None else {"depth": 14, "nodes": 1_000, "milliseconds": 1000 * seconds}


@pytest.mark.parametrize(
    ("without", "with_null_move", "today_without", "today_with", "verdict"),
    [
        (10, None, None, None, Verdict.HOLDS),
        (10, None, 1, 1, Verdict.HOLDS),
        (11, None, 10, None, Verdict.CONDITIONALLY),
        (None, None, 10, None, Verdict.CONDITIONALLY),
        (1, 99, 10, None, Verdict.CONDITIONALLY),
        (1, 99, 1, 1, Verdict.FAILS),
        (1, 99, 11, None, Verdict.FAILS),
        (11, None, 11, None, Verdict.UNDECIDED),
        (None, None, None, None, Verdict.UNDECIDED),
    ],
)
def test_seconds_to_the_mate(without, with_null_move, today_without, today_with, verdict):
    mates = {
        "nimzo, off": found(without),
        "nimzo, R = 2": found(with_null_move),
        "today, off": found(today_without),
        "today, R = 2": found(today_with),
    }
    assert judge(mates)[0] is verdict
