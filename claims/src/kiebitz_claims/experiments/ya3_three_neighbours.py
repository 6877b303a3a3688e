"""Three entries side by side from wherever the key points, against clusters of three as written.

The article has a[key], a[key + 1] and a[key + 2] looked at, calls that "not so bad" but for its speed, and then packs
three entries into a cluster of 32 bytes, which no cache line cuts. Whether it is not so bad is a question of nodes: two
tables of the same entries, three looked at in each, once in clusters and once as neighbours, both far too small for the
search, which goes to a depth. Nodes repeat exactly.

Its speed is measured by probes for random keys in a table far larger than the processor's caches. Neighbours (of 16
bytes here) and clusters (of 10, the layout of play) are different code, too, so that this is what the implementation
loses and not what lines alone do: these are Y3's, asked of four entries each with the same code. Clusters of three
entries of 16 bytes, which cross lines as often as three neighbours do, and all of them in a table that fits into the
cache stand beside. Times are the processor's own; each round has tables of its own, in changing order, and the median
of the differences within a round decides, as in Y3.
"""

from __future__ import annotations

from functools import partial
from random import Random
from typing import TYPE_CHECKING, Any

from kiebitz.arena.match.elo import Estimate
from kiebitz.engine import TableDesign
from kiebitz_claims.claims.claim import Cell, Result
from kiebitz_claims.claims.drawing import legend_over, whiskers_of
from kiebitz_claims.claims.judging import Judgement
from kiebitz_claims.claims.study import Study
from kiebitz_claims.measuring.positions import LATER_PLIES, later_championship_phases, phase_positions
from kiebitz_claims.measuring.probing import fresh_probe_ns
from kiebitz_claims.measuring.progress import Progress
from kiebitz_claims.measuring.searching import search_once
from kiebitz_claims.measuring.settings import TODAY
from kiebitz_claims.measuring.statistics import geometric_mean, median

if TYPE_CHECKING:
    from matplotlib.figure import Figure

ENTRIES_LOOKED_AT = 3
NEIGHBOURS, WRITTEN, WIDE = "neighbours", "clusters of 32 bytes", "clusters of 48 bytes"
DESIGNS = {
    NEIGHBOURS: TableDesign(bucket=ENTRIES_LOOKED_AT, neighbours=True),
    WRITTEN: TableDesign(),
    WIDE: TableDesign(bucket=ENTRIES_LOOKED_AT),
}
LARGE_MB, SMALL_MB, QUICK_LARGE_MB = 1024, 1, 16
PROBES, QUICK_PROBES = 100_000, 2_000
ROUNDS, QUICK_ROUNDS = 200, 6
SEED = 2
QUICK_POSITIONS = 2
DEPTH, QUICK_DEPTH = 13, 6
PROBE_TIMES, NODES = "Nanoseconds a probe", "Nodes to a depth"

STUDY = Study(__file__, constants=globals(), later_plies=LATER_PLIES)
NO_WORSE, SLOWER = STUDY.predictions.values()


def probe_times(large_mb: int, probes: int, rounds: int) -> list[list[Any]]:
    """Rows of round, size in MB, table, and nanoseconds a probe; the tables in turn."""
    random = Random(SEED)
    rows: list[list[Any]] = []
    for number in range(rounds):
        keys = [random.getrandbits(64) for _ in range(probes)]
        for size_mb in (large_mb, SMALL_MB):
            for name in DESIGNS if number % 2 else reversed(DESIGNS):
                rows.append([number, size_mb, name, fresh_probe_ns(size_mb, DESIGNS[name], keys)])
    return rows


def nodes_to_depth(fen: str, depth: int) -> list[int]:
    """Nodes with neighbours and with clusters of as many entries."""
    return [
        search_once(fen, TODAY, hash_mb=SMALL_MB, depth=depth, design=DESIGNS[name])["nodes"]
        for name in (NEIGHBOURS, WIDE)
    ]


def positions_of(quick: bool) -> list[tuple[str, str, str]]:
    """Game, phase and FEN of what is searched."""
    if quick:
        return [(sample.name, "middlegame", sample.fen) for sample in phase_positions("middlegame", QUICK_POSITIONS)]
    return [
        (name, phase, fen) for name, phases in later_championship_phases(slice(None)) for phase, fen in phases.items()
    ]


