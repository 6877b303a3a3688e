"""Where a bucket's entries lie: all in one cache line, or neighbours that may cross into the next.

Two tables of the same entries of 16 bytes, four to a bucket. In one the buckets stand side by side, each filling one
cache line of 64 bytes; in the other a bucket begins at any entry (linear probing), so that three of four lie across two
lines. Both are probed for random keys, far more than the processor's caches hold, in turn and many times, each round
with tables of its own; the mean difference is what crossing costs, since everything else, Python's share included, is
the same. Then real searches of equal nodes with each, for nodes a second, where prefetching hides part of it. Times are
the processor's own and scatter: this wants a quiet machine.
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from random import Random
from statistics import median
from typing import TYPE_CHECKING, Any

from kiebitz.engine import TableDesign
from kiebitz.lab.claims.claim import Claim, Measurement, Result, Table
from kiebitz.lab.claims.documents import YANEURAOU
from kiebitz.lab.claims.drawing import whiskers
from kiebitz.lab.claims.judging import Judgement, Prediction, in_its_own
from kiebitz.lab.claims.plan import Earlier, Plan
from kiebitz.lab.measuring.positions import championship_positions, taken_games
from kiebitz.lab.measuring.probing import fresh_probe_ns
from kiebitz.lab.measuring.progress import Progress
from kiebitz.lab.measuring.searching import search_once
from kiebitz.lab.measuring.settings import TODAY
from kiebitz.lab.measuring.statistics import geometric_mean, mean
from kiebitz.match.elo import Estimate

if TYPE_CHECKING:
    from matplotlib.figure import Figure

CLAIM = Claim(
    id="Y3",
    title="Clusters inside a cache line",
    statement="Entries that are looked at together should lie in one cache line: a cluster beats probing neighbours "
    "across lines.",
    source=YANEURAOU,
)

LAYOUTS = {"cluster": TableDesign(key_bits=64), "neighbours": TableDesign(key_bits=64, neighbours=True)}
TABLE_MB, QUICK_TABLE_MB = 1024, 16
ROUNDS, QUICK_ROUNDS = 60, 3
PROBES, QUICK_PROBES = 200_000, 2_000
SEARCH_NODES, QUICK_SEARCH_NODES = 1_500_000, 20_000
GAMES, QUICK_GAMES = 50, 2
PROBE_TIMES, SPEEDS = "Probes", "Searches"

FASTER = Prediction(
    "a cluster beats neighbours across lines",
    "nanoseconds that a probe of neighbours takes longer; in searches, nodes a second with clusters by those without",
    0,
    unit="ns",
)
FASTER_SEARCH = replace(FASTER, low=1, unit="", is_ratio=True)
PLAN = Plan(
    version=3,
    original="CPUのCache Lineをまたぐ必要があり、速度的に損な実装です。… TTCluster 1個が丸ごとCache-Lines sizeに収まる"
    "のでrehashしたときのTTEntryもCPU内のメモリ(CPUのL1 cache)にすでに取り込まれていることが期待できるので、極めて高速"
    "です。",
    translation="[Probing a[key + 1] and a[key + 2]] has to cross the CPU's cache lines and is an implementation that "
    "loses speed. … As one TTCluster fits wholly into a cache line, the TTEntry after a rehash can be expected to be "
    "in the CPU's L1 cache already, so this is extremely fast.",
    predictions=(FASTER,),
    sample=f"{ROUNDS} rounds of {PROBES:,} probes; {GAMES} middlegames, {SEARCH_NODES:,} nodes each",
    seeds="1, of the keys",
    earlier=(
        Earlier("holds under conditions", "2026-11-23", "Twelve positions were searched; there are fifty now."),
        Earlier(
            "holds under conditions",
            "2026-11-23",
            "One table of each layout was probed throughout, and always in the same order: 10.4 ns (0.2 to 20.6). "
            "Such a pair gave -12.7 ns (-22.6 to -2.7) another time (YA3): the interval knew nothing of where their "
            "memory lay. Each round has tables of its own now.",
        ),
    ),
)


def probe_time(size_mb: int, probes: int, rounds: int) -> dict[str, list[float]]:
    """Nanoseconds a probe with each layout, round by round in turn."""
    random = Random(1)
    times: dict[str, list[float]] = {name: [] for name in LAYOUTS}
    for number in range(rounds):
        keys = [random.getrandbits(64) for _ in range(probes)]
        for name in LAYOUTS if number % 2 else reversed(LAYOUTS):
            times[name].append(fresh_probe_ns(size_mb, LAYOUTS[name], keys))
    return times


def speed(fen: str, size_mb: int, nodes: int) -> list[float]:
    """Nodes a second (processor time) with each layout, in the order of LAYOUTS."""
    speeds = []
    for design in LAYOUTS.values():
        found = search_once(fen, TODAY, hash_mb=size_mb, nodes=nodes, design=design)
        speeds.append(found["nodes"] / max(found["cpu_milliseconds"], 1) * 1000)
    return speeds


def measure(quick: bool, progress: Progress) -> Result:
    """Probe, then search."""
    size_mb = QUICK_TABLE_MB if quick else TABLE_MB
    probes, rounds = (QUICK_PROBES, QUICK_ROUNDS) if quick else (PROBES, ROUNDS)
    nodes = QUICK_SEARCH_NODES if quick else SEARCH_NODES
    samples = championship_positions("middlegame", taken_games(quick, GAMES, QUICK_GAMES))
    progress.expect(1 + len(samples))
    times = progress.step(
        f"{rounds} rounds of {probes:,} probes, {size_mb} MB", partial(probe_time, size_mb, probes, rounds)
    )
    cluster, neighbours = (times[name] for name in LAYOUTS)
    difference = mean(theirs - ours for ours, theirs in zip(cluster, neighbours, strict=True))
    speeds = [
        progress.step(f"{nodes:,} nodes, {size_mb} MB, {sample.name}", partial(speed, sample.fen, size_mb, nodes))
        for sample in samples
    ]
    ratio = geometric_mean(ours / theirs for ours, theirs in speeds)
    return Result(
        measurements=(
            Measurement("a probe of neighbours takes longer by", difference.value, "ns", error=difference.error),
            Measurement("nodes a second, cluster by neighbours", ratio.value, error=ratio.error),
        ),
        tables=(
            Table(
                PROBE_TIMES,
                ("layout", "median ns", "least ns", "most ns"),
                tuple((name, median(values), min(values), max(values)) for name, values in times.items()),
            ),
            Table(
                SPEEDS,
                ("game", *(f"{name}, nodes/s" for name in LAYOUTS)),
                tuple((sample.name, *found) for sample, found in zip(samples, speeds, strict=True)),
            ),
        ),
        conditions={
            "table": f"{size_mb} MB, entries of 16 bytes, buckets of four",
            "probes": f"{rounds} rounds of {probes:,} random keys in turn, processor time, Python's call included",
            "searches": f"today's, {nodes:,} nodes, table empty",
        },
    )


def judge(difference: Estimate, ratio: Estimate, rounds: int, positions: int) -> Judgement:
    """Probes decide; whether a search profits is the condition."""
    return Judgement(
        (
            in_its_own(
                {
                    "single probes": FASTER.judged(difference, rounds, "rounds"),
                    "whole searches": FASTER_SEARCH.judged(ratio, positions, "positions"),
                }
            ),
        )
    )


def kept(result: Result) -> tuple[Any, ...]:
    """What ``judge`` is asked, out of a stored result."""
    speeds = result.rows(SPEEDS)
    return result.measurements[0].interval, geometric_mean(row[1] / row[2] for row in speeds), ROUNDS, len(speeds)


def draw(result: Result, figure: Figure) -> None:
    """Median time of a probe with its range; nodes a second by position."""
    left, right = figure.subplots(1, 2)
    probes = result.table(PROBE_TIMES)
    medians = probes.numbers("median ns")
    errors = whiskers(medians, probes.numbers("least ns"), probes.numbers("most ns"))
    left.errorbar(list(LAYOUTS), medians, yerr=errors, fmt="o", capsize=4)
    left.set_ylabel("ns a probe, call included (median, range)")
    left.margins(x=0.4)
    speeds = result.table(SPEEDS)
    ours, theirs = (speeds.numbers(f"{name}, nodes/s") for name in LAYOUTS)
    right.plot([value / 1e6 for value in theirs], [value / 1e6 for value in ours], "o")
    ends = [min(ours + theirs) / 1e6, max(ours + theirs) / 1e6]
    right.plot(ends, ends, color="grey", linewidth=0.8)
    right.set_xlabel("neighbours, million nodes/s")
    right.set_ylabel("cluster, million nodes/s")
