"""Nimzo 1's static selectivity: it stops early, and only where nothing hangs."""

import pytest

from kiebitz import Engine, Limit

NIMZO_1 = {"era": "nimzo", "null_move_policy": "off", "transposition_table": 0}
# White is two pieces up and nothing of his hangs.
QUIET = "4k3/5ppp/8/8/8/2N5/1B3PPP/4K3 w - - 0 1"


def nodes_of(fen, depth=5, **options):
    """Nodes of a search."""
    with Engine(hash_mb=1, **(NIMZO_1 | options)) as engine:
        return engine.analyse(fen, Limit(depth=depth)).nodes


def test_the_margin_says_what_clearly_means():
    strict = {"static_selectivity": "strict"}
    assert nodes_of(QUIET, **strict) < nodes_of(QUIET)
    assert nodes_of(QUIET, **strict, static_selectivity_margin=9_999) == nodes_of(QUIET)


def test_the_depth_says_how_near_the_horizon():
    shallow = nodes_of(QUIET, static_selectivity="strict", static_selectivity_depth=1)
    assert nodes_of(QUIET, static_selectivity="strict", static_selectivity_depth=3) < shallow < nodes_of(QUIET)


@pytest.mark.parametrize("rule", ["strict", "relaxed"])
def test_short_mates_are_found_all_the_same(rule):
    with Engine(hash_mb=1, era="nimzo", static_selectivity=rule) as engine:
        info = engine.analyse("8/5R2/2K1P3/4k3/8/b1PPpp1B/5p2/8 w - - 0 1", Limit(depth=6))
        assert (info.score.mate, info.best_move) == (2, "c6d7")


def test_a_hanging_pawn_stops_the_strict_rule_and_not_the_relaxed_one():
    # White is a queen for a rook up, but his pawn on b3 hangs unless the queen looks after it.
    fen = "4k3/1r3ppp/8/8/8/1P6/5PPP/3QK3 b - - 0 1"
    strict, relaxed = (nodes_of(fen, 6, static_selectivity=rule) for rule in ("strict", "relaxed"))
    assert relaxed < strict
