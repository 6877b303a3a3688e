import pytest

from kiebitz.arena.match.time_control import MAX_MOVES, MAX_SECONDS, Clocks, MatchLimit, MatchLimitError, TimeControl
from kiebitz.engine.limit import Limit


def test_time_controls():
    controls = {"2+0.02": TimeControl(2000, 20), "60": TimeControl(60_000), "0.1": TimeControl(100)}
    for text, control in (controls | {"40/60+0.5": TimeControl(60_000, 500, 40)}).items():
        assert TimeControl.parse(text) == control
        assert str(control) == text
    assert TimeControl.with_byoyomi(None, 1).times(2) == TimeControl(0, byoyomi_ms=2000)


def test_broken_time_controls():
    most = f"{MAX_MOVES}/{MAX_SECONDS}+{MAX_SECONDS}"
    assert TimeControl.parse(most) == TimeControl(1000 * MAX_SECONDS, 1000 * MAX_SECONDS, MAX_MOVES)
    over = f"{MAX_SECONDS + 1}", f"1+{MAX_SECONDS + 1}", f"{MAX_MOVES + 1}/1"
    for text in ("", "0", "x", "1+", "+1", "0/60", "1e9", *over, "-1", "1+0.1+1", "²"):
        with pytest.raises(MatchLimitError):
            TimeControl.parse(text)
    for text, seconds in (("1+1", 1), ("40/60", 1), (None, 0), (None, -1), (None, 1e9), ("x", 1)):
        with pytest.raises(MatchLimitError):
            TimeControl.with_byoyomi(text, seconds)


def test_exactly_one_limit():
    for limits in ({}, {"nodes": 1, "depth": 1}, {"nodes": 1, "time_control": TimeControl(1)}):
        with pytest.raises(MatchLimitError, match="give one of"):
            MatchLimit(**limits)
    assert Clocks(MatchLimit(nodes=7)).limit(True) == Limit(nodes=7)
    assert Clocks(MatchLimit(depth=3)).spend(True, 1e9, 0)


def test_clocks():
    clocks = Clocks(MatchLimit(TimeControl(1000, 100, 2)))
    assert clocks.limit(True) == Limit(
        white_clock_ms=1000, black_clock_ms=1000, white_increment_ms=100, black_increment_ms=100, moves_to_go=2
    )
    assert clocks.spend(True, 400, 0)
    assert clocks.left_ms(True) == 700
    assert clocks.limit(True).moves_to_go == 1
    assert clocks.spend(True, 705, 10)  # over by less than the margin: forgiven, and the control is reached
    assert clocks.left_ms(True) == 1100
    assert clocks.limit(True).moves_to_go == 2
    assert clocks.left_ms(False) == 1000
    assert not clocks.spend(False, 1011, 10)


def test_one_side_has_more_time_than_the_other():
    limit = MatchLimit(TimeControl(1000, 10))
    clocks = Clocks(limit.times(2.5), limit)
    assert clocks.limit(False) == Limit(
        white_clock_ms=2500, black_clock_ms=1000, white_increment_ms=25, black_increment_ms=10
    )
    assert clocks.spend(True, 2000, 0)
    assert not clocks.spend(False, 2000, 0)
    assert clocks.left_ms(True) == 525
    assert MatchLimit(nodes=100).times(0.5) == MatchLimit(nodes=50)
    assert MatchLimit(depth=4).times(1) == MatchLimit(depth=4)
    with pytest.raises(MatchLimitError, match="2 times a depth"):
        MatchLimit(depth=4).times(2)


def test_clocks_go_on_from_what_they_showed():
    clocks = Clocks(MatchLimit(TimeControl(60_000, 1000)), left_ms={True: 5000.5, False: 9000})
    assert clocks.spend(True, 4000, 0)
    assert (clocks.left_ms(True), clocks.left_ms(False)) == (2000.5, 9000)


def test_byoyomi_is_there_for_each_move_once_the_clock_has_run_out():
    control = TimeControl.with_byoyomi("1", 0.5)
    assert str(control) == "1 byoyomi 0.5"
    clocks = Clocks(MatchLimit(control), game="shogi")
    assert clocks.limit(True) == Limit(black_clock_ms=1000, white_clock_ms=1000, byoyomi_ms=500)
    assert clocks.allowed_ms(True) == 1500
    assert clocks.spend(True, 700, 0)
    assert clocks.limit(True).black_clock_ms == 300
    assert clocks.spend(True, 600, 0)
    assert clocks.limit(True) == Limit(black_clock_ms=0, white_clock_ms=1000, byoyomi_ms=500)
    assert clocks.spend(True, 200, 0)
    assert clocks.allowed_ms(True) == 500  # what a move leaves is lost
    assert clocks.spend(True, 505, 10)
    assert not clocks.spend(True, 511, 10)


def test_in_shogi_an_increment_comes_before_the_move():
    clocks = Clocks(MatchLimit(TimeControl(1000, 100)), game="shogi")
    assert clocks.limit(False) == Limit(
        black_clock_ms=1100, white_clock_ms=1100, black_increment_ms=100, white_increment_ms=100
    )
    assert clocks.spend(False, 1100, 0)
    assert clocks.left_ms(False) == 0
    assert not clocks.spend(False, 101, 0)
