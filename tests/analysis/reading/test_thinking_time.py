import pytest

from kiebitz.analysis.reading.games import read_games
from kiebitz.analysis.reading.thinking_time import seconds_per_move
from sources import DATA


@pytest.mark.parametrize(
    ("time_control", "seconds"),
    [
        ("180", [None, None, 2, 10, None, 0.5]),
        ("180+2", [None, None, 4, 12, 0, 2.5]),
        ("40/7200", [None, None, 2, 10, None, 0.5]),
        ("40/5400+30:1800+30", [None, None, 32, 40, 28, 30.5]),
        ("?", [None] * 6),
        ("-", [None] * 6),
        ("*60", [None] * 6),
        ("180+2 blitz", [None] * 6),
        ("", [None] * 6),
    ],
)
def test_what_the_clocks_tell(time_control, seconds):
    clocks = [180, 180, 178, 170, 180, 169.5]
    assert seconds_per_move(time_control, clocks) == seconds


def test_clocks_that_are_missing():
    assert seconds_per_move("60", [60, None, 58, 50, None, 40, 50]) == [None, None, 2, None, None, 10, None]
    assert seconds_per_move("60", []) == []


def test_increments_with_a_fraction():
    clocks = [7.9, 7.8, 7.5, 7.2]
    assert seconds_per_move("8+0.08", clocks) == [None, None, pytest.approx(0.48), pytest.approx(0.68)]
    assert seconds_per_move("0.5+0.02", [0.5, 0.5, 0.51, 0.4]) == [None, None, pytest.approx(0.01), pytest.approx(0.12)]


@pytest.mark.parametrize(
    ("name", "seconds"),
    [
        ("I3-engine-comments", [[None, None, 47, 0.85, 1.2, 17], [0.078, 0.054]]),
        ("I4-icc-clocks", [[None, None, 2, 8, 8, 5]]),
    ],
)
def test_what_programs_leave_in_comments(name, seconds):
    games = list(read_games(DATA / "pgn" / "reported" / f"{name}.pgn", comments=True))
    found = [seconds_per_move(game.tags["TimeControl"], game.clocks, game.spent) for game in games]
    assert found == [pytest.approx(each) for each in seconds]


def test_what_comments_say_outright():
    assert seconds_per_move("60", [60, None, 58, 50], [3, 1.5, None, 7]) == [3, 1.5, 2, 7]
    assert seconds_per_move("?", [None, None], [149, 19]) == [149, 19]
