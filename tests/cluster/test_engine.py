"""The cluster as an engine: what it can do, and how it refuses what it can't."""

import pickle

import pytest

from kiebitz.cluster.chess_tree import Briefing, Split
from kiebitz.cluster.engine import ClusterEngine
from kiebitz.engine import MoveError, OptionError
from kiebitz.engine.limit import Limit
from kiebitz.engine.searchers import UnsupportedError
from networks import Weights
from processes import wait_until

MIDDLEGAME = "r1bq1rk1/pp2ppbp/2np2p1/2n5/P3PP2/N1P2N2/1PB3PP/R1B1QRK1 b - - 0 1"
WHITE_MATES = "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1"
# From matetrack; an ordinary search of five plies finds the mate of the first and overlooks that of the others.
MATES_IN_3 = (
    "1r4k1/8/5PP1/K7/6NR/7B/1r6/7R w - - 0 1",
    "1N3B2/5p2/2R2p2/1p1kpp2/1P2rp2/2P1pB2/2P1P1K1/8 w - - 0 1",
    "2K4N/3PP1k1/5N2/6n1/8/8/8/8 w - - 0 1",
)
SMALL_JOBS = Split(3, job_nodes=None)


@pytest.fixture
def engine(cluster):
    return ClusterEngine(cluster(2), Briefing(split=SMALL_JOBS), hash_mb=4)


def test_it_is_an_engine(engine):
    info = engine.analyse(MIDDLEGAME, Limit(depth=7))
    assert info.depth == 7
    assert info.nodes > 1000
    assert info.best_move in {"c5b3", "f7f5", "c8e6", "c5a4", "d8b6", "a7a5", "c8g4", "d6d5", "e7e5"}


def test_a_search_without_limit_ends_when_it_is_stopped(engine):
    with engine.stream(MIDDLEGAME, Limit(infinite=True)) as stream:
        next(stream)
        stream.stop()
        assert stream.info.best_move


@pytest.mark.check
def test_pondering_waits_for_the_hit(engine):
    stream = engine.stream(MIDDLEGAME, Limit(movetime_ms=200, ponder=True))
    wait_until(lambda: stream.elapsed_ms > 400)
    assert stream.is_running
    stream.ponderhit()
    assert stream.info.best_move


@pytest.mark.parametrize("fen", MATES_IN_3)
def test_a_mate_is_proved_or_refuted_and_the_search_ends(engine, fen):
    engine.analyse(fen, Limit(depth=5))
    shorter = engine.analyse(fen, Limit(mate=2))
    assert (shorter.depth, shorter.score.mate) == (3, None)
    exact = engine.analyse(fen, Limit(mate=3))
    assert (exact.depth, exact.score.mate) == (5, 3)


def test_searchmoves_and_mates(engine):
    info = engine.analyse(MIDDLEGAME, Limit(depth=4), searchmoves=["a7a6", "h7h6"])
    assert info.best_move in {"a7a6", "h7h6"}
    info = engine.analyse(WHITE_MATES, Limit(mate=3))
    assert info.score.mate == 1
    assert engine.analyse("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", Limit(depth=3)).lines == ()


# ---------------------------------------------------------------------- obeyed


@pytest.fixture
def alone(cluster):
    """An engine of one process, whose searches can be repeated node for node."""
    return ClusterEngine(cluster(1), Briefing(split=SMALL_JOBS), hash_mb=4)


def nodes_of(engine, **options):
    """Nodes of a search from empty tables."""
    engine.configure(era="today", **options)
    engine.new_game()
    return engine.analyse(MIDDLEGAME, Limit(depth=9)).nodes


@pytest.mark.check
def test_aspiration_is_that_of_the_parameters(alone):
    open_windows = nodes_of(alone, aspiration=False)
    assert nodes_of(alone, aspiration_depth=100) == open_windows
    assert nodes_of(alone) == nodes_of(alone) != open_windows
    assert len({nodes_of(alone, aspiration_window=width) for width in (1, 18, 200)}) == 3
    assert nodes_of(alone, aspiration_window=1, aspiration_growth=1) != nodes_of(alone, aspiration_window=1)


@pytest.mark.check
def test_what_was_judged_otherwise_is_forgotten(alone):
    tartan = nodes_of(alone, evaluation="tartan")
    nodes_of(alone)
    alone.configure(evaluation="tartan")
    assert alone.analyse(MIDDLEGAME, Limit(depth=9)).nodes == tartan


@pytest.mark.check
def test_the_network_comes_with_the_search(alone, engine):
    """The other processes need no file of it."""
    classical = nodes_of(alone, evaluation="classical")
    networks = [Weights.drawn(seed).network() for seed in (1, 2)]
    nodes = [nodes_of(alone, network=network) for network in networks]
    assert len({classical, *nodes}) == 3
    assert nodes_of(alone, network=pickle.loads(pickle.dumps(networks[0]))) == nodes[0]
    engine.configure(network=networks[0], threads=2)
    assert engine.analyse(MIDDLEGAME, Limit(depth=5)).depth == 5


# ---------------------------------------------------------------------- refused


@pytest.mark.parametrize("options", [{"table_policy": "depth"}, {"era": "minimax"}])
def test_another_table_is_refused(engine, options):
    with pytest.raises(OptionError, match=r"a cluster's tables are of the policy 'buckets', not '(depth|always)'"):
        engine.configure(hash_mb=2, **options)
    assert (engine.hash_mb, engine.table_policy, engine.era) == (4, "buckets", "today")


@pytest.mark.parametrize("name", ["unsteady_time", "steady_step", "steady_iterations", "fall_limit"])
def test_parameters_that_nobody_would_read_are_refused(engine, name):
    with pytest.raises(OptionError, match=f"a cluster doesn't heed {name}; leave it at "):
        engine.configure(null_move=False, **{name: 20})
    assert engine.parameters["null_move"] == 1


@pytest.mark.parametrize(
    ("ask", "words"),
    [
        (lambda engine, path: engine.trace(MIDDLEGAME, Limit(depth=3)), "trace with an Engine"),
        (lambda engine, path: engine.table, "look into the table of an Engine"),
        (lambda engine, path: engine.save_table(path), "look into the table of an Engine"),
        (lambda engine, path: engine.load_table(path), "look into the table of an Engine"),
    ],
    ids=["trace", "table", "save_table", "load_table"],
)
def test_what_only_one_process_has_is_refused(engine, ask, words, tmp_path):
    engine.configure(threads=2)
    with pytest.raises(UnsupportedError, match=words):
        ask(engine, tmp_path / "table")
    assert not list(tmp_path.iterdir())


def test_impossible_sizes_and_moves_are_refused_at_once(engine):
    with pytest.raises(OptionError, match="can't be had"):
        engine.configure(hash_mb=0)
    with pytest.raises(MoveError, match="e2e5"):
        engine.stream(MIDDLEGAME, Limit(depth=3), searchmoves=["e2e5"])
