"""How much quicker many processors are: Hydra's table, with real processes and with simulated ones.

Real processes (``kiebitz cluster``, MPI) search each position to a fixed depth from empty tables, one process and
then two, with the era Hydra's settings and with today's; in the row "told" the two tell each other what they store for
five plies and more. The speed-up is the ratio of the summed times, the search overhead that of the summed nodes, less
one. Beyond the cores at hand the same protocol runs in simulated time: the
messages, the masters and workers and the upper tree are real, each missing subtree is really searched with its
window, and its time is its nodes by the processor's speed, set so that with one processor a subtree takes 5 ms on
average. A message takes 50 µs plus up to 200 µs until the receiver looks, as in a local network; in the row "slow
network" it takes as long as a subtree.

What the simulation leaves out: each subtree is searched from an empty table and without histories, so that a
processor's table never helps inside the next one; only what was found at upper nodes and at the roots of subtrees is
remembered, and in the rows "shared" told to all. Contention for memory and network is left out as well. It searches
with the settings of the era Hydra: today's reductions make so small a tree so unsteady that its overhead says more
about luck than about the cluster. What the figures depend on most is how many subtrees there are for each processor:
Hydra searched for minutes, these searches last as long as the table says; the rows "a ply less deep" show which way
it goes. Depth and split depth were chosen after shorter searches (depth 9, split depth 3) had given 9.6 with 32
processors and no more with any number.

Beside them stand Hydra's printed speed-ups (for 8 processors 6.5, while the printed times give 24,213 / 3,488 = 6.94)
and those of Zugzwang, its forerunner (Feldmann 1993): 142 with 256 processors, 344 with 1024.
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any, TypeAlias, TypedDict

from kiebitz.cluster.measure import search_positions, why_not_here
from kiebitz.cluster.member import Conduct
from kiebitz.cluster.simulate import Conditions, Jobs, study
from kiebitz.cluster.virtual import Machine
from kiebitz.core.parameters import checked
from kiebitz.engine.eras import ERAS
from kiebitz.lab.claims.claim import Claim, Measurement, Result, Table
from kiebitz.lab.claims.documents import LORENZ
from kiebitz.lab.claims.drawing import legend_above
from kiebitz.lab.claims.judging import Judgement, Prediction, in_all, unsure
from kiebitz.lab.claims.plan import Earlier, Plan
from kiebitz.lab.measuring.positions import phase_positions
from kiebitz.lab.measuring.progress import Progress
from kiebitz.lab.measuring.settings import TODAY
from kiebitz.runs.cores import usable_cores

if TYPE_CHECKING:
    from matplotlib.figure import Figure

CLAIM = Claim(
    id="H1",
    title="Speed-up of Hydra's cluster",
    statement="With 2, 4, 8, 16 and 32 processors Hydra is 1.99, 3.5, 6.5, 12 and 17 times as fast as with one, with a "
    "search overhead of 0, 3.6, -1, 9.3 and 80 percent (the last row is an estimate).",
    source=LORENZ,
)

# By processors: speed-up and search overhead in percent, as printed.
HYDRA = {2: (1.99, 0.0), 4: (3.5, 3.6), 8: (6.5, -1.0), 16: (12.0, 9.3), 32: (17.0, 80.0)}
HYDRA_BY_TIMES = {2: 1.99, 4: 3.52, 8: 6.94, 16: 12.04, 32: 17.0}
ZUGZWANG = {256: 142.0, 1024: 344.0}
# How far a speed-up may be from the claimed one and still count as the same.
TOLERANCE = 0.2

LAN = Machine(latency_s=50e-6, polling_s=2e-4, expansion_s=1e-4, rest_s=2e-4, longest_rest_s=1e-2)
JOB_S = 5e-3
SHARED, SMALLER, ALONE, SLOW = "shared", "shared, a ply less deep", "not shared", "not shared, slow network"
ERA = ERAS["hydra"].settings
# Depth of the real searches, by the search's name.
REAL_DEPTHS, QUICK_REAL_DEPTHS = {"era Hydra": 12, "today": 19}, {"today": 6}
TOLD, TOLD_DEPTH = "era Hydra, told", 5
DEPTH, SPLIT_DEPTH, QUICK_DEPTH, QUICK_SPLIT_DEPTH = 10, 2, 5, 2
SIMULATED_POSITIONS, QUICK_POSITIONS = 2, 1
MAX_REAL = 2
SIZES = {SHARED: (2, 4, 8, 16, 32, 256, 1024), SMALLER: (2, 4, 8, 16, 32), ALONE: (32,), SLOW: (32,)}
QUICK_SIZES = {SHARED: (2, 8, 32), ALONE: (8,), SLOW: (8,)}
SPEED_UPS = "Speed-ups"


Row: TypeAlias = tuple[str, int, float, float, float | None, float | None, float, float, float]
"""As the table's headings say."""


