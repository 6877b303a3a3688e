import pytest

from kiebitz import Limit
from kiebitz.arena.suite.batch import SuiteSettings, solve_all
from kiebitz.arena.suite.display import Display, total, total_text
from kiebitz.arena.suite.epd import EpdFault, read_task
from suite_lines import MATE_1, STS_1


@pytest.fixture(scope="module")
def attempts():
    tasks = [read_task(line, number) for number, line in enumerate([STS_1, MATE_1], 1)]
    return list(solve_all(tasks, SuiteSettings(Limit(depth=4)), 1))


def test_the_total(attempts):
    sums = total(attempts, 3, 1)
    assert (sums["positions"], sums["done"], sums["skipped_lines"], sums["most_points"]) == (3, 2, 1, 10)
    assert sums["points"] == attempts[0].points
    assert sums["nodes"] == sum(attempt.nodes for attempt in attempts)
    assert total(attempts[1:], 1, 0)["points"] is None


def test_the_total_in_one_line(attempts):
    text = total_text(attempts, 3, 1)
    assert "of 2 solved" in text
    assert "of 10 points" in text
    assert text.endswith("1 not done, 1 line skipped")
    assert total_text([], 3, 0).startswith("0 of 0 solved")
    assert total_text([], 3, 2).endswith("2 lines skipped")


def test_a_run_for_people(attempts, capsys):
    with Display(2, as_json=False) as display:
        display.fault(EpdFault("a.epd", 7, "no\x1b[2J EPD"))
        for attempt in attempts:
            display.attempt(attempt)
    display.end(1)
    out, err = capsys.readouterr()
    assert "a.epd, line 7: no?[2J EPD" in err
    assert out.splitlines()[-1] == total_text(attempts, 2, 1)
