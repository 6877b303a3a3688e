import pytest

from kiebitz import Limit


@pytest.mark.parametrize("name", ["depth", "nodes", "movetime_ms", "moves_to_go", "mate"])
def test_what_a_search_must_reach_is_at_least_one(name):
    assert getattr(Limit(**{name: 1}), name) == 1
    for value in (0, -5):
        with pytest.raises(ValueError, match=f"Limit.{name} is {value}; it must be at least 1"):
            Limit(**{name: value})


@pytest.mark.parametrize("name", ["white_clock_ms", "black_clock_ms", "white_increment_ms", "black_increment_ms"])
def test_clocks_may_be_empty_but_not_negative(name):
    assert getattr(Limit(**{name: 0}), name) == 0
    with pytest.raises(ValueError, match=f"Limit.{name} is -1; a clock can't be negative"):
        Limit(**{name: -1})