def as_fast(processors: int, speed_up: float) -> Prediction:
    """The printed speed-up, give or take."""
    return Prediction(
        f"{processors} processors {speed_up:g} times as fast",
        "time with one processor by time with so many",
        speed_up * (1 - TOLERANCE),
        speed_up * (1 + TOLERANCE),
        margin="within a fifth",
        is_ratio=True,
    )


PREDICTIONS = {processors: as_fast(processors, speed_up) for processors, (speed_up, _) in HYDRA.items()}
PLAN = Plan(
    version=1,
    original="Zeit(s) / SPE / SO %: 1: 24213, 1, 0; 2: 12139, 1.99, 0; 4: 6888, 3.5, 3.6; 8: 3488, 6.5, -1; 16: 2011, "
    "12, 9.3; 32: 1424*, 17, 80* (* geschätzt, da andere Versionen von Hydra zugrunde liegen).",
    translation="Time (s), speed-up, search overhead %: 1: 24213, 1, 0; 2: 12139, 1.99, 0; 4: 6888, 3.5, 3.6; 8: 3488, "
    "6.5, -1; 16: 2011, 12, 9.3; 32: 1424*, 17, 80* (* estimated, as they are based on other versions of Hydra).",
    qualifiers="The last row is an estimate. 24,213 / 3,488 is 6.94, not 6.5.",
    predictions=tuple(PREDICTIONS.values()),
    sample=f"24 positions with two real processes; {SIMULATED_POSITIONS} positions with simulated ones",
    earlier=(
        Earlier(
            "holds under conditions",
            "2026-11-22",
            "Sums over 24 positions with two real processes and over two positions with simulated ones were compared "
            "without intervals; half of them within a fifth were enough.",
        ),
    ),
)


class _Sum(TypedDict):
    """One position searched by so many processors."""

    processors: int
    seconds: float
    nodes: int
    wasted: int
    searches: int
    busy: float


def conditions_of(kind: str, quick: bool) -> Conditions:
    """What a row of the simulation stands for."""
    depth, split_depth = (QUICK_DEPTH, QUICK_SPLIT_DEPTH) if quick else (DEPTH, SPLIT_DEPTH)
    conditions = Conditions(depth, split_depth, job_s=JOB_S, machine=LAN)
    if kind in (SHARED, SMALLER):
        depth -= kind == SMALLER
        return replace(conditions, depth=depth, conduct=Conduct(share_depth=split_depth + 1))
    if kind == SLOW:
        return replace(conditions, machine=replace(LAN, latency_s=JOB_S))
    return conditions


def jobs_of(fen: str) -> Jobs:
    """The subtrees of a position, searched as they are asked for and then remembered."""
    return Jobs(fen, {name: checked(name, value) for name, value in ERA.items()})


def simulated(jobs: Jobs, kind: str, sizes: tuple[int, ...], quick: bool) -> list[_Sum]:
    """A position searched by simulated clusters of several sizes; the first is one processor."""
    return [
        {
            "processors": point.processors,
            "seconds": point.seconds,
            "nodes": point.nodes,
            "wasted": point.wasted_nodes,
            "searches": point.searches,
            "busy": point.busy,
        }
        for point in study(jobs, conditions_of(kind, quick), sizes)
    ]


