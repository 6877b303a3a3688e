from kiebitz import Engine, Limit
from kiebitz.suite.batch import SuiteSettings, solve_all
from kiebitz.suite.display import total, total_text
from kiebitz.suite.epd import read_task
from kiebitz.suite.solve import solve
from suite_lines import KAUFMAN_3, MATE_1, STS_1, WAC_1, WAC_4


def test_a_position_is_solved_and_says_since_when():
    with Engine() as engine:
        result = solve(read_task(WAC_4), engine, Limit(nodes=200_000))
    assert result.is_solved
    assert (result.found, result.found_uci) == ("Qxh7+", "h6h7")
    assert result.since is not None
    assert 1 <= result.since.depth <= result.depth
    assert 0 < result.since.nodes <= result.nodes
    assert result.record()["solution_nodes"] == result.since.nodes


def test_a_mate_ends_the_search_when_it_is_found():
    with Engine() as engine:
        result = solve(read_task(MATE_1), engine, Limit(nodes=50_000_000))
    assert result.is_solved
    assert result.score.mate == 1
    assert result.nodes < 10_000_000


def test_a_wrong_move_solves_nothing():
    with Engine() as engine:
        result = solve(read_task(WAC_1.replace("bm Qg6", "bm a3")), engine, Limit(nodes=1000))
    assert not result.is_solved
    assert result.since is None


def test_processes_change_nothing():
    tasks = [read_task(line, number) for number, line in enumerate([WAC_1, KAUFMAN_3, STS_1, MATE_1], 1)]
    settings = SuiteSettings(Limit(nodes=3000), {"hash_mb": 1, "null_move": False})
    alone, together = (
        [(result.found_uci, result.nodes, result.score, result.task) for result in solve_all(tasks, settings, jobs)]
        for jobs in (1, 2)
    )
    assert alone == together
    assert [task.line for *_, task in alone] == [1, 2, 3, 4]


def test_the_total():
    tasks = [read_task(line, number) for number, line in enumerate([STS_1, MATE_1], 1)]
    results = list(solve_all(tasks, SuiteSettings(Limit(depth=4)), 1))
    sums = total(results, 3, 1)
    assert (sums["positions"], sums["done"], sums["skipped_lines"], sums["most_points"]) == (3, 2, 1, 10)
    assert sums["points"] == results[0].points
    text = total_text(results, 3, 1)
    assert "of 2 solved" in text
    assert "1 not done, 1 line skipped" in text
    assert total_text([], 3, 0).startswith("0 of 0 solved")
