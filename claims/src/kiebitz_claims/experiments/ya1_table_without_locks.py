"""A table shared by threads without any check, beside one whose keys are XORed with their data.

Both tables have the same entries, buckets and rules; the lockless one (Hyatt & Mann 2002) stores each key XORed with
its data, so that an entry of which two threads wrote a half each isn't recognised. What that costs is measured with one
thread, where both search the same tree: processor time of both, position by position, now the one first and now the
other. Of several times of the same search the least counts, since what disturbs a search only prolongs it; and over
positions the median, which a few disturbed ones don't move.

What it saves is counted: a table that keeps whole positions beside its 64 key bits sees every hit of an entry that is
not the position's own. Of collisions there are none with 64 bits, so these are torn entries, or positions that the
checker itself read while they were half written. The lockless table hands out no torn entry: what is seen there is the
checker's own share, and is subtracted. Then a match, two threads each, on equal nodes.

With several threads a search doesn't repeat exactly: counts and match scatter.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from kiebitz.arena.match.elo import Estimate
from kiebitz.arena.match.time_control import MatchLimit
from kiebitz.engine import Engine, TableDesign, options_by_name
from kiebitz_claims.claims.claim import Cell, Claim, Result, Table
from kiebitz_claims.claims.documents import YANEURAOU
from kiebitz_claims.claims.drawing import legend_above, whiskers_of
from kiebitz_claims.claims.judging import ELO, Judgement, Prediction, in_all
from kiebitz_claims.claims.plan import Earlier, Plan
from kiebitz_claims.measuring.matches import HEADINGS, Side, elo_of_row, play_match
from kiebitz_claims.measuring.positions import championship_positions, phase_positions
from kiebitz_claims.measuring.progress import Progress
from kiebitz_claims.measuring.searching import probe_counts, search, search_once
from kiebitz_claims.measuring.settings import TODAY
from kiebitz_claims.measuring.statistics import difference, median, rate, scaled

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
ROUNDS, QUICK_ROUNDS = 4, 1
SPEED_MB, TORN_MB = 64, 1
THREADS, QUICK_THREADS = (2, 8), (2,)
PAIRS, QUICK_PAIRS = 200, 1
MATCH_NODES, QUICK_MATCH_NODES = 10_000, 500
EXTREMELY_LITTLE, NEGLIGIBLE_ELO, RARE = 1.02, 5.0, 1.0
MILLION = 1e6
SPEEDS, TORN, MATCH = "Speed with one thread", "Torn entries", "Unlocked against lockless"

COST = Prediction(
    "excluding torn entries costs extremely little",
    "processor time of a search with the lockless table by that with the plain one, median over positions",
    high=EXTREMELY_LITTLE,
    is_ratio=True,
    margin="'extremely little' is two per cent at most",
)
TEARS = Prediction(
    "without it torn entries are hardly ever read",
    "hits of entries that are not the position's, of a million probes of the plain table, less those of the lockless "
    "one, which are the checker's own",
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
    version=2,
    original="置換表のアクセスに関しては排他制御してないですね。lockless hashにすることはできるのですが(極めて小さなコ"
    "ストで排他制御できるのですが)、そのコストすら惜しいということなんでしょうね。",
    translation="For accesses to the table there is no exclusion. It could be made a lockless hash (with which "
    "exclusion is possible at extremely little cost), but even that cost is probably begrudged.",
    qualifiers="“Probably”: why programs do without.",
    predictions=(COST, TEARS, HARMLESS),
    sample=f"one {PHASE} position of each of {GAMES} games of the world championships: {NODES:,} nodes with each table "
    f"of {SPEED_MB} MB, {ROUNDS} times, and with {THREADS[0]} and {THREADS[-1]} threads on a table of {TORN_MB} MB; "
    f"{2 * PAIRS} games at {MATCH_NODES:,} nodes a move",
    control="eight threads on a small table: the checker must see hits of entries that are not the position's, its "
    "own share",
    seeds="the openings are drawn with seed 1",
    earlier=(
        Earlier(
            "undecided",
            "2026-11-23",
            "All hits that were not the position's own counted as torn entries, though the lockless table, which hands "
            "out none, had almost as many (with 8 threads 15 against 16): most were the checker's. And the plain table "
            "was always timed first, once, so that 1.01 (0.971 to 1.05) knew more of disturbances than of the table.",
        ),
    ),
)


def cpu_times(fen: str, nodes: int, lockless_first: bool) -> list[float]:
    """Milliseconds of the processor with the plain and with the lockless table."""
    times = {}
    for policy in (LOCKLESS, PLAIN) if lockless_first else (PLAIN, LOCKLESS):
        design = TableDesign(policy=policy, key_bits=WIDE_BITS)
        times[policy] = search_once(fen, TODAY, hash_mb=SPEED_MB, nodes=nodes, design=design)["cpu_milliseconds"]
    return [times[PLAIN], times[LOCKLESS]]


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
    rounds = QUICK_ROUNDS if quick else ROUNDS
    progress.expect(len(samples) * (rounds + 2 * len(threads)) + pairs)
    speeds: list[tuple[Cell, ...]] = [
        (
            name,
            number,
            *progress.step(
                f"time {number}, {nodes} nodes, {fen}",
                partial(cpu_times, fen, nodes, lockless_first=bool((place + number) % 2)),
            ),
        )
        for number in range(1, rounds + 1)
        for place, (name, fen) in enumerate(samples)
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
            Table(SPEEDS, ("game", "round", f"{PLAIN}, CPU ms", f"{LOCKLESS}, CPU ms"), tuple(speeds)),
            Table(TORN, ("table", "threads", "game", "probes", "hits of others"), tuple(found)),
            Table(MATCH, HEADINGS, (match.row,)),
        ),
        conditions={
            "search": "today's with the classical evaluation",
            "tables": f"buckets of four, {WIDE_BITS} key bits; {SPEED_MB} MB for speed, {TORN_MB} MB else",
            "positions": f"{len(samples)}, {PHASE}, {nodes:,} nodes",
        },
    )


def torn_by_threads(found: dict[tuple[str, int], tuple[int, int]]) -> dict[int, Estimate]:
    """Hits of others of a million probes, the plain table's less those of the lockless one, by threads."""
    return {
        threads: difference(
            *(
                scaled(rate(found[policy, threads][1], found[policy, threads][0]), MILLION)
                for policy in (PLAIN, LOCKLESS)
            )
        )
        for policy, threads in found
        if policy == PLAIN
    }