def searched(fens: list[str], processes: int, search: str, depth: int) -> list[_Sum]:
    """Positions searched by real processes."""
    settings = [f"{name}={value}" for name, value in (TODAY if search == "today" else ERA).items()]
    options = [word for setting in settings for word in ("--set", setting)]
    options += ["--share-depth", str(TOLD_DEPTH if search == TOLD else 0)]
    return [
        {
            "processors": processes,
            "seconds": found.seconds,
            "nodes": found.nodes,
            "wasted": found.wasted_nodes,
            "searches": 0,
            "busy": found.searching_seconds / (found.seconds * processes),
        }
        for found in search_positions(fens, processes, depth, options=options)
    ]


def measure(quick: bool, progress: Progress) -> Result:
    """Search with real processes as far as there are cores, and simulate the rest."""
    fens = [sample.fen for phase in ("middlegame", "opening") for sample in phase_positions(phase)]
    sizes = QUICK_SIZES if quick else SIZES
    count = QUICK_POSITIONS if quick else SIMULATED_POSITIONS
    missing = why_not_here()
    real_sizes = [] if missing else [size for size in (1, 2) if size <= min(usable_cores(), MAX_REAL)]
    depths = QUICK_REAL_DEPTHS if quick else REAL_DEPTHS
    told = MAX_REAL in real_sizes and not quick
    progress.expect(len(sizes) * count + len(real_sizes) * len(depths) + told)
    rows: list[Row] = []
    real_fens = fens[:2] if quick else fens

    def really(search: str, size: int, depth: int) -> list[_Sum]:
        return progress.step(
            f"{len(real_fens)} positions, {search}, depth {depth}, {size} real processes",
            partial(searched, real_fens, size, search, depth),
        )

    for search, depth in depths.items():
        real = {size: really(search, size, depth) for size in real_sizes}
        rows += summed(f"real, {search}", [each for sums in real.values() for each in sums])
        if search == "era Hydra" and MAX_REAL in real:
            rows += summed(f"real, {TOLD}", real[1] + really(TOLD, MAX_REAL, depth))[1:]
    sums: dict[str, list[_Sum]] = {kind: [] for kind in sizes}
    for number, fen in enumerate(fens[:count], 1):
        jobs = jobs_of(fen)
        for kind, wanted in sizes.items():
            sums[kind] += progress.step(
                f"position {number}, {kind}, {'quick' if quick else 'full'}",
                partial(simulated, jobs, kind, wanted, quick),
            )
    for kind, each in sums.items():
        rows += summed(f"simulated, {kind}", each)
    split_depth = conditions_of(SHARED, quick).split_depth
    return Result(
        measurements=tuple(
            Measurement(f"speed-up of {size} processors, {name}", speed_up)
            for name, size, speed_up, *_ in rows
            if size > 1
        ),
        tables=(
            Table(
                SPEED_UPS,
                (
                    "processors are",
                    "processors",
                    "speed-up",
                    "search overhead, %",
                    "Hydra's speed-up",
                    "Hydra's overhead, %",
                    "wasted nodes, %",
                    "busy, %",
                    "seconds",
                ),
                tuple(rows),
            ),
        ),
        conditions={
            "real": missing
            or f"{len(real_fens)} positions, 16 MB table for each process; "
            + ", ".join(f"{search} to depth {depth}" for search, depth in depths.items()),
            "simulated": f"{count} positions to depth {conditions_of(SHARED, quick).depth}, split depth {split_depth}, "
            f"a subtree takes {JOB_S * 1000:g} ms on average with one processor",
            "network": f"{LAN.latency_s * 1e6:g} µs a message and up to {LAN.polling_s * 1e6:g} µs until it is seen; "
            f"slow: {JOB_S * 1000:g} ms",
            "shared": f"what was found at nodes of at least {split_depth + 1} plies is told to all, 32 at a time",
        },
    )


