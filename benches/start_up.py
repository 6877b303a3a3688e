"""Time of a start, the best of several: ``import kiebitz``, and a UCI engine until ``uciok``.

The aims are 50 ms and 150 ms: nobody should wait for a library, or for an engine in a tournament.
"""

import subprocess
import sys
from pathlib import Path
from time import perf_counter

RUNS = 10
UCI = Path(sys.executable).with_name("kiebitz-uci")


def run_ms(code: str) -> float:
    """Milliseconds that a fresh Python takes for some code, from its start to its end; the best of several runs."""
    times = []
    for _ in range(RUNS):
        started = perf_counter()
        subprocess.run([sys.executable, "-c", code], check=True)
        times.append(perf_counter() - started)
    return 1000 * min(times)


def uciok_ms() -> float:
    """Milliseconds from starting the UCI engine to its ``uciok``; the best of several runs."""
    times = []
    for _ in range(RUNS):
        started = perf_counter()
        with subprocess.Popen([UCI], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as engine:
            assert engine.stdin is not None
            assert engine.stdout is not None
            print("uci", file=engine.stdin, flush=True)
            if not any(line.strip() == "uciok" for line in engine.stdout):
                raise SystemExit(f"{UCI} ended without uciok")
            times.append(perf_counter() - started)
            print("quit", file=engine.stdin, flush=True)
    return 1000 * min(times)


if __name__ == "__main__":
    bare_ms = run_ms("pass")
    print(f"python alone      {bare_ms:6.1f} ms")
    print(f"import kiebitz    {run_ms('import kiebitz') - bare_ms:6.1f} ms beyond that")
    print(f"kiebitz.Engine()  {run_ms('import kiebitz; kiebitz.Engine()') - bare_ms:6.1f} ms beyond that")
    print(f"uciok             {uciok_ms():6.1f} ms in all")
