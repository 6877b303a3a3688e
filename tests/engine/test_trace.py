"""A trace holds every node of the search: counts, windows and reasons agree with the search itself."""

import chess
import numpy as np
import pytest

from kiebitz.core.value import MATE
from kiebitz.engine import Engine
from kiebitz.engine.limit import Limit
from kiebitz.engine.trace import EXPECTATIONS, KINDS, REASONS

START = chess.STARTING_FEN
MIDDLEGAME = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"
ENDING = "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1"
CASTLES = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"


@pytest.fixture(scope="module")
def trace():
    with Engine() as engine:
        return engine.trace(MIDDLEGAME, Limit(depth=9))


@pytest.mark.check
@pytest.mark.parametrize("fen", [START, MIDDLEGAME, ENDING])
def test_recording_changes_nothing_and_misses_nothing(fen):
    with Engine() as engine:
        plain = engine.analyse(fen, Limit(depth=12))
    with Engine() as engine:
        traced = engine.trace(fen, Limit(depth=12))
        again = engine.analyse(fen, Limit(depth=2))
    assert again.nodes < 10_000
    assert traced.unrecorded == 0
    assert traced.nodes == traced.info.nodes == plain.nodes
    assert traced.info.lines[0].moves == plain.lines[0].moves
    assert plain.score.centipawns == traced.last_iteration().rows["value"][0]


def test_every_beta_cut_is_explained(trace):
    rows = trace.rows
    cuts = np.flatnonzero((rows["reason"] == REASONS.index("beta cut")) & (rows["kind"] != KINDS.index("root")))
    assert len(cuts) > 1000
    for cut in cuts[::7]:
        last = [child for child in trace.children(cut) if rows["ply"][child] > rows["ply"][cut]][-1]
        assert rows["move"][last] == rows["best_move"][cut]
        assert rows["order"][last] == rows["searched"][cut]
        assert -rows["value"][last] == rows["value"][cut] >= rows["beta"][cut]


def test_every_other_end_is_what_its_name_says(trace):
    rows = trace.rows
    above, below = rows["value"] >= rows["beta"], rows["value"] <= rows["alpha"]
    for reason in ("stand pat", "reverse futility", "null move", "multi-cut", "beta cut"):
        assert above[rows["reason"] == REASONS.index(reason)].all(), reason
    hits = rows["reason"] == REASONS.index("table hit")
    assert (rows["table_bound"][hits] > 0).all()
    assert (rows["table_depth"][hits] >= rows["depth"][hits]).all()
    assert (above | below)[hits & (rows["beta"] - rows["alpha"] == 1)].all()
    mated = rows["reason"] == REASONS.index("mated")
    assert (rows["value"][mated] == rows["ply"][mated].astype(int) - MATE).all()
    assert not (rows["reason"] == REASONS.index("open")).any()


def test_rows_are_a_tree_in_order_of_entry(trace):
    rows = trace.rows
    parents = rows["parent"]
    inner = parents >= 0
    assert (parents[inner] < np.flatnonzero(inner)).all()
    assert (rows["end"][parents[inner]] >= rows["end"][inner]).all()
    steps = rows["ply"][inner].astype(int) - rows["ply"][parents[inner]]
    assert set(np.unique(steps)) <= {0, 1}
    assert trace.subtree_nodes[trace.iterations].sum() == trace.nodes


def test_windows_are_handed_down_negated(trace):
    """A first search of a first move, at the principal variation, has its parent's window turned round."""
    rows = trace.rows
    first = (rows["order"] == 1) & (rows["fresh"] == 1) & (rows["kind"] == KINDS.index("tree"))
    parent = rows["parent"][first]
    assert (rows["beta"][first] <= -rows["alpha"][parent]).all()


def test_paths_are_games(trace):
    rng = np.random.default_rng(7)
    for row in rng.integers(0, len(trace), 200):
        board = trace.board(int(row))  # raises on an illegal move
        assert len(board.move_stack) == trace.rows["ply"][row]
        if chess.Move.null() not in board.move_stack:
            assert board.is_valid()


def test_the_usual_questions(trace):
    assert sum(trace.reasons().values()) == len(trace)
    assert sum(count for table in trace.reasons_by_depth().values() for count in table.values()) == len(trace)
    rate = trace.cut_rate()
    assert 0.6 < rate.rate < 1
    assert rate.cuts + trace.cut_rate("quiescence").cuts <= trace.reasons()["beta cut"]
    passes = trace.null_moves()
    assert passes.refuting == trace.reasons()["null move"]
    assert passes.failing > 0
    assert 0 < passes.failing_share < 0.5
    assert set(np.unique(trace.found)) <= set(range(len(EXPECTATIONS)))
    expected_cut = trace.rows["expected"] == EXPECTATIONS.index("cut")
    assert np.mean(trace.found[expected_cut] == EXPECTATIONS.index("cut")) > 0.7


