"""The scale of values: every kind of value has its own range, and all of them fit where they are kept."""

import kiebitz.core.value as scale
from kiebitz import Engine, Limit
from kiebitz.core.chess.position import MAX_PLY


def test_the_ranges_follow_one_another():
    assert scale.DRAW < scale.MAX_EVALUATION < scale.KNOWN_WIN < scale.LONGEST_MATE
    assert scale.LONGEST_MATE < scale.MATE < scale.INFINITE < scale.NO_VALUE
    assert scale.MATE - scale.LONGEST_MATE == MAX_PLY


def test_table_and_trace_keep_values_in_16_bits():
    assert scale.NO_VALUE < 1 << 15


def test_a_mate_is_counted_in_plies_from_the_root():
    with Engine(hash_mb=1) as engine:
        trace = engine.trace("6k1/5ppp/8/8/8/8/8/R6K w - - 0 1", Limit(depth=3))
    assert trace.last_iteration().rows["value"][0] == scale.MATE - 1
