"""How long a start takes, the best of several: ``import kiebitz``, and a UCI engine until ``uciok``.

The aims are 50 ms and 150 ms: nobody should wait for a library, or for an engine in a tournament.
"""

import subprocess
import sys
from pathlib import Path
from time import perf_counter

RUNS = 10
UCI = Path(sys.executable).with_name("kiebitz-uci")


def best_ms(command: list[str], text: str = "") -> float:
    """Milliseconds of the fastest of some runs of a command, from start to end."""
    times = []
    for _ in range(RUNS):
        started = perf_counter()
        subprocess.run(command, input=text.encode(), check=True, capture_output=True)
        times.append(perf_counter() - started)
    return 1000 * min(times)


if __name__ == "__main__":
    bare_ms = best_ms([sys.executable, "-c", "pass"])
    print(f"python alone        {bare_ms:6.1f} ms")
    print(f"import kiebitz      {best_ms([sys.executable, '-c', 'import kiebitz']) - bare_ms:6.1f} ms beyond that")
    engine_ms = best_ms([sys.executable, "-c", "import kiebitz; kiebitz.Engine()"]) - bare_ms
    print(f"kiebitz.Engine()    {engine_ms:6.1f} ms beyond that")
    print(f"kiebitz-uci, uciok  {best_ms([str(UCI)], 'uci' + chr(10) + 'quit' + chr(10)):6.1f} ms with Python's start")
