import multiprocessing
import os
import signal
import threading

import pytest

from kiebitz import Limit, OptionError
from kiebitz.arena.suite.batch import BatchError, SuiteSettings, solve_all
from kiebitz.arena.suite.epd import read_task
from suite_lines import KAUFMAN_3, MATE_1, STS_1, WAC_1

TASKS = [read_task(line, number) for number, line in enumerate([WAC_1, KAUFMAN_3, STS_1, MATE_1], 1)]


@pytest.mark.check
def test_processes_change_nothing():
    settings = SuiteSettings(Limit(nodes=3000), {"hash_mb": 1, "null_move": False})
    found = []
    for jobs in (1, 2):
        attempts = solve_all(TASKS, settings, jobs)
        found.append([(attempt.found_uci, attempt.nodes, attempt.score, attempt.task) for attempt in attempts])
    assert found[0] == found[1]
    assert [task.line for *_, task in found[0]] == [1, 2, 3, 4]


def test_options_reach_the_engine():
    settings = {
        options: SuiteSettings(Limit(nodes=3000), dict(options)) for options in ((), (("late_move_reductions", False),))
    }
    found = [[attempt.depth for attempt in solve_all(TASKS, setting, 1)] for setting in settings.values()]
    assert found[0] != found[1]
    with pytest.raises(OptionError):
        next(solve_all(TASKS, SuiteSettings(Limit(nodes=1), {"nonsense": 1}), 1))


@pytest.mark.check
@pytest.mark.skipif(os.name == "nt", reason="signals of Unix")
def test_a_killed_process_ends_the_run_with_advice():
    ended = threading.Event()

    def kill():
        while not ended.wait(0.01):
            for child in multiprocessing.active_children():
                os.kill(child.pid, signal.SIGKILL)

    killer = threading.Thread(target=kill)
    killer.start()
    try:
        with pytest.raises(BatchError, match="try a lower --"):
            list(solve_all(TASKS, SuiteSettings(Limit(depth=60)), 2))
    finally:
        ended.set()
        killer.join()
