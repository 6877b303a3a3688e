"""A table shared by threads without any check, beside one whose keys are XORed with their data.

Both tables have the same entries, buckets and rules; the lockless one (Hyatt & Mann 2002) stores each key XORed with
its data, so that an entry of which two threads wrote a half each isn't recognised. What that costs is measured with one
thread, where both search the same tree: processor time of the plain table and of the lockless one in turn, position by
position. What it saves is counted: a table that keeps whole positions beside its 64 key bits sees every hit of an entry
that is not the position's own; of collisions there are none with 64 bits, so these are torn entries, or torn positions
beside them: the count is too high rather than too low. Then a match, two threads each, on equal nodes.

With several threads a search doesn't repeat exactly: counts and match scatter.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from kiebitz.engine import Engine, TableDesign, options_by_name
from kiebitz.lab.claims.claim import Cell, Claim, Result, Table
from kiebitz.lab.claims.documents import YANEURAOU
from kiebitz.lab.claims.drawing import legend_above
from kiebitz.lab.claims.judging import ELO, Judgement, Prediction, in_all
from kiebitz.lab.claims.plan import Plan
from kiebitz.lab.measuring.matches import HEADINGS, Side, elo_of_row, play_match
from kiebitz.lab.measuring.positions import championship_positions, phase_positions
from kiebitz.lab.measuring.progress import Progress
from kiebitz.lab.measuring.searching import probe_counts, search, search_once
from kiebitz.lab.measuring.settings import TODAY
from kiebitz.lab.measuring.statistics import geometric_mean, rate, scaled
from kiebitz.match.elo import Estimate
from kiebitz.match.time_control import MatchLimit

if TYPE_CHECKING:
    from matplotlib.figure import Figure

CLAIM = Claim(
    id="YA1",
    title="A shared table without locks",
    statement="Threads may share the table without any exclusion; a lockless table could exclude torn entries at "
    "extremely little cost, but even that isn't worth it.",
    source=YANEURAOU,
)

PLAIN, LOCKLESS = "buckets", "lockless"
WIDE_BITS = 64
PHASE = "middlegame"
GAMES, QUICK_POSITIONS = 60, 2
NODES, QUICK_NODES = 400_000, 5_000
SPEED_MB, TORN_MB = 64, 1
THREADS, QUICK_THREADS = (2, 8), (2,)
PAIRS, QUICK_PAIRS = 200, 1
MATCH_NODES, QUICK_MATCH_NODES = 10_000, 500
EXTREMELY_LITTLE, NEGLIGIBLE_ELO, RARE = 1.02, 5.0, 1.0
MILLION = 1e6
SPEEDS, TORN, MATCH = "Speed with one thread", "Torn entries", "Unlocked against lockless"

COST = Prediction(
    "excluding torn entries costs extremely little",
    "processor time of a search with the lockless table by that with the plain one",
    high=EXTREMELY_LITTLE,
    is_ratio=True,
    margin="'extremely little' is two per cent at most",
)
TEARS = Prediction(
    "without it torn entries are hardly ever read",
    "hits of entries that are not the position's, of a million probes of the plain table",
    high=RARE,
    margin="one in a million",
)
HARMLESS = Prediction(
    "sharing without exclusion is harmless",
    "Elo of the plain table over the lockless one, two threads each",
    -NEGLIGIBLE_ELO,
    unit=ELO,
    margin="what the author calls negligible: less than five",
)
PLAN = Plan(
    version=1,
    original="置換表のアクセスに関しては排他制御してないですね。lockless hashにすることはできるのですが(極めて小さなコ"
    "ストで排他制御できるのですが)、そのコストすら惜しいということなんでしょうね。",
    translation="For accesses to the table there is no exclusion. It could be made a lockless hash (with which "
    "exclusion is possible at extremely little cost), but even that cost is probably begrudged.",
    qualifiers="“Probably”: why programs do without.",
    predictions=(COST, TEARS, HARMLESS),
    sample=f"one {PHASE} position of each of {GAMES} games of the world championships: {NODES:,} nodes with each table "
    f"of {SPEED_MB} MB, and with {THREADS[0]} and {THREADS[-1]} threads on a table of {TORN_MB} MB; {2 * PAIRS} games "
    f"at {MATCH_NODES:,} nodes a move",
    seeds="the openings are drawn with seed 1",
)


def cpu_times(fen: str, nodes: int) -> list[float]:
    """Milliseconds of the processor with the plain and with the lockless table."""
    return [
        search_once(fen, TODAY, hash_mb=SPEED_MB, nodes=nodes, design=TableDesign(policy=policy, key_bits=WIDE_BITS))[
            "cpu_milliseconds"
        ]
        for policy in (PLAIN, LOCKLESS)
    ]


def torn(fen: str, policy: str, threads: int, nodes: int) -> list[int]:
    """Probes of a search by several threads, and hits of entries that were not the position's own."""
    design = TableDesign(policy=policy, key_bits=WIDE_BITS, verify="count")
    with Engine(**options_by_name(TODAY, hash_mb=TORN_MB, threads=threads, table_design=design)) as engine:
        search(engine, fen, nodes=nodes)
        counts = probe_counts(engine)
    return [counts.probes, counts.false_hits + counts.rights_hits]


