"""Whole processes of the cluster, each a thread of this one, on a transport of queues."""

import queue
import threading

import pytest

from kiebitz.cluster.chess_tree import EXACT_OPTIONS, Briefing, Split
from kiebitz.cluster.member import Conduct
from kiebitz.cluster.station import ClusterError, Station
from kiebitz.engine import Engine, FenError
from kiebitz.engine.limit import Limit
from queue_transport import QueueTransport

MIDDLEGAME = "r1bq1rk1/pp2ppbp/2np2p1/2n5/P3PP2/N1P2N2/1PB3PP/R1B1QRK1 b - - 0 1"
WHITE_MATES = "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1"
SMALL_JOBS = Split(3, job_nodes=None)


@pytest.mark.check
@pytest.mark.parametrize("processes", [1, 2, 4])
@pytest.mark.parametrize("threads", [1, 2])
def test_the_value_is_that_of_plain_alpha_beta(cluster, processes, threads):
    options = dict(EXACT_OPTIONS)
    briefing = Briefing(MIDDLEGAME, options=options, split=SMALL_JOBS, threads=threads)
    outcome = cluster(processes).search(briefing, 3)
    engine = Engine(**{name: bool(value) for name, value in options.items()})
    assert outcome.iterations[-1].value == engine.analyse(MIDDLEGAME, Limit(depth=3)).score.centipawns
    assert len(outcome.efforts) == processes
    assert outcome.effort.tasks_given == outcome.effort.tasks_taken
    assert outcome.effort.nodes == sum(effort.nodes for effort in outcome.efforts)


@pytest.mark.check
def test_findings_are_shared_and_searches_restarted_on_demand(cluster):
    briefing = Briefing(MIDDLEGAME, split=SMALL_JOBS, conduct=Conduct(restart_searches=True, share_depth=4))
    outcome = cluster(3).search(briefing, 8)
    assert outcome.iterations[-1].depth == 8


@pytest.mark.check
def test_a_deadline_ends_a_search_and_the_next_one_begins_afresh(cluster):
    station = cluster(2)
    told = []
    outcome = station.search(
        Briefing(MIDDLEGAME), 60, on_iteration=lambda *found: told.append(found), deadline=lambda: 0.0 if told else None
    )
    assert outcome.iterations
    again = station.search(Briefing(WHITE_MATES), 4, forget=True)
    assert again.iterations[-1].value == 31999
    assert station.text(again.iterations[-1].line) == ("a1a8",)


def test_a_fault_is_raised_before_anything_is_sent(cluster):
    station = cluster(2)
    with pytest.raises(FenError):
        station.search(Briefing("8/8/8 w - -"), 3)
    with pytest.raises(ValueError, match="outside 0 to 1"):
        station.search(Briefing(options={"null_move": 7}), 3)
    assert station.search(Briefing(), 3).iterations[-1].depth == 3


def test_a_lost_process_is_done_without():
    boxes = [queue.SimpleQueue() for _ in range(2)]
    transport = QueueTransport(0, boxes)
    station = Station(transport)
    # Nobody serves as process 1, so that what it is given would never come back.
    timer = threading.Timer(0.5, transport.losses.put, [1])
    timer.start()
    outcome = station.search(Briefing(MIDDLEGAME, split=SMALL_JOBS), 7)
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
