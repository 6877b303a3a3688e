"""Time to depth with several threads against one: the speed-up that a shared table brings.

Every position is searched from an empty table to the depth that one thread reaches in about a second; one thread and
several in turn, ROUNDS times. With several threads a search is not repeatable, so each position's speed-up is the ratio
of the medians; what is reported is the geometric mean over positions with its 95% interval.

    python benches/threads_time_to_depth.py [THREADS] [ROUNDS] [POSITIONS] [MS]
"""

import math
import statistics
import sys
from time import perf_counter

from kiebitz.engine import Engine
from kiebitz.engine.limit import Limit
from kiebitz_claims.measuring.positions import PHASES, phase_positions

HASH_MB = 64
STANDARD_ERRORS = 1.96


def seconds(engine: Engine, fen: str, depth: int) -> float:
    """Wall time of a search from an empty table."""
    engine.new_game()
    started = perf_counter()
    engine.analyse(fen, Limit(depth=depth))
    return perf_counter() - started


def depth_in(engine: Engine, fen: str, milliseconds: int) -> int:
    """The depth that is finished in about so much time."""
    engine.new_game()
    return max(engine.analyse(fen, Limit(movetime_ms=milliseconds)).lines[0].depth, 1)


def main() -> None:
    """Measure, position by position."""
    numbers = [int(argument) for argument in sys.argv[1:]]
    threads, rounds, positions, milliseconds = (*numbers, *(2, 3, 36, 1000)[len(numbers) :])
    logs = []
    with Engine(hash_mb=HASH_MB) as one, Engine(hash_mb=HASH_MB, threads=threads) as several:
        for phase in PHASES:
            for sample in phase_positions(phase, positions // len(PHASES)):
                depth = depth_in(one, sample.fen, milliseconds)
                times = [(seconds(one, sample.fen, depth), seconds(several, sample.fen, depth)) for _ in range(rounds)]
                alone, together = (statistics.median(column) for column in zip(*times, strict=True))
                logs.append(math.log(alone / together))
                print(
                    f"{len(logs):3} {phase:10} depth {depth:2}  {alone:6.3f} s  {together:6.3f} s"
                    f"  {alone / together:5.2f}  {sample.name}",
                    flush=True,
                )
    mean = statistics.fmean(logs)
    error = STANDARD_ERRORS * statistics.stdev(logs) / math.sqrt(len(logs))
    print(
        f"{threads} threads against one: {math.exp(mean):.3f} times as fast"
        f" ({math.exp(mean - error):.3f} to {math.exp(mean + error):.3f}; {len(logs)} positions, {rounds} rounds)"
    )


if __name__ == "__main__":
    main()
