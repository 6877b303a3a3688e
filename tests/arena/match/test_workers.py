"""The processes that play: all games are played, whoever dies."""

import multiprocessing
import subprocess
import sys
import threading

import pytest

from commands import COMMAND, ENVIRONMENT
from kiebitz.arena.match.player import parse_players
from kiebitz.arena.match.record import ScheduledGame
from kiebitz.arena.match.referee import Rules
from kiebitz.arena.match.time_control import MatchLimit
from kiebitz.arena.match.workers import MatchSetup, WorkerError, play_all
from kiebitz.arena.match.written_game import RecordStyle
from match_games import START
from processes import descendants, is_alive, wait_until

pytestmark = pytest.mark.check


def setup_of(nodes, first="kiebitz,hash=1", second="null_move=off,hash=1"):
    specs, limit = parse_players(first, second), MatchLimit(nodes=nodes)
    style = RecordStyle((specs[0].name, specs[1].name), "test", "2026.01.01", limit)
    return MatchSetup(specs, Rules(limit, most_moves=10), style)


def scheduled(number):
    return [ScheduledGame(index, START) for index in range(number)]


def test_every_game_is_played_once():
    games = list(play_all(setup_of(50), scheduled(5), 2))
    assert sorted(game.number for game in games) == [0, 1, 2, 3, 4]
    assert all(f'[Round "{game.number // 2 + 1}.{game.number % 2 + 1}"]' in game.pgn for game in games)
    for parity in (0, 1):
        assert len({game.digest for game in games if game.number % 2 == parity}) == 1  # the same opening and players
    assert multiprocessing.active_children() == []


def test_leaving_early_ends_the_processes():
    games = play_all(setup_of(50), scheduled(100), 2)
    next(games)
    assert multiprocessing.active_children()
    games.close()
    assert multiprocessing.active_children() == []


class Killer:
    """Ends so many playing processes, one after the other, as each begins or plays."""

    def __init__(self, deaths, how=multiprocessing.Process.kill):
        self._deaths = deaths
        self._how = how
        self._thread = threading.Thread(target=self._run)

    def _run(self):
        killed = set()
        for _ in range(self._deaths):
            child = wait_until(lambda: [one for one in multiprocessing.active_children() if one.pid not in killed])[0]
            self._how(child)
            killed.add(child.pid)

    def __enter__(self):
        self._thread.start()

    def __exit__(self, *exception):
        self._thread.join()


@pytest.mark.parametrize(
    ("how", "cause"),
    [
        (multiprocessing.Process.kill, "signal SIGKILL"),
        pytest.param(multiprocessing.Process.terminate, "signal SIGTERM", marks=pytest.mark.nightly),
    ],
)
def test_a_game_whose_process_is_killed_is_played_again(how, cause):
    voids = []
    games = play_all(setup_of(100_000), scheduled(1), 1, lambda game, cause: voids.append((game.number, cause)))
    with Killer(1, how):
        (only,) = games
    assert voids == [(0, cause)]
    assert (only.number, only.fault) == (0, None)
    assert multiprocessing.active_children() == []


def test_a_game_that_costs_one_process_after_the_other_ends_the_match():
    games = play_all(setup_of(3_000_000), scheduled(3), 1)
    with Killer(3), pytest.raises(WorkerError, match=r"game 1 .*3 playing processes.*SIGK"):
        next(games)
    assert multiprocessing.active_children() == []


DEAF = """
import pathlib, sys, time
for line in sys.stdin:
    print({"uci": "uciok", "isready": "readyok"}.get(line.strip(), ""), flush=True)
    if line.startswith("go"):
        pathlib.Path(__file__).with_name("deaf").touch()
        time.sleep(1000)
"""


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="looks into /proc")
def test_workers_and_their_programs_end_with_a_match_that_is_killed(tmp_path):
    """Even a program that doesn't hear its input end."""
    program = tmp_path / "program.py"
    program.write_text(DEAF)
    command = [*COMMAND, "match", f"uci:{sys.executable} {program}", "kiebitz", "--nodes", "100", "--games", "2"]
    match = subprocess.Popen(command, env=ENVIRONMENT, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        wait_until((tmp_path / "deaf").exists)
        family = descendants(match.pid)
        assert len(family) >= 2  # the worker and its program
    finally:
        match.kill()
        match.wait()
    wait_until(lambda: not any(is_alive(pid) for pid in family))


def test_a_player_that_can_not_start_ends_the_match():
    with pytest.raises(WorkerError, match="no option 'no_such_setting'"):
        list(play_all(setup_of(50, second="no_such_setting=on"), scheduled(2), 2))
    assert multiprocessing.active_children() == []
