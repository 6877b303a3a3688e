"""Iterative deepening: depth after depth, its windows, and its spread over a crew."""

import random
from itertools import pairwise

import chess
import numpy as np
import pytest

from kiebitz import Engine, Limit
from kiebitz.core import parameters
from kiebitz.core.chess.position import Position
from kiebitz.core.search.iterative_deepening import think
from kiebitz.core.search.limits import SearchLimits
from kiebitz.core.search.shared import Shared
from kiebitz.core.search.worker import Worker
from kiebitz.core.table.table import Table
from kiebitz.core.value import INFINITE
from kiebitz.engine import bench
from kiebitz.engine.trace import ROW
from traced_node import MIDDLEGAME


@pytest.fixture
def engine():
    with Engine(hash_mb=4) as engine:
        yield engine


def test_the_same_search_twice_visits_the_same_nodes(engine):
    outcomes = []
    for _ in range(2):
        engine.new_game()
        info = engine.analyse("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", Limit(depth=8))
        outcomes.append((info.nodes, info.best_move, info.score, info.lines[0].moves))
    assert outcomes[0] == outcomes[1]


def test_principal_variations_are_legal_games(engine):
    rng = random.Random(5)
    board = chess.Board()
    for _ in range(8):
        info = engine.analyse(board, Limit(depth=5), multipv=3)
        for line in info.lines:
            after = board.copy()
            for move in line.pv:
                assert after.is_legal(move), (board.fen(), line)
                after.push(move)
        board.push(rng.choice(list(board.legal_moves)))


def test_a_game_of_any_length_is_searched(engine):
    board = chess.Board()
    shuffle = ["g1f3", "g8f6", "f3g1", "f6g8"]
    for number in range(3000):
        board.push_uci(shuffle[number % 4])
    assert engine.analyse(board, Limit(depth=4)).best_move


def roots_of(trace):
    """The searches of the root: depth, window and value of each."""
    return [
        tuple(int(trace.rows[name][row]) for name in ("depth", "alpha", "beta", "value")) for row in trace.iterations
    ]


def test_each_iteration_is_a_ply_deeper_and_its_window_lies_about_the_last_value(engine):
    engine.configure(aspiration_window=30, aspiration_depth=4, aspiration_reduction=False)
    searches = roots_of(engine.trace(MIDDLEGAME, Limit(depth=9)))
    assert sorted({depth for depth, *_ in searches}) == list(range(1, 10))
    value = 0
    for (before, *_), (depth, alpha, beta, found) in zip([(0, 0, 0, 0), *searches[:-1]], searches, strict=True):
        if depth != before:
            expected = (-INFINITE, INFINITE) if depth < 4 else (value - 30, value + 30)
            assert (alpha, beta) == expected
        value = found


def test_a_value_outside_the_window_widens_it_on_that_side(engine):
    engine.configure(aspiration_window=1, aspiration_growth=100, aspiration_reduction=False)
    searches = roots_of(engine.trace(MIDDLEGAME, Limit(depth=9)))
    repeated = [(one, other) for one, other in pairwise(searches) if one[0] == other[0]]
    assert repeated
    for (_, alpha, beta, value), (_, new_alpha, new_beta, _) in repeated:
        if value <= alpha:
            assert new_alpha < alpha
            assert alpha <= new_beta <= beta
        else:
            assert value >= beta
            assert new_alpha == alpha
            assert new_beta > beta
    engine.configure(aspiration=False)
    assert all(window[1:3] == (-INFINITE, INFINITE) for window in roots_of(engine.trace(MIDDLEGAME, Limit(depth=6))))


def test_above_the_window_a_ply_less_is_searched_and_below_it_everything(engine):
    engine.configure(aspiration_window=1, aspiration_growth=100)
    trace = engine.trace(MIDDLEGAME, Limit(depth=9))
    searches = roots_of(trace)
    iterations = (trace.rows["depth"] + trace.rows["reduction"])[trace.iterations]
    assert sorted(set(iterations)) == list(range(1, 10))
    iteration, above, below = 1, 0, 0
    for (before, alpha, beta, value), (depth, *_) in pairwise(searches):
        if alpha < value < beta:
            iteration += 1
            assert depth == iteration
        elif value >= beta:
            above += 1
            assert depth == max(before - 1, iteration - 3, 1)
        else:
            below += 1
            assert depth == iteration
    assert (iteration, bool(above), bool(below)) == (9, True, True)


def test_the_table_is_told_to_what_depth_the_root_was_searched():
    depths = set()
    for fen in bench.POSITIONS[:12]:
        table = Table(1)
        worker = Worker(table)
        worker.configure(parameters.complete({"evaluation": "classical", "aspiration_window": 1}))
        rows = np.zeros(200_000, dtype=ROW)
        worker.record_into(rows.view(np.uint8))
        worker.prepare(Position(fen), SearchLimits(depth=7))
        think(worker)
        searches = rows[: worker.recorded[0]]
        depth = searches["depth"][searches["parent"] < 0][-1]
        assert table.look_up(Position(fen))["depth"] == depth
        depths.add(int(depth))
    assert len(depths) > 1, "each ended with a whole search"


def depths_of(index):
    """The iterations that a worker of a crew searches, of eight."""
    worker = Worker(Table(1), Shared(), index)
    worker.configure(parameters.defaults() | {"aspiration": 0})
    rows = np.zeros(100_000, dtype=ROW)
    worker.record_into(rows.view(np.uint8))
    worker.prepare(Position(), SearchLimits(depth=8))
    think(worker)
    rows = rows[: worker.recorded[0]]
    return rows["depth"][rows["parent"] < 0].tolist()


def test_every_worker_of_a_crew_searches_every_depth():
    for index in range(5):
        assert depths_of(index) == [1, 2, 3, 4, 5, 6, 7, 8]


def test_the_outcome_is_kept_in_the_table_unless_moves_were_left_out():
    for searchmoves, is_kept in (((), True), (("a2a3",), False)):
        table = Table(1)
        worker = Worker(table)
        worker.prepare(Position(), SearchLimits(depth=5, searchmoves=searchmoves))
        think(worker)
        found = table.look_up(Position())
        assert (found is not None and found["depth"] == 5 and found["bound"] == 3) == is_kept
