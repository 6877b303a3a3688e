"""Cost of half the threads: a match of one thread against two at equal time, and searches to a depth.

The article speaks of 16 threads on eight cores with two hardware threads each, against eight. This experiment takes as
many threads as the processor offers and half of them, each thread on a core of its own: what that is worth bounds what
two threads on one core can be. The match is at a fixed time a move, one game at a time, so that nobody else needs the
cores: it wants a quiet machine. Times here are the clock's, as threads shall save no work but time.
"""

from __future__ import annotations

from typing import Any

from kiebitz.arena.match.elo import Estimate
from kiebitz.engine import Engine
from kiebitz.engine.limit import Limit
from kiebitz.processes.cores import usable_cores
from kiebitz_claims.claims.claim import Measurement, Result, Table
from kiebitz_claims.claims.drawing import Figure, intervals
from kiebitz_claims.claims.judging import Judgement
from kiebitz_claims.claims.study import Study
from kiebitz_claims.measuring.matches import OUTCOME, Side, elo_of_row, play_match
from kiebitz_claims.measuring.positions import PHASES, Sample, championship_positions
from kiebitz_claims.measuring.progress import Progress
from kiebitz_claims.measuring.searching import search
from kiebitz_claims.measuring.statistics import geometric_mean

MOVE_MS, QUICK_MOVE_MS = 60, 5
PAIRS, QUICK_PAIRS = 150, 1
DEPTH, QUICK_DEPTH = 15, 6
GAMES, QUICK_GAMES = 20, 2
HASH_MB = 64
OPENINGS_SEED = 701
MIN_THREADS = 2
INFINITE_ELO = 10_000
SPEEDS, MATCH = "Time to depth, by phase", "All threads against half"

STUDY = Study(__file__, constants=globals(), games=2 * PAIRS)
COST = STUDY.predictions["cost"]


def threads_offered() -> int:
    """Hardware threads that this process may use, at least two."""
    return max(usable_cores(), MIN_THREADS)


def time_to_depth(sample: Sample, threads: int, depth: int) -> float:
    """Milliseconds to a depth from an empty table."""
    with Engine(hash_mb=HASH_MB, threads=threads, evaluation="classical") as engine:
        return max(search(engine, sample.fen, depth=depth)["milliseconds"], 1)


def measure(quick: bool, progress: Progress) -> Result:
    """Time to depth, then the match."""
    pairs, move_ms = (QUICK_PAIRS, QUICK_MOVE_MS) if quick else (PAIRS, MOVE_MS)
    depth = QUICK_DEPTH if quick else DEPTH
    by_phase = {phase: championship_positions(phase) for phase in PHASES}
    samples = [
        (phase, sample)
        for phase, found in by_phase.items()
        for sample in (found[-QUICK_GAMES:] if quick else found[:GAMES])
    ]
    whole = threads_offered()
    half = whole // 2
    progress.expect(2 * len(samples) + pairs)
    rows = []
    for phase, sample in samples:
        few, many = (
            progress.step(f"{threads} threads, {sample.fen}, depth {depth}", time_to_depth, sample, threads, depth)
            for threads in (half, whole)
        )
        rows.append((phase, sample.name, few, many, few / many))
    speed_up = geometric_mean((row[4] for row in rows), [row[1] for row in rows])
    match = play_match(
        f"{whole} against {half} threads, {move_ms} ms",
        Side(hash_mb=HASH_MB, threads=whole, limit=Limit(movetime_ms=move_ms)),
        Side(hash_mb=HASH_MB, threads=half, limit=Limit(movetime_ms=move_ms)),
        pairs,
        progress,
        openings_seed=OPENINGS_SEED,
    )
    elo = match.elo
    return Result(
        measurements=(
            *(
                [Measurement(f"Elo of {whole} threads over {half}", elo.value, "Elo", error=elo.error)]
                if elo.error < INFINITE_ELO
                else []
            ),
            Measurement("speed-up in time to depth", speed_up.value, error=speed_up.error),
        ),
        tables=(
            Table(SPEEDS, ("phase", "game", f"{half} threads, ms", f"{whole} threads, ms", "speed-up"), tuple(rows)),
            Table(
                MATCH,
                ("threads", "half", "depth timed", "games", "ms a move", *OUTCOME),
                ((whole, half, depth, match.games, move_ms, *match.outcome),),
            ),
        ),
        conditions={
            "threads": f"{whole} and {half}; this processor offers {threads_offered()}",
            "match": f"{match.games} games, {move_ms} ms a move, {HASH_MB} MB, 8moves_v3, colours swapped",
        },
    )


def judge(elo: Estimate, speed_up: Estimate, threads: tuple[int, int], match: tuple[int, int], depth: int) -> Judgement:
    """Not testable without two hardware threads a core; what cores of their own are worth is told.

    ``match`` are its games and milliseconds a move.
    """
    games, move_ms = match
    return Judgement(
        (COST.untestable("the measuring machine's cores have one hardware thread each"),),
        f"{threads[0]} threads against {threads[1]}, each on a core of its own: {elo.value:+.0f} Elo ({elo.low:+.0f} "
        f"to {elo.high:+.0f}) in {games} games at {move_ms} ms a move; depth {depth} is reached "
        f"{speed_up.value:.2f} times as fast ({speed_up.low:.2f} to {speed_up.high:.2f}).",
    )


def kept(result: Result) -> tuple[Any, ...]:
    """The arguments of ``judge``, out of a stored result."""
    ((whole, half, depth, games, move_ms, *elo),) = result.rows(MATCH)
    speeds = result.rows(SPEEDS)
    speed_up = geometric_mean((row[4] for row in speeds), [row[1] for row in speeds])
    return elo_of_row(*elo), speed_up, (whole, half), (games, move_ms), depth


def draw(result: Result, figure: Figure) -> None:
    """Speed-up by phase, with its interval over games."""
    axes = figure.add_subplot()
    table = result.table(SPEEDS)
    speed_ups = [geometric_mean(table.numbers("speed-up", phase=phase)) for phase in PHASES]
    intervals(axes, PHASES, speed_ups)
    axes.axhline(1, color="grey", linewidth=0.8)
    axes.axhline(2, color="grey", linewidth=0.8, linestyle="--")
    axes.margins(x=0.3)
    axes.set(xlabel="dashed: twice as fast", ylabel="time to depth, half the threads / all")
