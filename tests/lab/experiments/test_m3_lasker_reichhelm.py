"""The rule of M3: solved within two seconds at 25 plies with the table; far from it without, at 17 soon reached."""

import pytest

from kiebitz.lab.claims.judging import Verdict
from kiebitz.lab.experiments.m3_lasker_reichhelm import judge

HOLDS, _, FAILS, UNDECIDED, _ = Verdict


def run(style, table, seconds, depth=25, nodes=1_000, searched=100_000, waited=60.0):
    """A row of the solutions; ``seconds`` None: not solved within so many."""
    if seconds is None:
        return (style, table, "no", None, None, None, depth, searched, waited)
    return (style, table, "yes", depth, nodes, seconds, 30, searched, waited)


@pytest.mark.parametrize(
    ("with_table", "without", "seconds_to_depth", "verdicts"),
    [
        ({"seconds": 2.0}, {"seconds": None}, 12.0, [HOLDS, HOLDS, HOLDS, HOLDS]),
        ({"seconds": 2.01}, {"seconds": None}, 180.1, [FAILS, HOLDS, FAILS, HOLDS]),
        ({"seconds": 0.1, "depth": 24}, {"seconds": None, "waited": 200.0}, None, [HOLDS, FAILS, FAILS, HOLDS]),
        ({"seconds": 0.1}, {"seconds": 50.0, "nodes": 99_000}, 12.0, [HOLDS, HOLDS, HOLDS, FAILS]),
        ({"seconds": 0.1}, {"seconds": 50.0, "nodes": 100_000}, 12.0, [HOLDS, HOLDS, HOLDS, HOLDS]),
        ({"seconds": 0.1}, {"seconds": None, "searched": 99_000}, None, [HOLDS, HOLDS, UNDECIDED, UNDECIDED]),
        (
            {"seconds": None, "depth": 20, "waited": 1.0},
            {"seconds": None},
            12.0,
            [UNDECIDED, UNDECIDED, HOLDS, UNDECIDED],
        ),
        ({"seconds": None, "depth": 26}, {"seconds": None}, 12.0, [FAILS, FAILS, HOLDS, UNDECIDED]),
    ],
)
def test_with_the_table_and_without(with_table, without, seconds_to_depth, verdicts):
    rows = [
        run("minimax", "with", **with_table),
        run("minimax", "without", **without),
        run("today", "with", 0.1),
        run("today", "without", 1.0),
    ]
    assert [part.verdict for part in judge(rows, seconds_to_depth).parts] == verdicts


@pytest.mark.parametrize(
    ("seconds", "told"), [(0.1, "finds the move at depth 25 after 1,000"), (None, "doesn't find the move within")]
)
def test_todays_search_is_told(seconds, told):
    rows = [run("minimax", "with", 1.0), run("minimax", "without", None), run("today", "with", seconds)]
    assert told in judge(rows, 12.0).remark
