"""Several threads on one position: legal results, honest counters, prompt ends. Never equal node counts."""

import random
import subprocess
import sys
import textwrap
import threading

import chess
import pytest

from injected_faults import raise_in
from kiebitz.core.chess.fen import START_FEN
from kiebitz.core.chess.position import Position
from kiebitz.core.search.crew import Crew, elect
from kiebitz.core.search.limits import SearchLimits
from kiebitz.core.search.reports import Report
from kiebitz.core.search.worker import Worker
from kiebitz.core.table.design import POLICIES, TableDesign
from kiebitz.core.table.table import Table
from kiebitz.engine import Engine, OptionError
from kiebitz.engine.limit import Limit
from kiebitz.processes.waiting_threads import begin_work
from processes import wait_until
from sanitizers import SANITIZED

MIDDLEGAME = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"
MATE_IN_TWO = "r1bq2r1/b4pk1/p1pp1p2/1p2pP2/1P2P1PB/3P4/1PPQ2P1/R3K2R w KQ - 0 1"


def is_a_legal_line(fen: str, moves) -> bool:
    board = chess.Board(fen)
    for move in moves:
        if chess.Move.from_uci(move) not in board.legal_moves:
            return False
        board.push_uci(move)
    return bool(moves)


@pytest.mark.parametrize(("threads", "multipv"), [(2, 1), (3, 4), (8, 1)])
def test_several_threads_find_legal_lines_and_count_their_nodes(threads, multipv):
    with Engine(threads=threads, hash_mb=2) as engine:
        with engine.stream(MIDDLEGAME, Limit(nodes=30_000), multipv=multipv) as stream:
            lines = list(stream)
        assert all(is_a_legal_line(MIDDLEGAME, line.moves) for line in [*lines, *stream.info.lines])
        counts = [line.nodes for line in lines]
        assert counts == sorted(counts)
        assert len({line.moves[0] for line in stream.info.lines}) == multipv
        assert stream.info.nodes >= max(30_000, counts[-1])


