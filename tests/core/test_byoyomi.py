"""Byoyomi: what a move may take of it."""

import pytest

from kiebitz.core.clock import for_byoyomi


def test_with_an_empty_clock_all_but_the_overhead_is_used():
    allotment = for_byoyomi(0, 1_000, 50)
    assert allotment.soft_ms == allotment.hard_ms == 950


@pytest.mark.parametrize(("clock_ms", "byoyomi_ms"), [(60_000, 1_000), (600_000, 10_000), (5_000, 3_000)])
def test_main_time_and_byoyomi_are_not_played_as_byoyomi_alone(clock_ms, byoyomi_ms):
    allotment = for_byoyomi(clock_ms, byoyomi_ms, 50)
    assert byoyomi_ms < allotment.hard_ms <= clock_ms + byoyomi_ms - 50
    assert allotment.soft_ms <= allotment.hard_ms


def test_no_time_at_all_is_a_millisecond():
    assert for_byoyomi(0, 10, 50).hard_ms == 1