def judge(
    times: dict[str, list[tuple[float, float]]],
    found: dict[tuple[str, int], tuple[int, int]],
    elo: Estimate,
    games: int,
) -> Judgement:
    """The lockless table costs two per cent at most; one probe in a million reads a torn entry; five Elo at most.

    ``times`` are milliseconds with the plain and the lockless table, round by round of each position, whose least
    count; ``found`` probes and hits of entries that aren't the position's by table and threads: torn is what the plain
    table has of them beyond the lockless one.
    """
    cost = median(
        min(lockless for _, lockless in rounds) / min(plain for plain, _ in rounds) for rounds in times.values()
    )
    tears = {
        f"{threads} threads": TEARS.judged(less, found[PLAIN, threads][0], "probes")
        for threads, less in torn_by_threads(found).items()
    }
    told = "; ".join(
        f"with {threads} threads {found[PLAIN, threads][1]:,} with the plain table, {count:,} with the lockless one, "
        f"of {found[PLAIN, threads][0] / MILLION:.1f} and {probes / MILLION:.1f} million probes"
        for (policy, threads), (probes, count) in found.items()
        if policy == LOCKLESS
    )
    return Judgement(
        (COST.judged(cost, len(times), "positions"), in_all(tears), HARMLESS.judged(elo, games, "games")),
        f"Hits of entries that were not the position's: {told}. What the lockless table has of them is the checker's "
        "own share.",
    )


def kept(result: Result) -> tuple[Any, ...]:
    """The arguments of ``judge``, out of a stored result."""
    times: dict[str, list[tuple[float, float]]] = {}
    for name, _, plain, lockless in result.rows(SPEEDS):
        times.setdefault(name, []).append((plain, lockless))
    found: dict[tuple[str, int], tuple[int, int]] = {}
    for policy, threads, _, probes, count in result.rows(TORN):
        before = found.get((policy, threads), (0, 0))
        found[policy, threads] = before[0] + probes, before[1] + count
    (match,) = result.rows(MATCH)
    return times, found, elo_of_row(*match[3:]), sum(match[:3])


def draw(result: Result, figure: Figure) -> None:
    """Draw what decides: time of each position with both tables, torn entries by threads, and the match."""
    speed, tears, match = figure.subplots(1, 3, width_ratios=(2, 1, 1))
    times, found, elo, _ = kept(result)
    plain, lockless = ([min(each[place] for each in rounds) for rounds in times.values()] for place in (0, 1))
    speed.plot(plain, lockless, "o", alpha=0.7, label="a position")
    ends = [min(plain + lockless), max(plain + lockless)]
    speed.plot(ends, ends, color="grey", linewidth=0.8, label="equal")
    speed.fill_between(
        ends, ends, [EXTREMELY_LITTLE * end for end in ends], color="grey", alpha=0.3, label="up to 2% more"
    )
    speed.set_xlabel("CPU time, plain table, ms")
    speed.set_ylabel("lockless table, ms")
    torn_apart = torn_by_threads(found)
    tears.errorbar(
        [str(threads) for threads in torn_apart],
        [each.value for each in torn_apart.values()],
        whiskers_of(list(torn_apart.values())),
        fmt="o",
        capsize=4,
    )
    tears.axhspan(tears.get_ylim()[0], RARE, color="grey", alpha=0.15)
    tears.set_xlabel("threads")
    tears.set_ylabel("torn entries, of a million probes")
    tears.margins(x=0.4)
    match.errorbar(["plain\nagainst lockless"], [elo.value], whiskers_of([elo]), fmt="o", capsize=4)
    match.axhspan(-NEGLIGIBLE_ELO, max(elo.high, NEGLIGIBLE_ELO), color="grey", alpha=0.15)
    match.set_ylabel("Elo")
    legend_above(figure, speed)