def test_a_mate_is_found_by_many_as_by_one():
    with Engine(threads=4, hash_mb=2) as engine:
        for limit in (Limit(depth=6), Limit(mate=2)):
            assert engine.analyse(MATE_IN_TWO, limit).score.mate == 2
        for fen in ("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "R5k1/5ppp/8/8/8/8/8/4K3 b - - 0 1"):
            assert engine.analyse(fen, Limit(depth=5)).best_move is None


@pytest.mark.parametrize("policy", POLICIES)
def test_helpers_search_too_whatever_the_design_of_the_table(policy):
    crew = Crew(Table(1, TableDesign(policy=policy, verify="off" if policy == "buckets" else "count")), threads=3)
    crew.prepare(Position(MIDDLEGAME), SearchLimits(nodes=30_000))
    ended = threading.Event()
    work = crew.work(ended.set)
    work.begin()
    work.join()
    assert ended.is_set()
    assert all(worker.completed > 0 for worker in crew._workers)
    assert is_a_legal_line(MIDDLEGAME, crew.results()[0].moves)


def test_stop_and_ponderhit_are_obeyed():
    with Engine(threads=4, hash_mb=2) as engine:
        stream = engine.stream(MIDDLEGAME, Limit(infinite=True))
        next(stream)
        stream.stop()
        stream.close()
        assert is_a_legal_line(MIDDLEGAME, stream.info.lines[0].moves)
        stream = engine.stream(MIDDLEGAME, Limit(ponder=True, white_clock_ms=300, black_clock_ms=300))
        next(stream)
        assert stream.is_running
        stream.ponderhit()
        assert is_a_legal_line(MIDDLEGAME, stream.info.lines[0].moves)


def test_an_impossible_number_of_threads_is_refused_and_changes_nothing():
    with Engine(threads=2, hash_mb=1) as engine:
        for threads in (0, -1, 257, 10**9):
            with pytest.raises(OptionError, match="threads"):
                engine.configure(threads=threads)
        assert engine.threads == 2
        assert engine.analyse(START_FEN, Limit(depth=3)).best_move


@pytest.mark.parametrize("refused", [{"hash_mb": 1 << 20}, {"table_policy": "clearing", "hash_mb": 1 << 20}])
def test_what_the_memory_refuses_changes_nothing(refused):
    with Engine(threads=2, hash_mb=1) as engine:
        before = engine.parameters
        with pytest.raises(MemoryError, match="can't be had"):
            engine.configure(threads=70, null_move=False, **refused)
        assert (engine.threads, engine.hash_mb, engine.table_policy) == (2, 1, "buckets")
        assert engine.parameters == before
        info = engine.analyse(START_FEN, Limit(depth=3))
        assert info.best_move
        assert info.nodes == engine._searchers.node_count


# A sanitizer's shadow memory alone is beyond any limit.
limits_memory = pytest.mark.skipif(
    sys.platform != "linux" or SANITIZED, reason="limits a process's memory by what Linux says of it"
)


def output_of(program: str) -> str:
    """What a program prints, in a process of its own."""
    command = [sys.executable, "-c", textwrap.dedent(program)]
    return subprocess.run(command, check=True, capture_output=True, text=True, timeout=60).stdout


@pytest.mark.check
@limits_memory
def test_workers_that_the_memory_refuses_leave_the_table_as_it_was():
    program = """
        import resource
        from kiebitz import Engine, Limit
        from kiebitz.engine import START_FEN
        engine = Engine(hash_mb=1)
        pages = int(open("/proc/self/statm").read().split()[0])
        limit = pages * resource.getpagesize() + (100 << 20)
        resource.setrlimit(resource.RLIMIT_AS, (limit, limit))
        try:
            engine.configure(hash_mb=2, threads=256)
        except MemoryError:
            print("refused")
        print(engine.threads, engine.hash_mb, engine.analyse(START_FEN, Limit(depth=3)).depth)
    """
    assert output_of(program) == "refused\n1 1 3\n"


@pytest.mark.check
@limits_memory
@pytest.mark.parametrize(("room_mb", "said"), [(60, "True"), (4, "refuses a thread")])
def test_a_crew_searches_with_the_threads_that_the_system_grants(room_mb, said):
    """A thread asks for 16 MB of stack: there is room for a few of 64, or for none."""
    program = f"""
        import resource
        from kiebitz import Engine, Limit
        from kiebitz.engine import START_FEN
        engine = Engine(hash_mb=1, threads=64)
        pages = int(open("/proc/self/statm").read().split()[0])
        limit = pages * resource.getpagesize() + ({room_mb} << 20)
        resource.setrlimit(resource.RLIMIT_AS, (limit, limit))
        try:
            info = engine.analyse(START_FEN, Limit(nodes=20_000))
            print("searched", info.best_move, info.nodes >= 20_000)
        except RuntimeError as error:
            print(error)
    """
    assert said in output_of(program)


@pytest.mark.check
def test_a_search_by_more_threads_than_processors_can_serve_ends():
    with Engine(threads=96, hash_mb=2) as engine:
        assert engine.analyse(MIDDLEGAME, Limit(nodes=20_000)).best_move
        stream = engine.stream(MIDDLEGAME, Limit(infinite=True))
        stream.stop()
        assert is_a_legal_line(MIDDLEGAME, stream.info.lines[0].moves)


@pytest.mark.parametrize("kind", [ZeroDivisionError, SystemExit])
def test_a_leader_that_dies_ends_all_and_says_so(kind):
    crew = Crew(Table(1), 3)
    crew.prepare(Position(), SearchLimits(depth=100))
    alive = []
    leader = crew.work(
        lambda: alive.extend(
            thread.ident for thread in threading.enumerate() if thread.name in ("kiebitz-search", "kiebitz-helper")
        )
    )
    leader.begin()
    wait_until(lambda: crew.node_count)
    raise_in(leader, kind)
    crew.stop()
    leader.join(30)
    assert alive == [leader.ident]
    with pytest.raises(kind):
        crew.results()
    crew.prepare(Position(), SearchLimits(depth=3))
    work = crew.work(lambda: None)
    work.begin()
    work.join(30)
    assert crew.results()[0].depth == 3


def test_a_crew_that_can_not_be_gathered_says_so(monkeypatch):
    begun = []

    def refuse(*arguments, **options):
        if len(begun) == 1:
            raise MemoryError("no room for another")
        begun.append(begin_work(*arguments, **options))
        return begun[-1]

    monkeypatch.setattr("kiebitz.core.search.crew.begin_work", refuse)
    crew = Crew(Table(1), 3)
    crew.prepare(Position(), SearchLimits(depth=100))
    work = crew.work(lambda: None)
    work.begin()
    work.join(30)
    assert not any(thread.is_alive() for thread in begun)
    with pytest.raises(MemoryError, match="no room for another"):
        crew.results()


def stress(searches: int, seed: int) -> None:
    """Stops at random moments, sizes and crews changing in between, 64 threads on one MB among them."""
    rng = random.Random(seed)
    board = chess.Board()
    with Engine(hash_mb=1) as engine:
        for _ in range(searches):
            engine.configure(threads=rng.choice((1, 2, 2, 3, 4, 8, 64)), hash_mb=rng.choice((1, 1, 1, 2, 5)))
            if board.is_game_over() or len(board.move_stack) > 120:
                board = chess.Board()
            stream = engine.stream(board, Limit(infinite=True), multipv=rng.choice((1, 1, 3)))
            for _ in range(rng.randrange(8)):
                next(stream)
            stream.stop()
            move = stream.info.lines[0].moves[0]
            assert chess.Move.from_uci(move) in board.legal_moves
            board.push_uci(move)
            if rng.random() < 0.05:
                engine.new_game()


@pytest.mark.check
def test_stops_at_random_moments():
    stress(24, seed=1)


@pytest.mark.full
def test_a_thousand_stops_at_random_moments():
    stress(1000, seed=2)


class Voter:
    """What the election asks of a worker, with an answer of our choosing."""

    def __init__(self, move: str, value: int, depth: int) -> None:
        self.completed = depth
        self._report = Report(1, depth, depth, value, "exact", 0, 0, 0, (move,))

    def results(self):
        return [self._report]


@pytest.mark.parametrize(
    ("voters", "elected"),
    [
        ([("e2e4", 20, 10), ("d2d4", 20, 10)], 0),  # equals: the leader
        ([("e2e4", 20, 10), ("d2d4", 20, 12)], 1),  # deeper
        ([("e2e4", 20, 10), ("d2d4", 90, 10)], 1),  # better
        ([("e2e4", 300, 10), ("d2d4", 310, 9)], 1),  # by what it has more than the worst
        ([("e2e4", 20, 10), ("d2d4", 22, 10), ("e2e4", 20, 10)], 0),  # two agree
        ([("e2e4", 50, 20), ("d2d4", 31998, 6), ("e2e4", 50, 20)], 1),  # a proven mate needs no majority
        ([("e2e4", 31990, 9), ("d2d4", 31996, 6)], 1),  # the quicker mate
        ([("e2e4", 20, 10), ("d2d4", 900, 0)], 0),  # nothing completed, no vote
    ],
)
def test_the_election(voters, elected):
    crew = [Voter(*voter) for voter in voters]
    assert elect(crew) is crew[elected]


def test_two_threads_are_not_recorded():
    crew = Crew(Table(1), 2)
    with pytest.raises(ValueError, match="one thread"):
        crew.record_into(bytearray(1000))
    crew.record_into(None)


def test_a_crew_none_of_whom_finished_an_iteration_elects_its_leader():
    table = Table(1)
    workers = [Worker(table), Worker(table)]
    assert elect(workers) is workers[0]
