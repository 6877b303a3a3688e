"""The rule of M3: MiniMAX solves it within two seconds with the table, and not without."""

import pytest

from kiebitz.lab.claims.claim import Verdict
from kiebitz.lab.experiments.m3_lasker_reichhelm import judge


def run(style, table, seconds):
    """A row of the solutions; ``seconds`` None: not solved."""
    if seconds is None:
        return (style, table, "no", None, None, None, 17, 1_000, 60.0)
    return (style, table, "yes", 25, 900, seconds, 30, 1_000, 60.0)


@pytest.mark.parametrize(
    ("with_table", "without", "today", "verdict"),
    [
        (2.0, None, 0.1, Verdict.HOLDS),
        (2.0, None, None, Verdict.HOLDS),
        (2.01, None, 0.1, Verdict.CONDITIONALLY),
        (2.0, 50.0, None, Verdict.CONDITIONALLY),
        (None, None, 0.1, Verdict.CONDITIONALLY),
        (None, 50.0, None, Verdict.FAILS),
        (None, None, None, Verdict.FAILS),
    ],
)
def test_seconds_to_the_solution(with_table, without, today, verdict):
    rows = [
        run("minimax", "with", with_table),
        run("minimax", "without", without),
        run("today", "with", today),
        run("today", "without", 1.0),
    ]
    assert judge(rows)[0] is verdict
