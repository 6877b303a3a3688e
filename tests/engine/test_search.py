"""A search belongs to itself: what it found stays with it, and what comes late finds it ended."""

import time

import chess
import pytest

from kiebitz import Engine, Limit

MATE = "6k1/5ppp/8/8/8/8/8/R6K w - - 0 1"


@pytest.fixture
def engine():
    with Engine(hash_mb=2) as engine:
        yield engine


def test_each_stream_keeps_its_own_lines_and_outcome(engine):
    mate = engine.stream(MATE, Limit(depth=4))
    while mate.is_running:
        time.sleep(0.001)
    other = engine.analyse(chess.Board(), Limit(depth=6))
    assert {line.moves[0] for line in mate} <= {move.uci() for move in chess.Board(MATE).legal_moves}
    assert (mate.info.best_move, str(mate.info.score)) == ("a1a8", "#1")
    assert mate.info != other
    engine.configure(hash_mb=1, threads=2)
    assert mate.info.best_move == "a1a8"


def test_a_stop_that_comes_late_leaves_the_next_search_alone(engine):
    first = engine.stream(chess.Board(), Limit(depth=1))
    assert first.info.depth == 1
    second = engine.stream(chess.Board(), Limit(depth=6))
    first.stop()
    first.ponderhit()
    del first
    assert second.info.depth == 6
