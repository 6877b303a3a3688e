"""Clusters whose processes are threads of this one."""

import queue
import threading

import pytest

from kiebitz.cluster.station import Station
from queue_transport import QueueTransport


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