def test_a_pass_at_the_root_after_an_iteration_is_none_itself():
    """Zugzwang rule III: its search begins at no row, and yet it stands a ply below the root."""
    with Engine(hash_mb=1, era="nimzo", transposition_table=0) as engine:
        trace = engine.trace("8/7p/5k2/5p2/p1p2P2/Pr1pPK2/1P1R3P/8 b - - 0 1", Limit(depth=4))
    passes = np.flatnonzero((trace.rows["parent"] < 0) & (trace.rows["ply"] == 1))
    assert len(passes) == 4
    assert set(trace.rows["kind"][trace.iterations]) == {KINDS.index("root")}
    for row in passes:
        assert trace.moves(row) == ["0000"]
        assert trace.paths[row] == trace.paths[passes[0]] != trace.paths[0]
    replies = trace.children(passes[-1])
    assert len(replies)
    for row in replies:
        assert len(trace.moves(row)) == 2
        assert trace.board(row).is_valid()
    assert trace.last_iteration().rows["value"][0] == trace.info.score.centipawns


def test_a_technique_switched_off_shows_in_the_comparison(trace):
    with Engine(null_move=False) as engine:
        without = engine.trace(MIDDLEGAME, Limit(depth=9))
    comparison = trace.compare(without)
    assert comparison.common > 0
    passed = [row for row in comparison.disappeared[:5000] if "0000" in trace.moves(int(row))]
    assert passed
    assert not any("0000" in without.moves(int(row)) for row in comparison.appeared[:500])
    same = trace.compare(trace)
    assert len(same.appeared) == len(same.disappeared) == 0
    with Engine() as engine, pytest.raises(ValueError, match="different positions"):
        trace.compare(engine.trace(START, Limit(depth=2)))


def test_a_full_buffer_records_the_beginning_and_counts_the_rest():
    with Engine() as engine:
        whole = engine.trace(MIDDLEGAME, Limit(depth=7))
    with Engine() as engine:
        part = engine.trace(MIDDLEGAME, Limit(depth=7), max_nodes=500)
    assert len(part) == 500
    assert part.unrecorded == len(whole) - 500
    assert part.info.nodes == whole.info.nodes
    for column in ("key", "parent", "move", "depth", "alpha", "beta", "order"):
        assert (part.rows[column] == whole.rows[column][:500]).all(), column


def test_a_stopped_search_has_closed_rows():
    with Engine() as engine:
        trace = engine.trace(MIDDLEGAME, Limit(nodes=30_000))
    assert trace.nodes == trace.info.nodes == 30_000
    assert "stopped" in trace.reasons()
    assert "open" not in trace.reasons()
    assert trace.last_iteration().rows["ply"][0] == 0


def test_what_cannot_be_traced():
    with Engine(threads=2) as engine, pytest.raises(ValueError, match="threads=1"):
        engine.trace(START, Limit(depth=1))
    with Engine() as engine:
        with pytest.raises(ValueError, match="max_nodes is 0"):
            engine.trace(START, Limit(depth=1), max_nodes=0)
        mated = engine.trace("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", Limit(depth=3))
        assert len(mated) == 0
        with pytest.raises(ValueError, match="no iteration"):
            mated.last_iteration()


def test_moves_are_written_as_the_variant_writes_them():
    with Engine() as engine:
        trace = engine.trace(CASTLES, Limit(depth=2))
        firsts = {trace.moves(int(row))[0] for row in np.flatnonzero(trace.rows["ply"] > 0)}
        assert {"e1g1", "e1c1"} <= firsts


def test_a_trace_of_chess960():
    fen = "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9"
    board = chess.Board(fen, chess960=True)
    with Engine() as engine:
        trace = engine.trace(board, Limit(depth=5))
    for row in range(0, len(trace), 97):
        trace.board(row)


def test_frames_for_the_ecosystem(trace, tmp_path):
    polars = pytest.importorskip("polars", reason="Polars is missing: pip install 'kiebitz[lab]'")
    frame = trace.to_polars()
    assert frame.height == len(trace)
    assert set(frame["reason"].unique()) == set(trace.reasons())
    trace.write_parquet(tmp_path / "trace.parquet")
    assert polars.read_parquet(tmp_path / "trace.parquet").equals(frame)
