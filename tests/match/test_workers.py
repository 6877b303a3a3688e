"""The processes that play: all games are played, whoever dies."""

import multiprocessing
import threading
import time

import pytest

from kiebitz.match.pgn import PgnStyle
from kiebitz.match.player import parse_players
from kiebitz.match.record import ScheduledGame
from kiebitz.match.referee import Rules
from kiebitz.match.time_control import MatchLimit
from kiebitz.match.workers import MatchSetup, WorkerError, play_all
from match_games import START


def setup_of(nodes, first="kiebitz,hash=1", second="null_move=off,hash=1"):
    specs, limit = parse_players(first, second), MatchLimit(nodes=nodes)
    style = PgnStyle((specs[0].name, specs[1].name), "test", "2026.01.01", limit)
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


def test_a_process_that_dies_costs_its_player_the_game():
    games = play_all(setup_of(3_000_000), scheduled(3), 1)

    def kill():
        deadline = time.monotonic() + 60
        while time.monotonic() < deadline:
            for child in multiprocessing.active_children():
                time.sleep(2.0)  # until it plays
                child.kill()
                return
            time.sleep(0.05)

    killer = threading.Thread(target=kill)
    killer.start()
    first = next(games)
    killer.join()
    games.close()
    assert first.fault
    assert first.fault.kind == "crash"
    assert "SIGKILL" in first.fault.message
    assert first.points == first.fault.player
    assert 'Termination "abandoned"' in first.pgn
    assert multiprocessing.active_children() == []


def test_a_player_that_can_not_start_ends_the_match():
    with pytest.raises(WorkerError, match="no option 'no_such_setting'"):
        list(play_all(setup_of(50, second="no_such_setting=on"), scheduled(2), 2))
    assert multiprocessing.active_children() == []
