"""Perft against Stockfish's, the two timed in turn: how many times as fast.

Each engine counts the same leaves in a process of its own that has counted to depth 1 before, so that no start-up is
timed. What is reported is the median of the ratios of neighbouring runs, with the least and the greatest.

    python benches/perft_ratio.py [ROUNDS]
"""

import shutil
import statistics
import subprocess
import sys
from pathlib import Path
from time import perf_counter

KIEBITZ = Path(sys.executable).with_name("kiebitz-uci")
STOCKFISH = shutil.which("stockfish") or shutil.which("stockfish", path="/usr/games")
POSITIONS = {
    "startpos, depth 6": ("startpos", 6),
    "kiwipete, depth 5": ("fen r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 5),
}


def seconds(engine: str | Path, position: str, depth: int) -> tuple[float, str]:
    """Wall time of one ``go perft`` in a fresh process, and the count that the engine printed."""
    with subprocess.Popen([engine], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        print("go perft 1", file=process.stdin, flush=True)
        while "Nodes searched" not in process.stdout.readline():
            pass
        started = perf_counter()
        print(f"position {position}\ngo perft {depth}", file=process.stdin, flush=True)
        line = ""
        while "Nodes searched" not in line:
            line = process.stdout.readline()
        elapsed = perf_counter() - started
        print("quit", file=process.stdin, flush=True)
    return elapsed, line.split()[-1]


def main() -> None:
    """Time both and print the ratios."""
    if STOCKFISH is None:
        raise SystemExit("stockfish is not installed (Debian: apt install stockfish)")
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 10
    for name, (position, depth) in POSITIONS.items():
        ratios, ours, theirs = [], [], []
        for _ in range(rounds):
            our_s, our_count = seconds(KIEBITZ, position, depth)
            their_s, their_count = seconds(STOCKFISH, position, depth)
            if our_count != their_count:
                raise SystemExit(f"{name}: Kiebitz counts {our_count}, Stockfish {their_count}")
            ours.append(our_s)
            theirs.append(their_s)
            ratios.append(their_s / our_s)
        print(
            f"{name}: {our_count} leaves; Kiebitz {statistics.median(ours):.3f} s, Stockfish"
            f" {statistics.median(theirs):.3f} s; ratio {statistics.median(ratios):.2f}"
            f" ({min(ratios):.2f} to {max(ratios):.2f}, {rounds} rounds)",
            flush=True,
        )


if __name__ == "__main__":
    main()
