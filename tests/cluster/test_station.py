"""Whole processes of the cluster, each a thread of this one, on a transport of queues."""

import queue
import threading
import time

import pytest

from kiebitz.cluster.chess_tree import EXACT_OPTIONS, LONGEST_MATE, Setup, Split
from kiebitz.cluster.engine import ClusterEngine
from kiebitz.cluster.front import Course
from kiebitz.cluster.member import Policy
from kiebitz.cluster.station import ClusterError, Station
from kiebitz.engine import Engine, FenError, OptionError
from kiebitz.engine.limit import Limit

MIDDLEGAME = "r1bq1rk1/pp2ppbp/2np2p1/2n5/P3PP2/N1P2N2/1PB3PP/R1B1QRK1 b - - 0 1"
WHITE_MATES = "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1"
SMALL_JOBS = Split(3, job_nodes=None)


class QueueTransport:
    """Process ``rank`` of some that share queues."""

    def __init__(self, rank, boxes):
        self.rank = rank
        self.size = len(boxes)
        self.boxes = boxes
        self.losses = queue.SimpleQueue()

    def send(self, to, parcel):
        self.boxes[to].put((self.rank, parcel))

    def receive(self):
        try:
            return self.boxes[self.rank].get_nowait()
        except queue.Empty:
            return None

    def newly_lost(self):
        lost = []
        while not self.losses.empty():
            lost.append(self.losses.get())
        return lost


@pytest.fixture
def cluster():
    """Makes a cluster of so many stations; the first is returned, the others serve."""
    made = []

    def make(size):
        boxes = [queue.SimpleQueue() for _ in range(size)]
        stations = [Station(QueueTransport(rank, boxes)) for rank in range(size)]
        threads = [threading.Thread(target=station.serve) for station in stations[1:]]
        for thread in threads:
            thread.start()
        made.append((stations[0], threads))
        return stations[0]

    yield make
    for station, threads in made:
        station.quit()
        for thread in threads:
            thread.join(30)
            assert not thread.is_alive()


@pytest.mark.parametrize("processes", [1, 2, 4])
@pytest.mark.parametrize("threads", [1, 2])
def test_the_value_is_that_of_plain_alpha_beta(cluster, processes, threads):
    options = dict(EXACT_OPTIONS)
    setup = Setup(MIDDLEGAME, options=options, split=SMALL_JOBS, threads=threads)
    outcome = cluster(processes).search(setup, Course(5, longest_mate=LONGEST_MATE))
    engine = Engine(**{name: bool(value) for name, value in options.items()})
    assert outcome.iterations[-1].value == engine.analyse(MIDDLEGAME, Limit(depth=5)).score.centipawns
    assert len(outcome.tallies) == processes
    assert outcome.tally.tasks_given == outcome.tally.tasks_taken
    assert outcome.tally.nodes == sum(tally.nodes for tally in outcome.tallies)


def test_findings_are_shared_and_searches_restarted_on_demand(cluster):
    setup = Setup(MIDDLEGAME, split=SMALL_JOBS, policy=Policy(restart_searches=True, share_depth=4))
    outcome = cluster(3).search(setup, Course(8, longest_mate=LONGEST_MATE))
    assert outcome.iterations[-1].depth == 8


def test_a_deadline_ends_a_search_and_the_next_one_begins_afresh(cluster):
    station = cluster(2)
    began = time.monotonic()
    outcome = station.search(Setup(MIDDLEGAME), Course(60), deadline=lambda: began + 0.5)
    assert outcome.iterations
    again = station.search(Setup(WHITE_MATES), Course(4, longest_mate=LONGEST_MATE), forget=True)
    assert again.iterations[-1].value == 31999
    assert station.text(again.iterations[-1].line) == ("a1a8",)


def test_a_fault_is_raised_before_anything_is_sent(cluster):
    station = cluster(2)
    with pytest.raises(FenError):
        station.search(Setup("8/8/8 w - -"), Course(3))
    with pytest.raises(ValueError, match="outside 0 to 1"):
        station.search(Setup(options={"null_move": 7}), Course(3))
    assert station.search(Setup(), Course(3)).iterations[-1].depth == 3


def test_a_lost_process_is_done_without():
    boxes = [queue.SimpleQueue() for _ in range(2)]
    transport = QueueTransport(0, boxes)
    station = Station(transport)
    # Nobody serves as process 1, so that what it is given would never come back.
    timer = threading.Timer(0.5, transport.losses.put, [1])
    timer.start()
    outcome = station.search(Setup(MIDDLEGAME, split=SMALL_JOBS), Course(7, longest_mate=LONGEST_MATE))
    timer.join()
    station.turn()
    assert outcome.iterations[-1].depth == 7
    station.close()


def test_without_process_0_there_is_nothing_to_serve():
    transport = QueueTransport(1, [queue.SimpleQueue() for _ in range(2)])
    transport.losses.put(0)
    station = Station(transport)
    station.turn()
    with pytest.raises(ClusterError, match="process 0 has died"):
        station.serve()


# ---------------------------------------------------------------------- as an engine


@pytest.fixture
def engine(cluster):
    return ClusterEngine(cluster(2), Setup(split=SMALL_JOBS), hash_mb=4)


def test_it_is_an_engine(engine):
    info = engine.analyse(MIDDLEGAME, Limit(depth=7))
    assert info.depth == 7
    assert info.nodes > 1000
    assert info.best_move in {"c5b3", "f7f5", "c8e6", "c5a4", "d8b6", "a7a5", "c8g4", "e7e5"}


def test_lines_come_as_they_are_found(engine):
    depths = [line.depth for line in engine.stream(MIDDLEGAME, Limit(depth=5))]
    assert depths == [1, 2, 3, 4, 5]


def test_a_search_without_limit_ends_when_it_is_stopped(engine):
    with engine.stream(MIDDLEGAME, Limit(infinite=True)) as stream:
        next(stream)
        stream.stop()
        assert stream.info.best_move


def test_pondering_waits_for_the_hit(engine):
    stream = engine.stream(MIDDLEGAME, Limit(movetime_ms=200, ponder=True))
    time.sleep(0.4)
    assert stream.is_running
    stream.ponderhit()
    assert stream.info.best_move


def test_searchmoves_and_mates(engine):
    info = engine.analyse(MIDDLEGAME, Limit(depth=4), searchmoves=["a7a6", "h7h6"])
    assert info.best_move in {"a7a6", "h7h6"}
    info = engine.analyse(WHITE_MATES, Limit(mate=3))
    assert info.score.mate == 1
    assert engine.analyse("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", Limit(depth=3)).lines == ()


def test_options_are_checked(engine):
    with pytest.raises(OptionError):
        engine.configure(no_such_option=1)
    engine.configure(hash_mb=2, threads=2, null_move=False)
    assert engine.analyse(MIDDLEGAME, Limit(depth=5)).depth == 5
