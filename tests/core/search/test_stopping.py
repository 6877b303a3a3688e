"""When a search ends: node limits to the node, flags at once, the clock as the search goes."""

import time

import chess
import pytest

from kiebitz import Engine, Limit
from kiebitz.core.chess.position import Position
from kiebitz.core.parameters import complete
from kiebitz.core.search.iterative_deepening import think
from kiebitz.core.search.limits import SearchLimits
from kiebitz.core.search.shared import Shared
from kiebitz.core.search.worker import Worker
from kiebitz.core.table.table import Table
from kiebitz.core.value import MATE

FIRST_NODES = 20_000
# Black's king can only go to h7.
SINGLE_REPLY = "7k/8/8/8/8/8/8/K5R1 b - - 0 1"
SOFT_US = 200_000


@pytest.fixture
def engine():
    with Engine(hash_mb=4) as engine:
        yield engine


def test_node_limits_are_exact(engine):
    for nodes in (1000, 4321, 50_000):
        engine.new_game()
        assert engine.analyse(chess.STARTING_FEN, Limit(nodes=nodes)).nodes == nodes
    assert engine.analyse(chess.STARTING_FEN, Limit(nodes=1)).best_move


def test_a_stop_is_obeyed_at_once(engine):
    stream = engine.stream(chess.STARTING_FEN, Limit(infinite=True))
    time.sleep(0.2)
    started = time.perf_counter()
    engine.stop()
    info = stream.info
    assert time.perf_counter() - started < 2
    assert info.best_move


def test_the_first_iteration_is_finished_whatever_the_limit():
    worker = Worker(Table(1))
    worker.prepare(Position(), SearchLimits(nodes=1, hard_us=1))
    think(worker)
    assert worker.completed == 1
    assert len(worker.results()) == 1


def searched_us(fen=chess.STARTING_FEN, **limits):
    """How long a search takes."""
    worker = Worker(Table(1))
    worker.prepare(Position(fen), SearchLimits(**limits))
    think(worker)
    assert worker.completed > 0
    return worker.time_us


def test_no_iteration_begins_after_the_soft_limit_and_none_goes_on_after_the_hard_one():
    assert searched_us(soft_us=20_000, hard_us=2_000_000) < 2_000_000
    assert SOFT_US <= searched_us(hard_us=SOFT_US) < 5 * SOFT_US


def test_a_move_without_alternative_gets_a_part_of_the_time_if_the_limit_is_flexible():
    assert Worker(Table(1)).prepare(Position(SINGLE_REPLY), SearchLimits()) == 1
    assert searched_us(SINGLE_REPLY, soft_us=SOFT_US, hard_us=4 * SOFT_US) >= SOFT_US
    assert searched_us(SINGLE_REPLY, soft_us=SOFT_US, hard_us=4 * SOFT_US, flexible=True) < SOFT_US


def test_a_steady_move_gets_less_time_than_one_that_has_just_changed():
    """White takes a queen, and no iteration thinks otherwise: about half of the share is enough.

    Whatever nodes were spent on it: what these change is asked below.
    """
    fen = "4k3/7p/8/3q4/4P3/8/7P/4K3 w - - 0 1"
    whole = searched_us(fen, soft_us=SOFT_US, hard_us=8 * SOFT_US)
    assert whole >= SOFT_US
    worker = Worker(Table(1))
    worker.configure(complete({"effort_time": 100, "effort_step": 0}))
    worker.prepare(Position(fen), SearchLimits(soft_us=SOFT_US, hard_us=8 * SOFT_US, flexible=True))
    think(worker)
    assert worker.results()[0].moves[0] == "e4d5"
    assert worker.time_us >= SOFT_US // 2


def test_how_much_longer_a_move_may_take_goes_by_the_nodes_that_were_spent_on_it():
    """Whatever they were, where the numbers say so; at the start position no move has them all, nor none."""
    limits = SearchLimits(soft_us=SOFT_US // 4, hard_us=8 * SOFT_US, flexible=True)
    steady = {"unsteady_time": 100, "steady_step": 0, "fall_limit": 0}

    def spent_us(**effort: int) -> int:
        worker = Worker(Table(1))
        worker.configure(complete(steady | effort))
        worker.prepare(Position(), limits)
        think(worker)
        return worker.time_us

    assert spent_us(effort_time=400, effort_step=0) >= SOFT_US
    assert spent_us(effort_time=20, effort_step=500) >= SOFT_US // 20  # never less than a fifth of the time
    assert spent_us(effort_time=500, effort_step=100) >= SOFT_US


def test_a_search_for_a_mate_ends_when_it_is_found():
    worker = Worker(Table(1))
    worker.prepare(Position("6k1/5ppp/8/8/8/8/8/R6K w - - 0 1"), SearchLimits(mate=5))
    think(worker)
    assert worker.completed == 1
    assert worker.results()[0].value == MATE - 1


def test_while_pondering_no_time_counts():
    shared = Shared()
    worker = Worker(Table(1), shared)
    worker.prepare(Position(), SearchLimits(depth=8, soft_us=1, hard_us=1, ponder=True))
    think(worker)
    assert worker.completed == 8
    worker.prepare(Position(), SearchLimits(depth=30, soft_us=1, hard_us=1, ponder=True))
    shared.ponderhit()
    think(worker)
    assert worker.completed < 30


def test_only_the_leader_obeys_the_soft_limit_the_others_the_hard_one_and_the_flag():
    shared = Shared()
    helper = Worker(Table(1), shared, 1)
    helper.prepare(Position(), SearchLimits(depth=6, soft_us=1))
    think(helper)
    assert helper.completed == 6
    helper.prepare(Position(), SearchLimits(depth=60, hard_us=1))
    think(helper)
    assert helper.completed < 60
    shared.stop()
    helper.prepare(Position(), SearchLimits(depth=60))
    think(helper)
    assert helper.completed < 60
