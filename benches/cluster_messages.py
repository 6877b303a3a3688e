"""Time of messages between processes, and the cost of waiting for them to those who search.

Run it on a quiet machine: ``python benches/cluster_messages.py``. It starts mpirun with two processes for each way of
waiting. Reported are the round trip of a small pickled message (median, microseconds) and, for as many searching
processes as there are cores, what each searches (nodes a second) while it waits for messages that do not come.
"""

from __future__ import annotations

import statistics
import subprocess
import sys
import threading
import time

from kiebitz.cluster.launch import mpirun_environment, mpirun_path

ROUNDS = 2_000
SEARCH_S = 3.0
POLLS_S = {"polling every 50 µs": 5e-5, "polling every 200 µs": 2e-4, "polling every 1 ms": 1e-3}
BLOCKING, YIELDING = "blocking receive", "blocking receive, mpi_yield_when_idle"
PARCEL = ("work", 17, (1234, 2345, 3456, 1111), 9, -25, -24)


def serve(way: str) -> None:
    """One of two processes."""
    from mpi4py import MPI

    from kiebitz.engine import START_FEN, Engine
    from kiebitz.engine.limit import Limit

    world = MPI.COMM_WORLD
    other = 1 - world.rank

    def receive(stop: threading.Event | None = None) -> object:
        if way not in POLLS_S:
            return world.recv(source=other)
        while stop is None or not stop.is_set():
            if world.iprobe(source=other):
                return world.recv(source=other)
            time.sleep(POLLS_S[way])
        return None

    times = []
    for _ in range(ROUNDS if way not in POLLS_S else ROUNDS // 10):
        began = time.perf_counter()
        if world.rank == 0:
            world.send(PARCEL, dest=1)
            receive()
        else:
            receive()
            world.send(PARCEL, dest=0)
        times.append(time.perf_counter() - began)
    stop = threading.Event()
    waiting = threading.Thread(target=receive, args=(stop,))
    waiting.start()
    info = Engine().analyse(START_FEN, Limit(movetime_ms=round(SEARCH_S * 1000)))
    world.send(None, dest=other)
    stop.set()
    waiting.join()
    speeds = world.gather(info.nodes / (info.time_ms / 1000))
    if world.rank == 0:
        print(f"{way:40} {statistics.median(times) * 1e6:10.1f} µs {min(speeds) / 1e6:8.2f} million nodes/s")
    if way in POLLS_S and world.iprobe(source=other):
        world.recv(source=other)


def main() -> None:
    """Start two processes for each way of waiting."""
    if len(sys.argv) > 1:
        serve(sys.argv[1])
        return
    for way in (BLOCKING, YIELDING, *POLLS_S):
        options = ["--mca", "mpi_yield_when_idle", "1"] if way == YIELDING else []
        command = [mpirun_path(), "-n", "2", "--oversubscribe", "--bind-to", "none", *options]
        with mpirun_environment() as environment:
            subprocess.run([*command, sys.executable, __file__, way], env=environment, check=True, timeout=120)


if __name__ == "__main__":
    main()
