"""Two builds timed in turn: how much processor time the second takes for the same searches, as a ratio to the first.

    python benches/compare_builds.py CHECKOUT_A[,NAME=VALUE...] CHECKOUT_B[,NAME=VALUE...] [--rounds N] [--shogi]

A checkout is a directory with ``src`` in which the core is compiled; NAME=VALUE is as in ``kiebitz match``. In each
round both builds have a process of their own, for where a process's memory happens to lie makes it 2% faster or slower.
The two search the bench's positions in turn, for some 40 ms each: what else the machine does then disturbs neighbours
alike. What counts is processor time; reported is the geometric mean of the rounds' median ratios of neighbours, with
its 95% interval.
"""

import argparse
import json
import math
import os
import statistics
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from time import process_time

PIECE_NODES = 40_000
DEFAULT_ROUNDS = 20
# Of the bench's positions those at its head have no end near by.
CHESS_POSITIONS, SHOGI_POSITIONS = 26, 11
# Searches of a round that don't count.
WARMING = 4
# The interval covers the mean with so much probability in both directions (normal approximation).
STANDARD_ERRORS = 1.96
SEARCHER = "--searcher"


def search(game: str, options: list[str]) -> None:
    """Search the positions whose numbers come in; tell processor seconds, and what was found."""
    from kiebitz.arena.match.own_player import engine_of
    from kiebitz.arena.match.player import OwnSpec, parse_player
    from kiebitz.engine import bench
    from kiebitz.engine.limit import Limit

    positions = bench.SHOGI_POSITIONS if game == "shogi" else bench.POSITIONS
    spec = parse_player(",".join(["kiebitz", *options]), "shogi" if game == "shogi" else "chess")
    assert isinstance(spec, OwnSpec)
    with engine_of(spec) as engine:
        for line in sys.stdin:
            started = process_time()
            lines = engine.analyse(positions[int(line)], Limit(nodes=PIECE_NODES)).lines
            seconds = process_time() - started
            print(json.dumps([seconds, str([(each.score, each.moves) for each in lines])]), flush=True)


@contextmanager
def searcher(build: str, game: str) -> Iterator[subprocess.Popen[str]]:
    """The process of a build."""
    checkout, *options = build.split(",")
    source = Path(checkout).resolve() / "src"
    if not (source / "kiebitz").is_dir():
        raise SystemExit(f"{checkout} is no checkout of Kiebitz")
    with subprocess.Popen(
        [sys.executable, __file__, SEARCHER, game, *options],
        env={**os.environ, "PYTHONPATH": str(source)},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as process:
        yield process


def asked(process: subprocess.Popen[str], number: int) -> tuple[float, str]:
    """Processor seconds for a position, and what was found."""
    assert process.stdin
    assert process.stdout
    print(number, file=process.stdin, flush=True)
    line = process.stdout.readline()
    if not line:
        raise SystemExit("a build failed; what it says stands above")
    seconds, found = json.loads(line)
    return seconds, found


def compare(builds: list[str], game: str, rounds: int) -> None:
    """Time both and print the ratio."""
    count = SHOGI_POSITIONS if game == "shogi" else CHESS_POSITIONS
    medians: list[float] = []
    times: list[list[float]] = [[], []]
    differ = 0
    for round in range(rounds):
        logs = []
        with searcher(builds[0], game) as first, searcher(builds[1], game) as second:
            for number in (*range(WARMING), *range(count)):
                order = (0, 1) if (round + number) % 2 else (1, 0)
                told = {place: asked((first, second)[place], number) for place in order}
                logs.append(math.log(told[1][0] / told[0][0]))
                differ += told[0][1] != told[1][1]
                for place in order:
                    times[place].append(told[place][0])
        medians.append(statistics.median(logs[WARMING:]))
        print(f"\r{round + 1} of {rounds} rounds", end="", file=sys.stderr, flush=True)
    mean = statistics.fmean(medians)
    error = STANDARD_ERRORS * statistics.stdev(medians) / math.sqrt(rounds) if rounds > 1 else math.inf
    speeds = [f"{PIECE_NODES / statistics.median(seconds):,.0f}" for seconds in times]
    print(
        f"\rtime of the second / time of the first: {math.exp(mean):.4f}"
        f" ({math.exp(mean - error):.4f} to {math.exp(mean + error):.4f}, {rounds} rounds;"
        f" {speeds[0]} and {speeds[1]} nodes a second)"
    )
    if differ:
        print(f"they don't search the same trees: {differ} of {len(times[0])} searches found something else")


def main() -> None:
    """Read the command line."""
    if sys.argv[1:2] == [SEARCHER]:
        game, *options = sys.argv[2:]
        search(game, options)
        return
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("builds", nargs=2, metavar="CHECKOUT")
    parser.add_argument("--rounds", type=int, default=DEFAULT_ROUNDS)
    parser.add_argument("--shogi", action="store_true")
    given = parser.parse_args()
    compare(given.builds, "shogi" if given.shogi else "chess", given.rounds)


if __name__ == "__main__":
    main()
