"""Where a bucket's entries lie: all in one cache line, or neighbours that may cross into the next.

Two tables of the same entries of 16 bytes, four to a bucket. In one the buckets stand side by side, each filling one
cache line of 64 bytes; in the other a bucket begins at any entry (linear probing), so that three of four lie across two
lines. Both are probed for random keys, far more than the processor's caches hold, many times in changing order, each
round with tables of its own; the difference is what crossing costs, since everything else, Python's share included, is
the same. Then real searches of equal nodes with each, in changing order, for nodes a second, where prefetching hides
part of it.

Times are the processor's own and scatter, not evenly: where a table's memory happens to lie, or what else the machine
does, makes some rounds slower by hundreds of nanoseconds, far more than crossing a line can cost. A mean goes by those
rounds. So the median decides, of the differences within a round: half of the rounds cost more, half of them less.
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from random import Random
from typing import TYPE_CHECKING, Any

from kiebitz.engine import TableDesign
from kiebitz_claims.claims.claim import Cell, Claim, Measurement, Result, Table
from kiebitz_claims.claims.documents import YANEURAOU
from kiebitz_claims.claims.drawing import legend_above, whiskers_of
from kiebitz_claims.claims.judging import Judgement, Prediction, in_its_own
from kiebitz_claims.claims.plan import Earlier, Plan
from kiebitz_claims.measuring.positions import championship_positions, taken_games
from kiebitz_claims.measuring.probing import fresh_probe_ns
from kiebitz_claims.measuring.progress import Progress
from kiebitz_claims.measuring.searching import search_once
from kiebitz_claims.measuring.settings import TODAY
from kiebitz_claims.measuring.statistics import median

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
SEED = 2
TABLE_MB, QUICK_TABLE_MB = 1024, 16
ROUNDS, QUICK_ROUNDS = 200, 6
PROBES, QUICK_PROBES = 200_000, 2_000
SEARCH_NODES, QUICK_SEARCH_NODES = 1_500_000, 20_000
GAMES, QUICK_GAMES = 50, 2
PROBE_TIMES, SPEEDS = "Probes", "Searches"

FASTER = Prediction(
    "neighbours across lines lose speed",
    "nanoseconds that a probe of neighbours takes longer, median of rounds; in searches, nodes a second with clusters "
    "by those without, median of positions",
    0,
    unit="ns",
    margin="a few rounds are slower by far more than a line can cost, and a mean would go by them",
)
FASTER_SEARCH = replace(FASTER, low=1, unit="", is_ratio=True)
EXTREMELY = Prediction(
    "within a line it is extremely fast",
    "time of a probe of neighbours by that of a cluster, median of rounds",
    1.1,
    is_ratio=True,
    margin="what saves less than a tenth of a probe is not 'extremely' faster",
)
PLAN = Plan(
    version=5,
    original="CPUのCache Lineをまたぐ必要があり、速度的に損な実装です。… TTCluster 1個が丸ごとCache-Lines sizeに収まる"
    "のでrehashしたときのTTEntryもCPU内のメモリ(CPUのL1 cache)にすでに取り込まれていることが期待できるので、極めて高速"
    "です。",
    translation="[Probing a[key + 1] and a[key + 2]] has to cross the CPU's cache lines and is an implementation that "
    "loses speed. … As one TTCluster fits wholly into a cache line, the TTEntry after a rehash can be expected to be "
    "in the CPU's L1 cache already, so this is extremely fast.",
    predictions=(FASTER, EXTREMELY),
    sample=f"{ROUNDS} rounds of {PROBES:,} probes; {GAMES} middlegames, {SEARCH_NODES:,} nodes each",
    control="the same probes of a table that fits into the cache: they must be quicker by a wait for memory, a hundred "
    "nanoseconds or so (YA3's rows)",
    seeds=f"{SEED}, of the keys",
    earlier=(
        Earlier("holds under conditions", "2026-11-23", "Twelve positions were searched; there are fifty now."),
        Earlier(
            "holds under conditions",
            "2026-11-23",
            "One table of each layout was probed throughout, and always in the same order: 10.4 ns (0.2 to 20.6). "
            "Such a pair gave -12.7 ns (-22.6 to -2.7) another time (YA3): the interval knew nothing of where their "
            "memory lay. Each round has tables of its own now.",
        ),
        Earlier(
            "undecided",
            "2026-11-23",
            "Means of rounds that differ by hundreds of nanoseconds: 33.3 ns (-13.7 to 80.2) here and -18.1 ns (-69.1 "
            "to 32.8) of the same tables in YA3, so that the 120 rounds said to decide were there and didn't. "
            "Now the median decides, of more rounds, which are kept and taken once for both claims; and searches "
            "change their order.",
        ),
        Earlier(
            "holds",
            "2026-11-28",
            "Any nanosecond was enough for 'extremely fast'. That is a statement of its own now, with a size.",
        ),
    ),
)


def probe_time(size_mb: int, probes: int, rounds: int) -> dict[str, list[float]]:
    """Nanoseconds a probe with each layout, round by round in turn."""
    random = Random(SEED)
    times: dict[str, list[float]] = {name: [] for name in LAYOUTS}
    for number in range(rounds):
        keys = [random.getrandbits(64) for _ in range(probes)]
        for name in LAYOUTS if number % 2 else reversed(LAYOUTS):
            times[name].append(fresh_probe_ns(size_mb, LAYOUTS[name], keys))
    return times


def speed(fen: str, size_mb: int, nodes: int, is_reversed: bool) -> list[float]:
    """Nodes a second (processor time) with each layout, told in the order of LAYOUTS and searched so or reversed."""
    speeds = {}
    for name in reversed(LAYOUTS) if is_reversed else LAYOUTS:
        found = search_once(fen, TODAY, hash_mb=size_mb, nodes=nodes, design=LAYOUTS[name])
        speeds[name] = found["nodes"] / max(found["cpu_milliseconds"], 1) * 1000
    return [speeds[name] for name in LAYOUTS]


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
    taken: tuple[tuple[Cell, ...], ...] = tuple(
        (number, *each) for number, each in enumerate(zip(*times.values(), strict=True), 1)
    )
    speeds = [
        progress.step(
            f"{nodes:,} nodes, {size_mb} MB, {sample.name}",
            partial(speed, sample.fen, size_mb, nodes, is_reversed=bool(number % 2)),
        )
        for number, sample in enumerate(samples)
    ]
    return Result(
        measurements=tuple(
            Measurement(f"a probe, {name}, median", median(values).value, "ns") for name, values in times.items()
        ),
        tables=(
            Table(PROBE_TIMES, ("round", *(f"{name}, ns" for name in LAYOUTS)), taken),
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


def judge(probes: list[tuple[float, float]], speeds: list[tuple[float, float]]) -> Judgement:
    """Probes decide, by their median, searches are the condition; extremely fast is a tenth of a probe saved.

    ``probes`` are nanoseconds with a cluster and with neighbours, round by round; ``speeds`` nodes a second, position
    by position.
    """
    longer = median(neighbours - cluster for cluster, neighbours in probes)
    ratio = median(cluster / neighbours for cluster, neighbours in speeds)
    saved = median(neighbours / cluster for cluster, neighbours in probes)
    return Judgement(
        (
            in_its_own(
                {
                    "single probes": FASTER.judged(longer, len(probes), "rounds"),
                    "whole searches": FASTER_SEARCH.judged(ratio, len(speeds), "positions"),
                }
            ),
            EXTREMELY.judged(saved, len(probes), "rounds"),
        )
    )


def kept(result: Result) -> tuple[Any, ...]:
    """The arguments of ``judge``, out of a stored result."""
    return [row[1:] for row in result.rows(PROBE_TIMES)], [row[1:] for row in result.rows(SPEEDS)]


def draw(result: Result, figure: Figure) -> None:
    """Draw the extra time of neighbours, round by round, and the gain by clusters; medians with intervals."""
    left, right = figure.subplots(1, 2)
    probes, speeds = kept(result)
    longer = [neighbours - cluster for cluster, neighbours in probes]
    faster = [cluster / neighbours for cluster, neighbours in speeds]
    for axes, values, nothing, label in (
        (left, longer, 0, "ns that a probe of neighbours takes longer"),
        (right, faster, 1, "nodes a second, cluster by neighbours"),
    ):
        middle = median(values)
        ordered = sorted(values)
        axes.plot(ordered, [(place + 0.5) / len(ordered) for place in range(len(ordered))], ".", alpha=0.5)
        reach = whiskers_of([middle])
        axes.errorbar(
            [middle.value], [0.5], xerr=reach, fmt="o", color="black", capsize=4, label="median, 95% interval"
        )
        axes.axvline(nothing, color="grey", linewidth=0.8)
        axes.set_xlabel(label)
    left.set_ylabel("share of the rounds, or positions, below")
    left.set_xlim(*_without_ends(longer))
    legend_above(figure, left)


def _without_ends(values: list[float]) -> tuple[float, float]:
    """The range of the middle four fifths of values, for an axis that a few far ones shall not fill."""
    ordered = sorted(values)
    aside = len(ordered) // 10
    return ordered[aside], ordered[len(ordered) - 1 - aside]