def measure(quick: bool, progress: Progress) -> Result:
    """Speed, torn entries, and the match."""
    nodes, threads = (QUICK_NODES, QUICK_THREADS) if quick else (NODES, THREADS)
    pairs, match_nodes = (QUICK_PAIRS, QUICK_MATCH_NODES) if quick else (PAIRS, MATCH_NODES)
    chosen = phase_positions(PHASE, QUICK_POSITIONS) if quick else championship_positions(PHASE, slice(GAMES))
    samples = [(sample.name, sample.fen) for sample in chosen]
    progress.expect(len(samples) * (1 + 2 * len(threads)) + pairs)
    speeds: list[tuple[Cell, ...]] = [
        (name, *progress.step(f"time, {nodes} nodes, {fen}", partial(cpu_times, fen, nodes))) for name, fen in samples
    ]
    found: list[tuple[Cell, ...]] = [
        (
            policy,
            number,
            name,
            *progress.step(
                f"{policy}, {number} threads, {nodes} nodes, {fen}", partial(torn, fen, policy, number, nodes)
            ),
        )
        for policy in (PLAIN, LOCKLESS)
        for number in threads
        for name, fen in samples
    ]
    plain, lockless = (
        Side(design=TableDesign(policy=policy, key_bits=WIDE_BITS), hash_mb=TORN_MB, threads=threads[0])
        for policy in (PLAIN, LOCKLESS)
    )
    match = play_match(
        f"{PLAIN} against {LOCKLESS}, {threads[0]} threads, {match_nodes} nodes",
        plain,
        lockless,
        pairs,
        progress,
        match_limit=MatchLimit(nodes=match_nodes),
    )
    return Result(
        tables=(
            Table(SPEEDS, ("game", f"{PLAIN}, CPU ms", f"{LOCKLESS}, CPU ms"), tuple(speeds)),
            Table(TORN, ("table", "threads", "game", "probes", "torn"), tuple(found)),
            Table(MATCH, HEADINGS, (match.row,)),
        ),
        conditions={
            "search": "today's with the classical evaluation",
            "tables": f"buckets of four, {WIDE_BITS} key bits; {SPEED_MB} MB for speed, {TORN_MB} MB else",
            "positions": f"{len(samples)}, {PHASE}, {nodes:,} nodes",
        },
    )


def judge(
    times: list[tuple[float, float]], found: dict[tuple[str, int], tuple[int, int]], elo: Estimate, games: int
) -> Judgement:
    """The lockless table costs two per cent at most; one probe in a million reads a torn entry; five Elo at most.

    ``times`` are milliseconds with the plain and the lockless table, position by position; ``found`` probes and torn
    entries by table and threads.
    """
    cost = geometric_mean(lockless / plain for plain, lockless in times)
    tears = {
        f"{threads} threads": TEARS.judged(scaled(rate(count, probes), MILLION), probes, "probes")
        for (policy, threads), (probes, count) in found.items()
        if policy == PLAIN
    }
    caught = sum(count for (policy, _), (_, count) in found.items() if policy == LOCKLESS)
    return Judgement(
        (COST.judged(cost, len(times), "positions"), in_all(tears), HARMLESS.judged(elo, games, "games")),
        f"With the lockless table {caught:,} such hits were left.",
    )


def kept(result: Result) -> tuple[Any, ...]:
    """What ``judge`` is asked, out of a stored result."""
    found: dict[tuple[str, int], tuple[int, int]] = {}
    for policy, threads, _, probes, count in result.rows(TORN):
        before = found.get((policy, threads), (0, 0))
        found[policy, threads] = before[0] + probes, before[1] + count
    (match,) = result.rows(MATCH)
    return [row[1:] for row in result.rows(SPEEDS)], found, elo_of_row(*match[3:]), sum(match[:3])


def draw(result: Result, figure: Figure) -> None:
    """Processor time of each position with the one table and with the other."""
    axes = figure.add_subplot()
    times, *_ = kept(result)
    axes.plot([plain for plain, _ in times], [lockless for _, lockless in times], "o", alpha=0.7)
    ends = [min(map(min, times)), max(map(max, times))]
    axes.plot(ends, ends, color="grey", linewidth=0.8, label="equal")
    axes.set_xlabel("CPU time with the plain table, ms")
    axes.set_ylabel("with the lockless one, ms")
    legend_above(figure, axes)
