"""Donninger's three rules against zugzwang."""

import pytest

from kiebitz import Engine, Limit

# Both sides have a rook and a queen; Black to move is in zugzwang.
ROOT_ZUGZWANG = "1q1k4/2Rr4/7K/2Q5/8/8/8/8 b - - 0 1"
# White has pawns alone; and both have.
ONE_SIDE_BARE = "4k3/1r3ppp/8/8/8/8/PPP2PPP/4K3 w - - 0 1"
# Kiebitz's own: knights and bishops, so that rule II has something to forbid.
MINOR_PIECES = "4k3/1b3pp1/p3p2p/1p6/3N4/1P2P3/P4PPP/4K3 w - - 0 1"
NO_RULES = {"zugzwang_rule_1": 0, "zugzwang_rule_2": 0, "zugzwang_rule_3": 0}


def nodes_of(fen, depth=9, **options):
    """Nodes of a search under Donninger's policy."""
    with Engine(hash_mb=4, null_move_policy="donninger", **options) as engine:
        return engine.analyse(fen, Limit(depth=depth)).nodes


def test_rule_1_switches_the_null_move_off_for_both_sides():
    with Engine(hash_mb=4, null_move=False) as engine:
        without = engine.analyse(ONE_SIDE_BARE, Limit(depth=9)).nodes
    assert nodes_of(ONE_SIDE_BARE) == without
    assert nodes_of(ONE_SIDE_BARE, zugzwang_rule_1=0) != without
    # With pieces on both sides it says nothing.
    assert nodes_of(MINOR_PIECES) == nodes_of(MINOR_PIECES, zugzwang_rule_1=0)


def test_rule_2_forbids_passing_with_a_minor_piece_at_most():
    """In this ending nobody ever has more, so that rule II is as good as no null move at all."""
    plain = {"reverse_futility": 0}
    with Engine(hash_mb=4, null_move=False, **plain) as engine:
        without = engine.analyse(MINOR_PIECES, Limit(depth=6)).nodes
    assert nodes_of(MINOR_PIECES, 6, **plain, **(NO_RULES | {"zugzwang_rule_2": 1})) == without
    assert nodes_of(MINOR_PIECES, 6, **plain, **NO_RULES) != without


def test_rule_3_sees_zugzwang_at_the_root_and_searches_again_without_null_moves():
    with Engine(hash_mb=4, null_move_policy="donninger") as engine:
        stream = engine.stream(ROOT_ZUGZWANG, Limit(depth=8))
        depths = [line.depth for line in stream]
        assert stream.saw_zugzwang
        assert stream.info.zugzwang
        assert stream.info.depth == 8
        # It began again: a depth comes twice.
        assert len(depths) > len(set(depths))
    with Engine(hash_mb=4, null_move_policy="donninger", zugzwang_rule_3=0) as engine:
        assert not engine.analyse(ROOT_ZUGZWANG, Limit(depth=8)).zugzwang
    with Engine(hash_mb=4, null_move_policy="donninger", zugzwang_margin=1000, endgame_tables=0) as engine:
        assert not engine.analyse(ROOT_ZUGZWANG, Limit(depth=6)).zugzwang


@pytest.mark.parametrize(
    "options", [{"null_move_policy": "adaptive"}, {"null_move_policy": "donninger", "null_move": False}, {"threads": 2}]
)
def test_rule_3_is_silent_elsewhere(options):
    with Engine(hash_mb=4, **({"null_move_policy": "donninger"} | options)) as engine:
        assert not engine.analyse(ROOT_ZUGZWANG, Limit(depth=8)).zugzwang


def test_rule_3_needs_every_move_and_an_ending():
    with Engine(hash_mb=4, null_move_policy="donninger") as engine:
        assert not engine.analyse(ROOT_ZUGZWANG, Limit(depth=8), searchmoves=["b8b1", "b8a8"]).zugzwang
        engine.new_game()
        middlegame = "r1bq1rk1/pp2ppbp/2np2p1/2n5/P3PP2/N1P2N2/1PB3PP/R1B1QRK1 b - - 0 1"
        assert not engine.analyse(middlegame, Limit(depth=7)).zugzwang


def test_the_second_search_obeys_the_limits():
    with Engine(hash_mb=4, null_move_policy="donninger") as engine:
        info = engine.analyse(ROOT_ZUGZWANG, Limit(nodes=60_000))
        assert (info.nodes, info.zugzwang) == (60_000, True)
        assert info.best_move