def measure(quick: bool, progress: Progress) -> Result:
    """Search, then probe."""
    large_mb, depth = (QUICK_LARGE_MB, QUICK_DEPTH) if quick else (LARGE_MB, DEPTH)
    probes, rounds = (QUICK_PROBES, QUICK_ROUNDS) if quick else (PROBES, ROUNDS)
    samples = positions_of(quick)
    progress.expect(len(samples) + 1)
    nodes: list[tuple[Cell, ...]] = [
        (name, phase, *progress.step(f"{name}, {phase}, depth {depth}, {fen}", partial(nodes_to_depth, fen, depth)))
        for name, phase, fen in samples
    ]
    times = progress.step(
        f"{rounds} rounds of {probes} probes, {large_mb} MB", partial(probe_times, large_mb, probes, rounds)
    )
    return STUDY.result(nodes, map(tuple, times), depth=depth, probes=probes)


def judge(nodes: list[tuple[str, int, int]], times: dict[tuple[int, str], list[float]]) -> Judgement:
    """At most a tenth more nodes; neighbours slower in most rounds, unless half of that is there in the cache, too.

    ``nodes`` are the game and those with neighbours and with clusters, position by position; ``times`` nanoseconds a
    probe by size and table, round by round.
    """
    large, small = max(size for size, _ in times), min(size for size, _ in times)
    games = [game for game, _, _ in nodes]
    more = geometric_mean((ours / theirs for _, ours, theirs in nodes), games)
    wide, cached, slower = longer(times, large, WIDE), longer(times, small, WRITTEN), longer(times, large, WRITTEN)
    is_code = slower.value > 0 and cached.value > slower.value / 2
    return Judgement(
        (
            NO_WORSE.judged(more, len(set(games)), "games"),
            SLOWER.undecided(f"{cached.value:.1f} of {slower.value:.1f} ns are there in the cache, too: that is code")
            if is_code
            else SLOWER.judged(slower, len(times[large, NEIGHBOURS]), "rounds"),
        ),
        f"Than clusters of 48 bytes, which cross lines as often, neighbours take {wide.value:.1f} ns longer "
        f"({wide.low:.1f} to {wide.high:.1f}); than those of 32 bytes in the cache, where no line is waited for, "
        f"{cached.value:.1f} ns ({cached.low:.1f} to {cached.high:.1f}). What lines alone cost is Y3's.",
    )


def longer(times: dict[tuple[int, str], list[float]], size_mb: int, clusters: str) -> Estimate:
    """Nanoseconds that neighbours take longer than these clusters, median of the differences within a round."""
    return median(
        ours - theirs for ours, theirs in zip(times[size_mb, NEIGHBOURS], times[size_mb, clusters], strict=True)
    )


def kept(result: Result) -> tuple[Any, ...]:
    """The arguments of ``judge``, out of a stored result."""
    times: dict[tuple[int, str], list[float]] = {}
    for _, size_mb, name, nanoseconds in result.rows(PROBE_TIMES):
        times.setdefault((size_mb, name), []).append(nanoseconds)
    return [(game, ours, theirs) for game, _, ours, theirs in result.rows(NODES)], times


def draw(result: Result, figure: Figure) -> None:
    """Draw what decides: nodes with neighbours by those with clusters, and the extra time of a probe of neighbours."""
    searched, probed = figure.subplots(1, 2, width_ratios=(2, 3))
    nodes, times = kept(result)
    ratios = [ours / theirs for _, ours, theirs in nodes]
    more = geometric_mean(ratios, [game for game, _, _ in nodes])
    ordered = sorted(ratios)
    searched.plot(ordered, [(place + 0.5) / len(ordered) for place in range(len(ordered))], ".", alpha=0.5)
    reach = whiskers_of([more])
    searched.errorbar([more.value], [0.5], xerr=reach, fmt="o", color="black", capsize=4, label="mean, 95% interval")
    searched.axvspan(min(ordered), NO_WORSE.high, color="grey", alpha=0.15, label="'not so bad'")
    searched.set_xlabel("nodes, neighbours / clusters")
    searched.set_ylabel("share of the positions below")
    for size in sorted({size for size, _ in times}):
        found = [longer(times, size, clusters) for clusters in (WRITTEN, WIDE)]
        names = [name.replace("clusters of ", "clusters of\n") for name in (WRITTEN, WIDE)]
        probed.errorbar(
            names, [each.value for each in found], whiskers_of(found), fmt="o", capsize=4, label=f"median, {size:,} MB"
        )
    probed.axhline(0, color="grey", linewidth=0.8)
    probed.set_ylabel("ns that neighbours take longer than")
    probed.margins(x=0.4)
    legend_over(searched, 1)
    legend_over(probed)
