"""The rule of M3: MiniMAX solves it within two seconds at 25 plies with the table, and stops near 17 without."""

import pytest

from kiebitz.lab.claims.judging import Verdict
from kiebitz.lab.experiments.m3_lasker_reichhelm import judge

HOLDS, _, FAILS, UNDECIDED, _ = Verdict


def run(style, table, seconds, depth=25, reached=17, waited=60.0):
    """A row of the solutions; ``seconds`` None: not solved within so many."""
    if seconds is None:
        return (style, table, "no", None, None, None, reached, 1_000, waited)
    return (style, table, "yes", depth, 900, seconds, 30, 1_000, waited)


@pytest.mark.parametrize(
    ("with_table", "without", "verdicts"),
    [
        ({"seconds": 2.0}, {"seconds": None}, [HOLDS, HOLDS, HOLDS]),
        ({"seconds": 2.01}, {"seconds": None, "reached": 18}, [FAILS, HOLDS, HOLDS]),
        ({"seconds": 0.1, "depth": 24}, {"seconds": None, "reached": 19}, [HOLDS, FAILS, FAILS]),
        ({"seconds": 0.1}, {"seconds": 50.0}, [HOLDS, HOLDS, FAILS]),
        ({"seconds": None, "reached": 20, "waited": 1.0}, {"seconds": None}, [UNDECIDED, UNDECIDED, HOLDS]),
        ({"seconds": None, "reached": 26}, {"seconds": None, "reached": 15}, [FAILS, FAILS, FAILS]),
    ],
)
def test_seconds_plies_and_plies_without(with_table, without, verdicts):
    rows = [
        run("minimax", "with", **with_table),
        run("minimax", "without", **without),
        run("today", "with", 0.1),
        run("today", "without", 1.0),
    ]
    assert [part.verdict for part in judge(rows).parts] == verdicts


@pytest.mark.parametrize(
    ("seconds", "told"), [(0.1, "finds it at depth 25 after 900"), (None, "doesn't find it within")]
)
def test_todays_search_is_told(seconds, told):
    rows = [run("minimax", "with", 1.0), run("minimax", "without", None), run("today", "with", seconds)]
    assert told in judge(rows).remark
