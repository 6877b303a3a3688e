"""The rule of MA3: more in the ending than before, and by a line through all: the more, the greater the gain."""

import math

import pytest

from kiebitz.engine.limit import Limit
from kiebitz_claims.claims.judging import Verdict
from kiebitz_claims.experiments.ma3_transpositions_by_phase import (
    BY_DEPTH,
    BY_NODES,
    games_taken,
    judge,
    more_where_more,
    share,
    transpositions,
)

HOLDS, CONDITIONALLY, FAILS, UNDECIDED, _ = Verdict


def games(ending, scatter=1.05, count=12):
    """Shares of so many games whose endings have so many times the transpositions of other phases."""
    factors = [scatter, 1 / scatter] * (count // 2)
    return [{"opening": 0.2, "middlegame": 0.2, "ending": 0.2 * ending * factor} for factor in factors]


def verdicts(by_depth, by_nodes, ending_gain, scatter=1.05):
    gains = [{"opening": 2.0, "middlegame": 2.0, "ending": ending_gain} for _ in range(12)]
    shares = {BY_DEPTH: games(by_depth, scatter), BY_NODES: games(by_nodes, scatter)}
    return [part.verdict for part in judge(shares, gains, list("abcdefghijkl")).parts]


@pytest.mark.parametrize(
    ("by_depth", "by_nodes", "ending_gain", "expected"),
    [
        (2.0, 3.0, 4.0, [HOLDS, HOLDS, HOLDS]),
        (2.0, 0.5, 4.0, [CONDITIONALLY, CONDITIONALLY, HOLDS]),
        (0.5, 3.0, 1.0, [FAILS, FAILS, HOLDS]),
        (0.5, 3.0, 4.0, [FAILS, FAILS, FAILS]),
        (2.0, 3.0, 1.0, [HOLDS, HOLDS, FAILS]),
    ],
)
def test_endings_against_other_phases(by_depth, by_nodes, ending_gain, expected):
    assert verdicts(by_depth, by_nodes, ending_gain) == expected


def test_what_scatters_decides_nothing():
    assert verdicts(1.05, 1.05, 2.0, scatter=4)[:2] == [UNDECIDED, UNDECIDED]


def test_gains_that_scatter_leave_the_line_undecided():
    shares = {BY_DEPTH: games(2.0), BY_NODES: games(3.0)}
    gains = [{"opening": 2.0, "middlegame": 2.0, "ending": ending} for ending in (4.0, 1.0) * 6]
    assert [part.verdict for part in judge(shares, gains, list("abcdefghijkl")).parts] == [HOLDS, HOLDS, UNDECIDED]


def test_where_the_share_doubles_the_gain_doubles():
    shares = [{"opening": 0.1, "middlegame": 0.2, "ending": 0.4}, {"opening": 0.3, "middlegame": 0.6, "ending": 0.3}]
    gains = [{phase: 10 * level * number for phase, number in game.items()} for level, game in enumerate(shares, 1)]
    assert more_where_more(shares, gains, ["a", "b"]).value == pytest.approx(2)


def test_all_phases_count_not_the_extremes_alone():
    """The middlegame has few transpositions more than the opening and gains far more, the ending gains less again."""
    shares = [{"opening": 0.2, "middlegame": 0.21, "ending": 0.4}] * 9
    gains = [{"opening": 2.0, "middlegame": 6.0, "ending": 2.1}] * 9
    assert more_where_more(shares, gains, list("abcdefghi")).value < 1


def test_positions_of_one_game_are_one():
    shares = [{"opening": 0.1, "middlegame": 0.2, "ending": 0.4}] * 9
    assert more_where_more(shares, shares, ["a"] * 9).high == math.inf


def test_no_position_is_of_the_quick_run():
    quick, plan = ({fen for _, phases in games_taken(each) for fen in phases.values()} for each in (True, False))
    assert len(plan) > 150
    assert quick.isdisjoint(plan)


def test_what_was_never_seen_is_not_nothing():
    assert 0 < share(0, 100) < share(1, 100)


def test_transpositions_are_counted():
    """Two kings and two pawns: moves of the kings in another order lead to the same positions."""
    found = transpositions("8/3p4/8/3k4/8/3K4/3P4/8 w - - 0 1", Limit(depth=6))
    assert found["depth"] == 6
    assert 0.2 < found["again"] / found["nodes"] < 0.9
    assert transpositions("8/3p4/8/3k4/8/3K4/3P4/8 w - - 0 1", Limit(depth=2))["again"] == 0
