"""What half the threads cost: a match of one thread against two at equal time, and searches to a depth.

The article speaks of 16 threads on eight cores with two hardware threads each, against eight. This experiment takes as
many threads as the processor offers and half of them. The match is at a fixed time a move, one game at a time, so that
nobody else needs the cores: it wants a quiet machine. Hundreds of games would be needed for an error of 20 Elo.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from kiebitz.engine import Engine
from kiebitz.engine.limit import Limit
from kiebitz.lab.claims.claim import Claim, Measurement, Result, Table
from kiebitz.lab.claims.documents import YANEURAOU
from kiebitz.lab.claims.judging import Judgement, Prediction
from kiebitz.lab.claims.plan import Earlier, Plan
from kiebitz.lab.measuring.matches import Side, elo_of_row, play_match
from kiebitz.lab.measuring.positions import PHASES, Sample, phase_positions
from kiebitz.lab.measuring.progress import Progress
from kiebitz.lab.measuring.searching import search
from kiebitz.lab.measuring.statistics import geometric_mean
from kiebitz.match.elo import Estimate
from kiebitz.runs.cores import usable_cores

if TYPE_CHECKING:
    from matplotlib.figure import Figure

CLAIM = Claim(
    id="Y7",
    title="Half the threads",
    statement="Half the threads (8 instead of 16, on eight cores) cost about 40 to 70 Elo.",
    source=YANEURAOU,
)

CLAIMED_ELO = (40.0, 70.0)
MOVE_MS, QUICK_MOVE_MS = 60, 5
PAIRS, QUICK_PAIRS = 24, 1
DEPTH, QUICK_DEPTH = 15, 6
POSITIONS, QUICK_POSITIONS = 6, 1
HASH_MB = 64
MIN_THREADS = 2
INFINITE_ELO = 10_000
SPEEDS, MATCH = "Time to depth", "All threads against half"

COST = Prediction(
    "8 threads instead of 16 on eight cores cost 40 to 70 Elo",
    "Elo of all threads over half of them, two hardware threads a core",
    *CLAIMED_ELO,
    unit="Elo",
)
PLAN = Plan(
    version=1,
    original='Ryzen7 1700は8コア16スレッドなので、"Threads"の値として16ではなく8を指定すると'
    "CPU負荷率50%ぐらいになります。… "
    "そこまで変わらないような…。(おそらくはR40〜70程度のダウン)",
    translation="As a Ryzen 7 1700 has 8 cores and 16 threads, giving 8 instead of 16 for “Threads” makes the CPU's "
    "load about 50%. … It hardly changes that much … (probably a loss of R40 to 70).",
    qualifiers="“Probably”, “hardly”.",
    predictions=(COST,),
    sample=f"{2 * PAIRS} games at {MOVE_MS} ms a move on the cores at hand",
    seeds="the openings are drawn with seed 1",
    earlier=(
        Earlier(
            "undecided",
            "2026-11-22",
            "Two threads on two cores were taken for sixteen on eight; but the claim is of two threads that share one "
            "core, and this machine's cores run one.",
        ),
    ),
)


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
    samples = [sample for phase in PHASES for sample in phase_positions(phase, QUICK_POSITIONS if quick else POSITIONS)]
    whole = threads_offered()
    half = whole // 2
    progress.expect(2 * len(samples) + pairs)
    rows = []
    for sample in samples:
        few, many = (
            progress.step(
                f"{threads} threads, {sample.fen}, depth {depth}", partial(time_to_depth, sample, threads, depth)
            )
            for threads in (half, whole)
        )
        rows.append((sample.name, few, many, few / many))
    speed_up = geometric_mean(row[3] for row in rows)
    match = play_match(
        f"{whole} against {half} threads, {move_ms} ms",
        Side(hash_mb=HASH_MB, threads=whole, limit=Limit(movetime_ms=move_ms)),
        Side(hash_mb=HASH_MB, threads=half, limit=Limit(movetime_ms=move_ms)),
        pairs,
        progress,
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
            Table(SPEEDS, ("game", f"{half} threads, ms", f"{whole} threads, ms", "speed-up"), tuple(rows)),
            Table(
                MATCH,
                ("threads", "half", "depth timed", "games", "ms a move", "score", "Elo", "low", "high"),
                ((whole, half, depth, match.games, move_ms, *match.score_and_elo),),
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
        f"to {elo.high:+.0f}) in {games} games at {move_ms} ms a move; depth {depth} in {speed_up.value:.2f} times "
        f"less time ({speed_up.low:.2f} to {speed_up.high:.2f}).",
    )


def kept(result: Result) -> tuple[Any, ...]:
    """What ``judge`` is asked, out of a stored result."""
    ((whole, half, depth, games, move_ms, *elo),) = result.rows(MATCH)
    speed_up = geometric_mean(row[3] for row in result.rows(SPEEDS))
    return elo_of_row(*elo), speed_up, (whole, half), (games, move_ms), depth


def draw(result: Result, figure: Figure) -> None:
    """Speed-up by position."""
    axes = figure.add_subplot()
    speed_ups = sorted(result.table(SPEEDS).numbers("speed-up"))
    axes.plot(range(1, len(speed_ups) + 1), speed_ups, "o")
    axes.axhline(1, color="grey", linewidth=0.8)
    axes.axhline(2, color="grey", linewidth=0.8, linestyle="--")
    axes.set_xlabel("position, from the least speed-up to the greatest (dashed: twice as fast)")
    axes.set_ylabel("time to depth, half the threads / all")
