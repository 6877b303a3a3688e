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
from kiebitz_claims.claims.claim import Measurement, Result
from kiebitz_claims.claims.drawing import legend_above, whiskers_of
from kiebitz_claims.claims.judging import Judgement, in_its_own
from kiebitz_claims.claims.study import Study
from kiebitz_claims.measuring.positions import championship_positions, taken_games
from kiebitz_claims.measuring.probing import fresh_probe_ns
from kiebitz_claims.measuring.progress import Progress
from kiebitz_claims.measuring.searching import search_once
from kiebitz_claims.measuring.settings import TODAY
from kiebitz_claims.measuring.statistics import median

if TYPE_CHECKING:
    from matplotlib.figure import Figure

LAYOUTS = {"cluster": TableDesign(key_bits=64), "neighbours": TableDesign(key_bits=64, neighbours=True)}
SEED = 2
TABLE_MB, QUICK_TABLE_MB = 1024, 16
ROUNDS, QUICK_ROUNDS = 200, 6
PROBES, QUICK_PROBES = 200_000, 2_000
SEARCH_NODES, QUICK_SEARCH_NODES = 1_500_000, 20_000
GAMES, QUICK_GAMES = 50, 2
PROBE_TIMES, SPEEDS = "Probes", "Searches"

STUDY = Study(__file__, constants=globals())
FASTER, EXTREMELY = STUDY.predictions.values()
FASTER_SEARCH = replace(FASTER, low=1, unit="", is_ratio=True)


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
    speeds = [
        progress.step(
            f"{nodes:,} nodes, {size_mb} MB, {sample.name}",
            partial(speed, sample.fen, size_mb, nodes, is_reversed=bool(number % 2)),
        )
        for number, sample in enumerate(samples)
    ]
    return STUDY.result(
        ((number, *each) for number, each in enumerate(zip(*times.values(), strict=True), 1)),
        ((sample.name, *found) for sample, found in zip(samples, speeds, strict=True)),
        figures=tuple(
            Measurement(f"a probe, {name}, median", median(values).value, "ns") for name, values in times.items()
        ),
        size_mb=size_mb,
        rounds=rounds,
        probes=probes,
        nodes=nodes,
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
