"""A search of shogi as data: the search is the same, the way to every row legal, nodes are counted as by the search."""

import numpy as np
import pytest

from kiebitz import Limit
from kiebitz.core.shogi.notation import legal_moves, push, push_null
from kiebitz.core.shogi.position import ShogiPosition
from kiebitz.engine.engine import ShogiEngine

HANDS = "ln1gkg1nl/6+P2/2sppps1p/2p3p2/p8/P1P1P3P/2NP1PP2/3s1KSR1/L1+b2G1NL w R2Pbgp 42"


@pytest.fixture(scope="module")
def traced():
    with ShogiEngine(hash_mb=4) as engine:
        info = engine.analyse(HANDS, Limit(depth=6))
        engine.new_game()
        return info, engine.trace(HANDS, Limit(depth=6))


def test_a_recorded_search_is_the_same(traced):
    info, trace = traced
    assert (trace.info.nodes, trace.info.best_move) == (info.nodes, info.best_move)
    assert trace.nodes == info.nodes
    assert trace.unrecorded == 0
    assert (trace.game, trace.turn, trace.fen) == ("shogi", False, ShogiPosition(HANDS).sfen())
    assert repr(trace).startswith("Trace(")


def test_the_way_to_a_row_is_legal(traced):
    _, trace = traced
    for row in range(0, len(trace), max(1, len(trace) // 300)):
        *before, last = trace.moves(row) or ["pass"]
        position = trace.position(row)
        assert trace.position_text(row) == position.sfen()
        if last != "pass":
            assert last in legal_moves(_after(trace, before))


def _after(trace, moves):
    """The position after moves, which may pass."""

    position = ShogiPosition(trace.fen)
    for move in moves:
        if move == "pass":
            push_null(position)
        else:
            push(position, move)
    return position


def test_subtrees_columns_and_comparison(traced):
    _, trace = traced
    last = trace.last_iteration()
    assert last.moves(0) == []
    assert last.rows["parent"][0] == -1
    columns = last.columns()
    played = {move for move in columns["move"][last.children(0)] if move != "pass"}
    assert played <= {*legal_moves(ShogiPosition(HANDS))}
    assert int(last.subtree_nodes[0]) == last.nodes
    comparison = trace.compare(trace)
    assert not len(comparison.appeared)
    assert not len(comparison.disappeared)
    assert np.count_nonzero(trace.rows["reason"] == 0) == 0
    assert "<code>" in trace._repr_html_()


def test_what_can_not_be_recorded():
    with ShogiEngine(hash_mb=1, threads=2) as engine:
        with pytest.raises(ValueError, match="one thread"):
            engine.trace("startpos", Limit(depth=2))
        with pytest.raises(ValueError, match="max_nodes is 0"):
            engine.trace("startpos", Limit(depth=2), max_nodes=0)
        engine.configure(threads=1)
        assert "0 searches" in engine.trace("8k/9/7+R+R/9/9/9/9/9/4K4 w - 1", Limit(depth=2))._repr_html_()
