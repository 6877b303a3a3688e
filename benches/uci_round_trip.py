"""Cost of a move beside its search: the time from ``go`` to ``bestmove`` for searches that take next to none.

``python benches/uci_round_trip.py [ENGINE …]`` asks Kiebitz, or any UCI engine by its command line.
"""

import subprocess
import sys
from statistics import median
from time import perf_counter

ROUNDS = 200
OWN = [sys.executable, "-m", "kiebitz", "uci"]
LIMITS = ("depth 1", "nodes 1")


def round_trips_ms(engine: "subprocess.Popen[str]", limit: str) -> list[float]:
    """Milliseconds that the engine takes for each of many searches, in order of size."""
    assert engine.stdin is not None
    assert engine.stdout is not None
    times = []
    for _ in range(ROUNDS):
        started = perf_counter()
        print(f"go {limit}", file=engine.stdin, flush=True)
        if not any(line.startswith("bestmove") for line in engine.stdout):
            raise SystemExit("the engine ended without bestmove")
        times.append(1000 * (perf_counter() - started))
    return sorted(times)


if __name__ == "__main__":
    command = sys.argv[1:] or OWN
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as engine:
        print("position startpos moves e2e4 e7e5", file=engine.stdin, flush=True)
        round_trips_ms(engine, LIMITS[0])
        for limit in LIMITS:
            times = round_trips_ms(engine, limit)
            print(
                f"go {limit}: median {median(times):.2f} ms, least {times[0]:.2f}, 99% {times[ROUNDS * 99 // 100]:.2f}"
            )
        print("quit", file=engine.stdin, flush=True)
