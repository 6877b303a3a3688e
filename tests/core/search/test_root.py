"""The root: its moves with their values and lines, several of them if asked for."""

import chess
import pytest

from kiebitz import Engine, Limit
from kiebitz.core.value import MATE
from kiebitz.engine.trace import REASONS
from traced_node import ALONE, MIDDLEGAME


@pytest.fixture
def engine():
    with Engine(hash_mb=4) as engine:
        yield engine


def test_multipv_ranks_distinct_moves_by_value(engine):
    fen = "r1bqkb1r/4npp1/p1p4p/1p1pP1B1/8/1B6/PPPN1PPP/R2Q1RK1 w kq - 0 1"
    info = engine.analyse(fen, Limit(depth=7), multipv=5)
    assert [line.rank for line in info.lines] == [1, 2, 3, 4, 5]
    assert len({line.moves[0] for line in info.lines}) == 5
    values = [line.score.clipped(MATE) for line in info.lines]
    assert values == sorted(values, reverse=True)
    few = engine.analyse("7k/8/8/8/8/8/6q1/K7 w - - 0 1", Limit(depth=3), multipv=50)
    assert len(few.lines) == chess.Board("7k/8/8/8/8/8/6q1/K7 w - - 0 1").legal_moves.count()


def root_children(trace):
    """Of the last search of the root: the first search after each of its moves."""
    rows = trace.last_iteration().rows
    return rows[(rows["parent"] == 0) & (rows["fresh"] == 1)]


def test_every_root_move_is_searched_whatever_the_others_are_worth(engine):
    """Nothing is pruned here; in the order that the last iteration left."""
    before, last = (root_children(engine.trace(MIDDLEGAME, Limit(depth=depth))) for depth in (7, 8))
    assert len(last) == chess.Board(MIDDLEGAME).legal_moves.count()
    assert last["order"].tolist() == list(range(1, len(last) + 1))
    trace = engine.trace(MIDDLEGAME, Limit(depth=8))
    assert trace.info.lines[0].moves[0] == trace.moves(int(trace.children(int(trace.iterations[-1]))[0]))[0]
    assert set(before["move"]) == set(last["move"])


def test_only_the_first_root_move_gets_the_open_window(engine):
    engine.configure(**ALONE)
    first, *others = root_children(engine.trace(MIDDLEGAME, Limit(depth=4)))
    assert int(first["beta"]) - int(first["alpha"]) > 1
    assert all(row["beta"] - row["alpha"] == 1 for row in others)


def test_late_root_moves_are_reduced_but_no_check(engine):
    fen = "4k3/8/8/8/8/8/R7/4K2N w - - 0 1"
    engine.configure(**(ALONE | {"late_move_reductions": 1}))
    trace = engine.trace(fen, Limit(depth=8))
    rows = root_children(trace)
    free = engine.parameters["reduction_moves"] + 1
    assert rows["reduction"][:free].max() == 0
    board = chess.Board(fen)
    checks = {8 | 56 << 6, 8 | 12 << 6}
    assert all(board.gives_check(chess.Move(code & 63, code >> 6)) for code in checks)
    for row in rows[-5:]:
        assert (row["reduction"] == 0) == (int(row["move"]) in checks)


def test_a_move_above_the_window_ends_the_iteration(engine):
    engine.configure(aspiration_window=1)
    trace = engine.trace(MIDDLEGAME, Limit(depth=9))
    cuts = [row for row in trace.iterations if REASONS[trace.rows["reason"][row]] == "beta cut"]
    assert cuts
    for row in cuts:
        last = trace.children(int(row))[-1]
        assert -trace.rows["value"][last] >= trace.rows["beta"][row]
        assert trace.rows["move"][last] == trace.rows["best_move"][row]


def test_values_of_all_lines_are_exact_when_nobody_stops(engine):
    lines = engine.analyse(MIDDLEGAME, Limit(depth=5), multipv=100).lines
    assert len(lines) == chess.Board(MIDDLEGAME).legal_moves.count()
    assert {line.bound for line in lines} == {"exact"}
    alone = engine.analyse(MIDDLEGAME, Limit(depth=5), searchmoves=[lines[-1].moves[0]]).lines[0]
    assert alone.moves[0] == lines[-1].moves[0]
