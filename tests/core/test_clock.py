"""Time allotment: never more than there is, more time never less thought."""

from hypothesis import given
from hypothesis import strategies as st

from kiebitz.core import clock

CLOCK = st.integers(0, 10_000_000)
INCREMENT = st.integers(0, 60_000)
MOVES = st.none() | st.integers(1, 100)
OVERHEAD = st.integers(0, 1000)


@given(CLOCK, INCREMENT, MOVES, OVERHEAD)
def test_no_move_takes_more_than_is_left(clock_ms, increment_ms, moves, overhead_ms):
    allotment, paid = (
        clock.for_clock(clock_ms, increment_ms, moves, overhead_ms, increment_pays=pays) for pays in (False, True)
    )
    for one in (allotment, paid):
        assert 0 < one.soft_ms <= one.hard_ms <= max(clock.MIN_MS, clock_ms - overhead_ms)
    assert paid.hard_ms >= allotment.hard_ms


@given(CLOCK, st.integers(0, 100_000), INCREMENT, MOVES, OVERHEAD)
def test_more_time_is_never_less_thought(clock_ms, more_ms, increment_ms, moves, overhead_ms):
    less = clock.for_clock(clock_ms, increment_ms, moves, overhead_ms)
    more = clock.for_clock(clock_ms + more_ms, increment_ms, moves, overhead_ms)
    assert more.soft_ms >= less.soft_ms
    assert more.hard_ms >= less.hard_ms


@given(st.integers(1, 1_000_000), OVERHEAD)
def test_a_fixed_time_is_used_up_less_the_overhead(movetime_ms, overhead_ms):
    allotment = clock.for_movetime(movetime_ms, overhead_ms)
    assert allotment.hard_ms == max(clock.MIN_MS, movetime_ms - overhead_ms)


def test_the_last_move_before_the_control_may_use_nearly_all():
    assert clock.for_clock(10_000, 0, 1, 10).hard_ms > 5_000


def test_a_long_game_leaves_little_on_the_clock():
    """Of 10 s + 0.1 s nearly half was left when games of seventy moves were over."""
    clock_ms = 10_000.0
    for _ in range(70):
        # An iteration that began in time ends after it: by a quarter, on average of games.
        clock_ms += 100 - 1.25 * clock.for_clock(round(clock_ms), 100, None, 10).soft_ms
    assert 1_000 < clock_ms < 2_000


def test_the_overhead_of_moves_to_come_is_kept_back():
    """On a busy machine every one of them may come late; 1 s + 0.01 s was lost by some milliseconds otherwise."""
    overhead_ms = 20
    clock_ms = 9 * overhead_ms
    for _ in range(200):
        clock_ms += 10 - clock.for_clock(clock_ms, 10, None, overhead_ms).hard_ms - 8
    assert clock_ms > 9 * overhead_ms
    assert clock.for_clock(9 * overhead_ms, 10, None, overhead_ms).hard_ms == clock.MIN_MS
    assert clock.for_clock(9 * overhead_ms, 0, 1, overhead_ms).hard_ms > overhead_ms


def test_increments_of_shogi_pay_for_the_overhead_of_moves_to_come():
    """An empty clock with half a second a move was played at once, and all of it was lost."""
    for clock_ms, increment_ms, overhead_ms in ((500, 500, 50), (120, 100, 50), (1_000, 1_000, 200)):
        allotment = clock.for_clock(clock_ms, increment_ms, None, overhead_ms, increment_pays=True)
        assert clock_ms / 5 < allotment.hard_ms <= clock_ms - overhead_ms
    # An increment that is less than the overhead pays for a part.
    kept = clock.for_clock(300, 20, None, 50, increment_pays=True).hard_ms
    assert clock.for_clock(300, 20, None, 50).hard_ms < clock.for_clock(360, 20, None, 50, increment_pays=True).hard_ms
    assert kept == clock.MIN_MS


def test_byoyomi_is_used_up_and_added_to_main_time():
    assert clock.for_byoyomi(0, 1_000, 50).soft_ms == clock.for_byoyomi(0, 1_000, 50).hard_ms == 950
    assert clock.for_byoyomi(0, 10, 50).hard_ms == clock.MIN_MS
    for clock_ms, byoyomi_ms in ((60_000, 1_000), (600_000, 10_000), (5_000, 3_000)):
        allotment = clock.for_byoyomi(clock_ms, byoyomi_ms, 50)
        assert byoyomi_ms < allotment.hard_ms <= clock_ms + byoyomi_ms - 50
        assert allotment.soft_ms <= allotment.hard_ms
