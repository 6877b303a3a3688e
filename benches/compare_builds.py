"""Two builds timed in turn: how much processor time the second takes for the same search, as a ratio to the first.

Each run is ``kiebitz bench`` in a process of its own; what counts is its user time, which other processes disturb less
than the wall clock. The runs alternate, and which build goes first alternates, too. What is reported is the geometric
mean of the ratios of neighbouring runs, with its 95% interval. The builds must search the same number of nodes.

    python benches/compare_builds.py CHECKOUT_A CHECKOUT_B [PAIRS]

A checkout is a directory with ``src`` in which the core is compiled.
"""

import math
import os
import statistics
import subprocess
import sys
from pathlib import Path

DEFAULT_PAIRS = 20
# The interval covers the mean with so much probability in both directions (normal approximation).
STANDARD_ERRORS = 1.96


def user_seconds(checkout: Path) -> tuple[float, str]:
    """User time of one bench, and its signature."""
    with subprocess.Popen(
        [sys.executable, "-m", "kiebitz", "bench"],
        env={**os.environ, "PYTHONPATH": str(checkout / "src")},
        stdout=subprocess.PIPE,
        text=True,
    ) as process:
        output = process.stdout.read() if process.stdout else ""
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise SystemExit(f"{checkout}: bench failed")
    return usage.ru_utime, next(line for line in output.splitlines() if line.startswith("Bench: "))


def main() -> None:
    """Time both and print the ratio."""
    if len(sys.argv) not in (3, 4):
        raise SystemExit(__doc__)
    first, second = Path(sys.argv[1]).resolve(), Path(sys.argv[2]).resolve()
    pairs = int(sys.argv[3]) if len(sys.argv) == 4 else DEFAULT_PAIRS
    logs = []
    times: dict[Path, list[float]] = {first: [], second: []}
    for pair in range(pairs):
        signatures = set()
        for checkout in (first, second) if pair % 2 == 0 else (second, first):
            seconds, signature = user_seconds(checkout)
            times[checkout].append(seconds)
            signatures.add(signature)
        if len(signatures) != 1:
            raise SystemExit(f"the builds search different trees: {signatures}")
        logs.append(math.log(times[second][-1] / times[first][-1]))
        print(f"\r{pair + 1} of {pairs} pairs", end="", file=sys.stderr, flush=True)
    mean = statistics.fmean(logs)
    error = STANDARD_ERRORS * statistics.stdev(logs) / math.sqrt(pairs) if pairs > 1 else math.inf
    print(
        f"\rtime of the second / time of the first: {math.exp(mean):.4f}"
        f" ({math.exp(mean - error):.4f} to {math.exp(mean + error):.4f}, {pairs} pairs;"
        f" medians {statistics.median(times[first]):.3f} s and {statistics.median(times[second]):.3f} s)"
    )


if __name__ == "__main__":
    main()
