"""The rule of D4: shortest and longest lines of so many plies, and of the mates one is enough."""

import pytest

from kiebitz.engine import Engine
from kiebitz.engine.limit import Limit
from kiebitz_claims.claims.judging import Verdict
from kiebitz_claims.experiments.d4_lines_of_three_to_twenty import (
    announced,
    judge,
    line_lengths,
    mates_in_two,
    moves_that_allow,
    played,
)
from kiebitz_claims.measuring.positions import suite

HOLDS, _, FAILS, UNDECIDED, _ = Verdict


@pytest.mark.parametrize(
    ("shortest", "longest", "short_mates", "long_mates", "threats", "verdicts"),
    [
        ([2, 3] * 6, [19, 21] * 6, [True, False], [False, True], [], [HOLDS, HOLDS, HOLDS, HOLDS]),
        ([2, 3] * 6, [19, 21] * 6, [True], [False], [(1, None), (0, 12)], [HOLDS, HOLDS, HOLDS, HOLDS]),
        ([4, 5] * 6, [30, 32] * 6, [True, True], [False], [(1, -2), (0, None)], [FAILS, FAILS, UNDECIDED, UNDECIDED]),
        ([2, 4, 3] * 2, [10, 20, 16] * 2, [], [], [], [UNDECIDED, UNDECIDED, UNDECIDED, UNDECIDED]),
    ],
)
def test_lines_and_mates(shortest, longest, short_mates, long_mates, threats, verdicts):
    assert [part.verdict for part in judge(shortest, longest, short_mates, long_mates, threats).parts] == verdicts


def test_lines_are_counted_without_null_moves():
    """Against a walk through the rows, move by move."""
    with Engine(hash_mb=1, era="nimzo") as engine:
        trace = engine.trace(suite("win_at_chess", 5)[4].fen, Limit(depth=3)).last_iteration()
    lengths = []
    for row in range(len(trace)):
        if not len(trace.children(row)) and trace.columns()["reason"][row] in {"stand pat", "all moves searched"}:
            lengths.append(sum(move != "0000" for move in trace.moves(row)))
    assert line_lengths(trace) == (min(lengths), max(lengths))


def test_mates_are_found_and_announced():
    in_two, in_one = "k7/8/2K5/8/8/8/8/1R6 w - - 0 1", "k7/8/1K6/8/8/8/8/7R w - - 0 1"
    assert mates_in_two([in_one, in_two]) == [in_two]
    assert announced(in_two, 4) == 2
    assert announced("8/8/4k3/8/8/8/4K3/8 w - - 0 1", 2) is None


def test_moves_that_let_the_opponent_mate_in_two():
    back_rank = "3r2k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1"
    allowing, count = moves_that_allow(back_rank)
    assert "a1a8" not in allowing
    assert {"a1b1", "h2h3"}.isdisjoint(allowing)
    assert "a1a7" in allowing
    assert len(allowing) < count
    move, mate = played(back_rank, 4)
    assert move not in allowing
    assert mate is None or mate > 0
