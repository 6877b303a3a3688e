"""The levels of shogi: each stronger than the one below it by what it may search, or how much it errs."""

from itertools import pairwise

from kiebitz.engine.shogi_strength import FULL_STRENGTH, LEVELS, level_numbered


def test_levels_rise():
    assert len(LEVELS) == FULL_STRENGTH - 1
    for below, above in pairwise(LEVELS):
        assert above.elo > below.elo
        assert above.nodes >= below.nodes
        assert above.noise <= below.noise


def test_numbers():
    assert level_numbered(1) == LEVELS[0]
    assert level_numbered(FULL_STRENGTH - 1) == LEVELS[-1]
    assert level_numbered(FULL_STRENGTH) is None
