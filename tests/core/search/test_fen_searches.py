"""Many searches in one call: each finds what a new worker finds, for whatever was searched before it."""

import numpy as np
import pytest

from kiebitz.core import parameters
from kiebitz.core.chess.notation import push
from kiebitz.core.chess.position import Position
from kiebitz.core.evaluation.network.file import network_for
from kiebitz.core.evaluation.network.games import CHESS
from kiebitz.core.search.fen_searches import FOUND, MATED, ODD, SEARCHED, STALEMATED, UNREACHED, FenSearches
from kiebitz.core.search.iterative_deepening import think
from kiebitz.core.search.limits import SearchLimits
from kiebitz.core.search.worker import Worker
from kiebitz.core.table.design import TableDesign
from kiebitz.core.table.table import Table
from kiebitz.engine.bench import POSITIONS

FENS = list(POSITIONS[:6])
MATE = "6k1/5ppp/8/8/8/8/8/R6K w - - 0 1"


def worker(design=None, **settings):
    """A worker of today's search, on a table of its own."""
    made = Worker(Table(1, design))
    made.configure(parameters.complete(settings), network_for(CHESS, None))
    return made


def lines(content, letters):
    """State, value, depth, nodes, best line of each."""
    found = np.frombuffer(content, FOUND)
    text = letters.decode()
    ends = [0, *found["end"].tolist()]
    return [
        (int(row["state"]), int(row["value"]), int(row["depth"]), int(row["nodes"]), text[begin : row["end"]])
        for row, begin in zip(found, ends, strict=False)
    ]


def best_of(worker, position, limits):
    """The best line of a worker that has searched nothing yet."""
    worker.prepare(position, limits)
    think(worker)
    best = worker.results()[0]
    return SEARCHED, best.value, best.depth, best.nodes, " ".join(best.moves)


def searched_anew(fen, limits, design=None, **settings):
    """The same of a worker that has searched nothing yet."""
    return best_of(worker(design, **settings), Position(fen), limits)


@pytest.mark.parametrize("limits", [SearchLimits(nodes=1), SearchLimits(nodes=1_000), SearchLimits(depth=4)])
@pytest.mark.parametrize("settings", [{}, {"null_move_policy": parameters.checked("null_move_policy", "donninger")}])
def test_each_finds_what_a_new_worker_finds(limits, settings):
    searches = FenSearches(worker(**settings), limits)
    expected = [searched_anew(fen, limits, **settings) for fen in FENS]
    assert lines(*searches.search(FENS)) == expected
    assert lines(*searches.search(FENS[::-1])) == expected[::-1]
    assert lines(*searches.search_position(Position(FENS[3]))) == expected[3:4]


def test_a_table_of_the_laboratory_is_emptied_too():
    limits, design = SearchLimits(nodes=2_000), TableDesign(key_bits=32)
    searches = FenSearches(worker(design), limits)
    expected = [searched_anew(fen, limits, design) for fen in FENS[:4]]
    assert lines(*searches.search(FENS[:4])) == lines(*searches.search(FENS[:4])) == expected


def test_each_kind_of_position_has_its_state():
    searches = FenSearches(worker(), SearchLimits(nodes=100))
    mated, stalemated = "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1", "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"
    odd = ("nonsense", None, "8/8 ü", "7k/5K2/4R3/8/8/8/8/8 w KQ - 0 1")
    found = lines(*searches.search([MATE, mated, stalemated, *odd, "7k/8/8/8/8/8/8/K6R b - - 0 1"]))
    assert [row[0] for row in found] == [SEARCHED, MATED, STALEMATED, ODD, ODD, ODD, ODD, SEARCHED]
    assert [row[4] for row in found[:7]] == ["a1a8", *[""] * 6]
    assert searches.search([]) == (b"", b"")


def test_the_moves_before_count_for_repetitions():
    position = Position("7k/8/8/8/8/8/q7/6RK w - - 0 1")
    for move in 2 * ("g1f1", "h8g8", "f1g1", "g8h8"):
        push(position, move)
    limits = SearchLimits(nodes=2_000)
    expected = best_of(worker(), position, limits)
    assert lines(*FenSearches(worker(), limits).search_position(position)) == [expected]


def test_a_halt_ends_all():
    searches = FenSearches(worker(), SearchLimits(depth=60))
    searches.halt()
    assert [row[0] for row in lines(*searches.search(FENS))] == [UNREACHED] * len(FENS)