def summed(name: str, sums: list[_Sum]) -> list[Row]:
    """Rows by number of processors, summed over positions."""
    rows = []
    alone = [each for each in sums if each["processors"] == 1]
    for size in dict.fromkeys(each["processors"] for each in sums):
        those = [each for each in sums if each["processors"] == size]
        seconds = sum(each["seconds"] for each in those)
        nodes = sum(each["nodes"] for each in those)
        claimed = HYDRA.get(size, (None, None))
        rows.append(
            (
                name,
                size,
                round(sum(each["seconds"] for each in alone) / seconds, 2),
                round(100 * (nodes / sum(each["nodes"] for each in alone) - 1), 1),
                claimed[0],
                claimed[1],
                round(100 * sum(each["wasted"] for each in those) / nodes, 1),
                round(100 * sum(each["busy"] * each["seconds"] for each in those) / seconds, 1),
                round(seconds, 1),
            )
        )
    return rows


def judge(rows: list[Row]) -> Judgement:
    """Each printed speed-up, give or take, by the best simulated network; with two processors by real processes first.

    Sums over positions are all that is kept, so nothing has an interval.
    """
    simulated = {size: speed_up for name, size, speed_up, *_ in rows if name == f"simulated, {SHARED}"}
    real = {name: speed_up for name, size, speed_up, *_ in rows if name.startswith("real") and size == MAX_REAL}
    parts = []
    for size, prediction in PREDICTIONS.items():
        found = (real if size == MAX_REAL else {}) | ({"simulated": simulated[size]} if size in simulated else {})
        parts.append(
            in_all({name: prediction.judged(unsure(speed_up)) for name, speed_up in found.items()})
            if found
            else prediction.undecided("not measured")
        )
    overheads = ", ".join(
        f"{size} processors {overhead:.0f}% (Hydra {HYDRA[size][1]:g}%)"
        for name, size, _, overhead, *_ in rows
        if name == f"simulated, {SHARED}" and size in HYDRA
    )
    more = "".join(
        f"; {size} processors are {simulated[size]:.0f} times as fast (Zugzwang {claimed:.0f})"
        for size, claimed in ZUGZWANG.items()
        if size in simulated
    )
    return Judgement(tuple(parts), f"Simulated search overheads: {overheads}{more}.")


def kept(result: Result) -> tuple[Any, ...]:
    """What ``judge`` is asked, out of a stored result."""
    return (result.rows(SPEED_UPS),)


def draw(result: Result, figure: Figure) -> None:
    """Speed-up and search overhead by processors, beside Hydra's and Zugzwang's."""
    upper, lower = figure.subplots(2, 1, sharex=True, height_ratios=(2, 1))
    table = result.table(SPEED_UPS)
    for number, name in enumerate(table.values("processors are")):
        sizes = table.numbers("processors", **{"processors are": name})
        style = "D" if str(name).startswith("real") else "o-"
        upper.plot(
            sizes, table.numbers("speed-up", **{"processors are": name}), style, color=f"C{number}", label=str(name)
        )
        lower.plot(sizes, table.numbers("search overhead, %", **{"processors are": name}), style, color=f"C{number}")
    sizes = list(HYDRA)
    upper.plot(sizes, [speed_up for speed_up, _ in HYDRA.values()], "k*--", markersize=10, label="Hydra, as printed")
    upper.plot(sizes, list(HYDRA_BY_TIMES.values()), "kx", label="Hydra, by its times")
    upper.plot(list(ZUGZWANG), list(ZUGZWANG.values()), "k^", label="Zugzwang")
    lower.plot(sizes, [overhead for _, overhead in HYDRA.values()], "k*--", markersize=10)
    most = max(table.numbers("processors"))
    upper.plot((1, most), (1, most), ":", color="grey", linewidth=0.8, label="as many as processors")
    upper.set_xscale("log", base=2)
    upper.set_yscale("log", base=2)
    for axis in (upper.xaxis, upper.yaxis):
        axis.set_major_formatter("{x:g}")
    upper.set_ylabel("speed-up")
    lower.set_ylabel("search overhead, %")
    lower.set_xlabel("processors")
    legend_above(figure, upper, 3)
