"""Speed-up by many processors: Hydra's table, with real processes and with simulated ones.

Real processes (``kiebitz cluster``, MPI) search each position to a fixed depth from empty tables, one process and then
two, with the era Hydra's settings and with today's; in the row "told" the two tell each other what they store for five
plies and more. The speed-up is the ratio of the summed times, the search overhead that of the summed nodes, less one;
the 95% interval is that of such a ratio over the games that the positions come from. Beyond the cores at hand the same
protocol runs in simulated time: the messages, the masters and workers and the upper tree are real, each missing
subtree is really searched with its window, and its time is its nodes by the processor's speed, set so that with one
processor a subtree takes 5 ms on average. A message takes 50 µs plus up to 200 µs until the receiver looks, as in a
local network; in the row "slow network" it takes as long as a subtree.

What the simulation leaves out: each subtree is searched from an empty table and without histories, so that a
processor's table never helps inside the next one; only what was found at upper nodes and at the roots of subtrees is
remembered, and in the rows "shared" told to all. Contention for memory and network is left out as well. It searches
with the settings of the era Hydra: today's reductions make so small a tree so unsteady that its overhead says more
about luck than about the cluster. What the figures depend on most is how many subtrees there are for each processor:
Hydra searched for minutes, these searches last as long as the table says; the rows "a ply less deep" show which way it
goes. Positions with more than 1.5 million subtrees for one processor are left out, since what is found of each has to
be kept, and the next position stands in: that of another game and, when these are through, that of another phase of the
same; plan 2 had no such limit, and its fifth position filled 22 GB. That takes out the largest trees, which keep many
processors busy best. Depth and split depth were chosen after shorter searches (depth 9, split depth 3) had given 9.6
with 32 processors and no more with any number.

Beside them stand Hydra's printed speed-ups (for 8 processors 6.5, while the printed times give 24,213 / 3,488 = 6.94)
and those of Zugzwang, its forerunner (Feldmann 1993): 142 with 256 processors, 344 with 1024. Plan 3 asked the printed
speed-up of today's search, too, which no Hydra had; that was changed while the positions were simulated, before a real
process had searched.

All of that is the cluster in software: what a processor searches, it searches itself. Hydra as a whole, with a card
under every processor (``kiebitz hardware search --processors``), is HA3's.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace
from typing import Any, TypeAlias, TypedDict

from kiebitz.arena.match.elo import Estimate
from kiebitz.cluster.measure import search_positions, why_not_here
from kiebitz.cluster.member import Conduct
from kiebitz.cluster.simulate import Conditions, Jobs, TooLargeError, study
from kiebitz.cluster.virtual import Machine
from kiebitz.core.parameters import checked
from kiebitz.engine.eras import ERAS, parameters_in
from kiebitz.processes.cores import usable_cores
from kiebitz_claims.claims.claim import Measurement, Result
from kiebitz_claims.claims.drawing import Figure, intervals, legend_above
from kiebitz_claims.claims.judging import Judgement, Part, Prediction, in_its_own
from kiebitz_claims.claims.study import Study
from kiebitz_claims.measuring.positions import LATER_PLIES, Sample, later_championship_phases, phase_positions
from kiebitz_claims.measuring.progress import Progress
from kiebitz_claims.measuring.settings import TODAY
from kiebitz_claims.measuring.statistics import ratio_of_sums, scaled

# By processors: speed-up and search overhead in percent, as printed.
HYDRA = {2: (1.99, 0.0), 4: (3.5, 3.6), 8: (6.5, -1.0), 16: (12.0, 9.3), 32: (17.0, 80.0)}
HYDRA_PRINTED = {processors: speed_up for processors, (speed_up, _) in HYDRA.items()}
HYDRA_BY_TIMES = {2: 1.99, 4: 3.52, 8: 6.94, 16: 12.04, 32: 17.0}
ZUGZWANG = {256: 142.0, 1024: 344.0}
# How far a speed-up may be from the claimed one and still count as the same.
TOLERANCE = 0.2
# And a search overhead, in percentage points; further from the one that is an estimate, of so many processors.
POINTS, ESTIMATE_POINTS, ESTIMATED = 10.0, 40.0, 32

LAN = Machine(latency_s=50e-6, polling_s=2e-4, expansion_s=1e-4, rest_s=2e-4, longest_rest_s=1e-2)
JOB_S = 5e-3
SHARED, SMALLER = "shared", "shared, a ply less deep"
ALONE, SLOW = "not shared, a ply less deep", "not shared, a ply less deep, slow network"
ERA = parameters_in(ERAS["hydra"].options)
# Depth of the real searches, by the search's name.
REAL_DEPTHS, QUICK_REAL_DEPTHS = {"era Hydra": 11, "today": 19}, {"today": 6}
TOLD, TOLD_DEPTH = "era Hydra, told", 5
DEPTH, SPLIT_DEPTH, QUICK_DEPTH, QUICK_SPLIT_DEPTH = 10, 2, 5, 2
SEARCHED_PHASES = ("middlegame", "opening")
# Of the sixty games the first ones are simulated, one position each, and the others searched by real processes.
GAMES, QUICK_GAMES, GAMES_TO_SIMULATE = 60, 2, 10
SIMULATED_POSITIONS, QUICK_POSITIONS = 8, 2
# Subtrees that one processor may have to search: what is found of them takes 2.6 GB, before other sizes ask for more.
MOST_SEARCHES = 1_500_000
MAX_REAL = 2
SIZES = {SHARED: (2, 4, 8, 16, 32), SMALLER: (2, 4, 8, 16, 32, 256, 1024), ALONE: (32,), SLOW: (32,)}
QUICK_SIZES = {SHARED: (2, 8, 32), ALONE: (8,), SLOW: (8,)}
# Overheads up to so many per cent are drawn on one scale, greater ones on another.
NEAR = 150
EACH = "Every position"

Row: TypeAlias = tuple[
    str, int, float, float | None, float | None, float, float | None, float | None, float, float, float
]
"""As the headings of the speed-ups say."""
Searched: TypeAlias = tuple[str, int, str, float, int, int, float]
"""A row: kind of processors, number, game, seconds, nodes, wasted nodes, share of the time that they were busy."""


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


def with_overhead(processors: int, percent: float) -> Prediction:
    """The printed search overhead, give or take."""
    is_estimate = processors == ESTIMATED
    points = ESTIMATE_POINTS if is_estimate else POINTS
    return Prediction(
        f"{processors} processors with {'an estimated ' if is_estimate else ''}{percent:g}% of search overhead",
        "nodes with so many processors above those with one",
        percent - points,
        percent + points,
        "%",
        margin="the document's own estimate: within a half of it"
        if is_estimate
        else "within ten percentage points, as far as the printed ones go up and down from row to row",
    )


PREDICTIONS = {processors: as_fast(processors, speed_up) for processors, speed_up in HYDRA_PRINTED.items()}
OVERHEADS = {processors: with_overhead(processors, percent) for processors, (_, percent) in HYDRA.items()}
STUDY = Study(
    __file__,
    predictions=[*PREDICTIONS.values(), *OVERHEADS.values()],
    constants=globals(),
    later_plies=LATER_PLIES,
    real_games=GAMES - GAMES_TO_SIMULATE,
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
    """The conditions of a row of the simulation."""
    depth, split_depth = (QUICK_DEPTH, QUICK_SPLIT_DEPTH) if quick else (DEPTH, SPLIT_DEPTH)
    conditions = Conditions(depth - (kind != SHARED), split_depth, job_s=JOB_S, machine=LAN)
    if kind in (SHARED, SMALLER):
        return replace(conditions, conduct=Conduct(share_depth=split_depth + 1))
    if kind == SLOW:
        return replace(conditions, machine=replace(LAN, latency_s=JOB_S))
    return conditions


def jobs_of(fen: str) -> Jobs:
    """The subtrees of a position, searched as they are asked for and then remembered."""
    return Jobs(fen, {name: checked(name, value) for name, value in ERA.items()})


def simulated(jobs: Jobs, kind: str, sizes: tuple[int, ...], quick: bool) -> list[_Sum]:
    """A position searched by simulated clusters of several sizes, the first one processor; none if it is too large."""
    try:
        points = study(jobs, conditions_of(kind, quick), sizes, most_searches=MOST_SEARCHES)
    except TooLargeError:
        return []
    return [
        {
            "processors": point.processors,
            "seconds": point.seconds,
            "nodes": point.nodes,
            "wasted": point.wasted_nodes,
            "searches": point.searches,
            "busy": point.busy,
        }
        for point in points
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
    sizes = QUICK_SIZES if quick else SIZES
    missing = why_not_here()
    real_sizes = [] if missing else [size for size in (1, 2) if size <= min(usable_cores(), MAX_REAL)]
    depths = QUICK_REAL_DEPTHS if quick else REAL_DEPTHS
    told = MAX_REAL in real_sizes and not quick
    real, candidates = samples(quick)
    wanted_positions = QUICK_POSITIONS if quick else SIMULATED_POSITIONS
    real_steps = len(real_sizes) * len(depths) + told
    progress.expect(len(sizes) * wanted_positions + real_steps)
    by_simulation: list[Searched] = []
    by_processes: list[Searched] = []

    def really(search: str, size: int, depth: int) -> list[Searched]:
        step = f"{len(real)} positions, {search}, depth {depth}, {size} real processes"
        found = progress.step(step, searched, [sample.fen for sample in real], size, search, depth)
        return [row_of(f"real ({search})", sample, one) for sample, one in zip(real, found, strict=True)]

    def in_every_network(number: int, sample: Sample) -> list[Searched]:
        """A position simulated in every way; nothing of it if it is too large."""
        jobs = jobs_of(sample.fen)
        rows: list[Searched] = []
        for kind, wanted in sizes.items():
            points = progress.step(
                f"position {number}, {kind}, {'quick' if quick else 'full'}", simulated, jobs, kind, wanted, quick
            )
            if not points:
                return []
            rows += [row_of(f"simulated ({kind})", sample, point) for point in points]
        return rows

    simulated_games: list[str] = []
    left_out: list[str] = []
    for number, sample in enumerate(candidates, 1):
        if len(simulated_games) == wanted_positions:
            break
        if sample.name in simulated_games:
            continue
        found = in_every_network(number, sample)
        by_simulation += found
        (simulated_games if found else left_out).append(sample.name)
        progress.expect(len(sizes) * wanted_positions + real_steps + len(left_out))
    for search, depth in depths.items():
        by_size = {size: really(search, size, depth) for size in real_sizes}
        by_processes += [row for rows in by_size.values() for row in rows]
        if search == "era Hydra" and told:
            by_processes += [(f"real ({TOLD})", *row[1:]) for row in by_size[1]] + really(TOLD, MAX_REAL, depth)
    each = by_processes + by_simulation
    rows = [row for name in dict.fromkeys(row[0] for row in each) for row in summed(name, each)]
    split_depth = conditions_of(SHARED, quick).split_depth
    return STUDY.result(
        rows,
        each,
        figures=tuple(
            Measurement(f"speed-up of {size} processors, {name}", speed_up)
            for name, size, speed_up, *_ in rows
            if size > 1
        ),
        conditions={
            "real": missing
            or f"{len(real)} positions, 16 MB table for each process; "
            + ", ".join(f"{search} to depth {depth}" for search, depth in depths.items()),
            "simulated": f"{len(simulated_games)} positions to depth {conditions_of(SHARED, quick).depth}, split depth "
            f"{split_depth}, a subtree takes {JOB_S * 1000:g} ms on average with one processor",
            "too large to be simulated": ", ".join(
                f"{name} (another phase of it stood in)" if name in simulated_games else name for name in left_out
            )
            or "none",
            "network": f"{LAN.latency_s * 1e6:g} µs a message and up to {LAN.polling_s * 1e6:g} µs until it is seen; "
            f"slow: {JOB_S * 1000:g} ms",
            "shared": f"what was found at nodes of at least {split_depth + 1} plies is told to all, 32 at a time",
        },
    )


def samples(quick: bool) -> tuple[list[Sample], list[Sample]]:
    """The positions for real processes, and those that may be simulated, of other games.

    These are by turns a middlegame and an opening; then, of the same games, the other of the two.
    """
    if quick:
        found = [sample for phase in SEARCHED_PHASES for sample in phase_positions(phase, QUICK_GAMES)]
        return found, found[:QUICK_POSITIONS]
    later = later_championship_phases(slice(GAMES))
    real = [(game, phase) for phase in SEARCHED_PHASES for game in later[GAMES_TO_SIMULATE:]]
    candidates = [
        (game, SEARCHED_PHASES[(number + turn) % len(SEARCHED_PHASES)])
        for turn in range(len(SEARCHED_PHASES))
        for number, game in enumerate(later[:GAMES_TO_SIMULATE])
    ]
    return _distinct(real), _distinct(candidates)


def _distinct(wanted: list[tuple[tuple[str, dict[str, str]], str]]) -> list[Sample]:
    """Phases of games, by their positions (FEN), as far as the games have them; none of the positions twice."""
    found: dict[str, Sample] = {}
    for (name, phases), phase in wanted:
        if phase in phases:
            found.setdefault(phases[phase], Sample(name, phases[phase]))
    return list(found.values())


def row_of(name: str, sample: Sample, found: _Sum) -> Searched:
    """A position searched, as it is kept."""
    return name, found["processors"], sample.name, found["seconds"], found["nodes"], found["wasted"], found["busy"]


def speed_up(each: list[Searched], name: str, size: int) -> Estimate:
    """Seconds with one processor by seconds with so many, with the interval over games."""
    alone, many = (searches(each, name, number) for number in (1, size))
    return ratio_of_sums([row[3] for row in alone], [row[3] for row in many], [row[2] for row in many])


def overhead(each: list[Searched], name: str, size: int) -> Estimate:
    """Nodes with so many processors above those with one, in per cent, with the interval over games."""
    alone, many = (searches(each, name, number) for number in (1, size))
    ratio = ratio_of_sums([row[4] for row in many], [row[4] for row in alone], [row[2] for row in many])
    return Estimate(*(100 * (end - 1) for end in (ratio.value, ratio.low, ratio.high)))


def searches(each: list[Searched], name: str, size: int) -> list[Searched]:
    """The positions as searched by so many processors of one kind."""
    return [row for row in each if row[:2] == (name, size)]


def summed(name: str, each: list[Searched]) -> list[Row]:
    """Rows by number of processors, summed over positions."""
    rows: list[Row] = []
    for size in dict.fromkeys(row[1] for row in each if row[0] == name):
        those = searches(each, name, size)
        seconds, nodes = sum(row[3] for row in those), sum(row[4] for row in those)
        found = speed_up(each, name, size)
        ends = (round(found.low, 2), round(found.high, 2)) if math.isfinite(found.low) else (None, None)
        rows.append(
            (
                name,
                size,
                round(found.value, 2),
                *ends,
                round(overhead(each, name, size).value, 1),
                *HYDRA.get(size, (None, None)),
                round(100 * sum(row[5] for row in those) / nodes, 1),
                round(100 * sum(row[6] * row[3] for row in those) / seconds, 1),
                round(seconds, 1),
            )
        )
    return rows


def judge(each: list[Searched]) -> Judgement:
    """Each printed speed-up and search overhead, give or take: of two by real processes of the era, of more simulated.

    The two are the era Hydra's and tell each other what they find, as processes do unless they are told not to; that
    they are silent, search as today, or are simulated is a condition beside it. ``each`` are the positions searched;
    what is compared is sums of seconds and of nodes, with an interval over games.
    """
    there = {row[:2] for row in each}
    shared = f"simulated ({SHARED})"
    real = dict.fromkeys([f"real ({TOLD})", *(row[0] for row in each if row[0].startswith("real"))])

    def part(prediction: Prediction, size: int, measure: Callable[[list[Searched], str, int], Estimate]) -> Part:
        names = [name for name in (*real, shared) if (name, size) in there]
        if not names:
            return prediction.undecided("not measured")
        games = {name: len({row[2] for row in searches(each, name, size)}) for name in names}
        return in_its_own({name: prediction.judged(measure(each, name, size), games[name], "games") for name in names})

    more = "; ".join(
        f"{row[1]} processors are {row[2]:.0f} times as fast a ply less deep (Zugzwang {ZUGZWANG[row[1]]:.0f})"
        for row in summed(f"simulated ({SMALLER})", each)
        if row[1] in ZUGZWANG
    )
    return Judgement(
        (
            *(part(prediction, size, speed_up) for size, prediction in PREDICTIONS.items()),
            *(part(prediction, size, overhead) for size, prediction in OVERHEADS.items()),
        ),
        f"Simulated, {more}." if more else "",
    )


def kept(result: Result) -> tuple[Any, ...]:
    """The arguments of ``judge``, out of a stored result."""
    return (result.rows(EACH),)


def draw(result: Result, figure: Figure) -> None:
    """Speed-up as a share of the processors, and search overhead, beside Hydra's and Zugzwang's.

    The overheads that are asked of lie below; above them, on a scale of its own, stand those far beyond.
    """
    panels = figure.subplot_mosaic([["left", "far"], ["left", "right"]], height_ratios=(2, 5))
    left, far, right = (panels[name] for name in ("left", "far", "right"))
    (each,) = kept(result)
    ranges = {left: [scaled_range(prediction, 100 / size) for size, prediction in PREDICTIONS.items()]}
    ranges[right] = [(prediction.low, prediction.high) for prediction in OVERHEADS.values()]
    for axes, ends in ranges.items():
        axes.vlines(list(HYDRA), *zip(*ends, strict=True), color="grey", alpha=0.35, linewidth=14, label="claimed")
    for number, name in enumerate(dict.fromkeys(row[0] for row in each)):
        sizes = [size for size in dict.fromkeys(row[1] for row in each if row[0] == name) if size > 1]
        # A little apart, where several say the same.
        places = [size * 1.09 ** (number - 3) for size in sizes]
        shares = [scaled(speed_up(each, name, size), 100 / size) for size in sizes]
        overheads = [overhead(each, name, size) for size in sizes]
        for axes, found in ((left, shares), (right, overheads), (far, overheads)):
            intervals(axes, places, found, fmt="D" if name.startswith("real") else "o-", capsize=3, label=name)
    printed = {"Hydra, as printed": HYDRA_PRINTED, "Hydra, by its times": HYDRA_BY_TIMES, "Zugzwang": ZUGZWANG}
    for (name, speed_ups), style in zip(printed.items(), ("k*--", "kx", "k^"), strict=True):
        left.plot(list(speed_ups), [100 * times / size for size, times in speed_ups.items()], style, label=name)
    right.plot(list(HYDRA), [overhead for _, overhead in HYDRA.values()], "k*--")
    for axes, named in ((left, "speed-up, % of the processors"), (right, "search overhead, %"), (far, "")):
        axes.set_xscale("log", base=2)
        axes.set_xticks([*HYDRA, *ZUGZWANG], [str(size) for size in (*HYDRA, *ZUGZWANG)])
        axes.minorticks_off()
        axes.set_ylabel(named)
    for axes in (left, right):
        axes.set_xlabel("processors")
    far.sharex(right)
    far.tick_params(bottom=False, labelbottom=False)
    far.spines.bottom.set_visible(False)
    left.set_ylim(bottom=0)
    right.set_ylim(-NEAR / 4, NEAR)
    far.set_ylim(bottom=NEAR)
    legend_above(figure, left, 2)


def scaled_range(prediction: Prediction, factor: float) -> tuple[float, float]:
    """Its ends in another unit."""
    return factor * prediction.low, factor * prediction.high
