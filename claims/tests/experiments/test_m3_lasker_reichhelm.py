"""The rule of M3: solved within two seconds at 25 plies with the table; far from it without, at 17 soon reached."""

import pytest

from kiebitz_claims.claims.judging import Verdict
from kiebitz_claims.experiments.m3_lasker_reichhelm import judge, solution

HOLDS, _, FAILS, UNDECIDED, _ = Verdict


def run(style, table, seconds, depth=25, nodes=1_000, searched=100_000, waited=60.0):
    """A row of the solutions; ``seconds`` None: not solved within so many."""
    if seconds is None:
        return (style, table, "no", None, None, None, depth, searched, waited, None)
    return (style, table, "yes", depth, nodes, seconds, 30, searched, waited, 1.25)


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
    ("moves", "next_best", "solved_at"),
    [
        ({1: ("a1b2", 80), 2: ("a1b1", 160), 3: ("a1b1", 160)}, {1: 80, 2: 100, 3: 100}, 2),
        ({1: ("a1b2", 80), 2: ("a1b1", 160), 3: ("a1b1", 160)}, {1: 80, 2: 101, 3: 100}, 3),
        ({1: ("a1b1", 160), 2: ("a1b1", 160)}, {1: 80, 2: 120}, None),
        ({1: ("a1b1", 160), 2: ("a1b1", 120)}, {1: 80}, 1),
        ({1: ("a1b1", 160), 2: ("a1b2", 160)}, {1: 80, 2: 160}, None),
        ({1: ("a1b1", 160), 2: ("a1b1", 160)}, {}, None),
    ],
)
def test_it_is_solved_where_the_move_stays_by_a_pawn(moves, next_best, solved_at):
    iterations = [{"depth": depth, "move": move, "centipawns": value} for depth, (move, value) in moves.items()]
    found = solution({"iterations": iterations}, next_best)
    assert (found and found["depth"]) == solved_at
