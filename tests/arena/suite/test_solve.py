from kiebitz import Engine, Limit
from kiebitz.arena.suite.epd import read_task
from kiebitz.arena.suite.solve import solve
from suite_lines import MATE_1, WAC_1, WAC_4


def test_a_position_is_solved_and_says_since_when():
    with Engine() as engine:
        attempt = solve(read_task(WAC_4), engine, Limit(nodes=200_000))
    assert attempt.is_solved
    assert (attempt.found, attempt.found_uci) == ("Qxh7+", "h6h7")
    assert attempt.since is not None
    assert 1 <= attempt.since.depth <= attempt.depth
    assert 0 < attempt.since.nodes <= attempt.nodes
    assert attempt.record()["solution_nodes"] == attempt.since.nodes


def test_a_mate_ends_the_search_when_it_is_found():
    with Engine() as engine:
        attempt = solve(read_task(MATE_1), engine, Limit(nodes=50_000_000))
    assert attempt.is_solved
    assert attempt.score.mate == 1
    assert attempt.nodes < 10_000_000


def test_a_wrong_move_solves_nothing():
    with Engine() as engine:
        attempt = solve(read_task(WAC_1.replace("bm Qg6", "bm a3")), engine, Limit(nodes=1000))
    assert not attempt.is_solved
    assert attempt.since is None
