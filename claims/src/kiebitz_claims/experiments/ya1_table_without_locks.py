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

from typing import Any

from kiebitz.arena.match.elo import Estimate
from kiebitz.arena.match.time_control import MatchLimit
from kiebitz.engine import Engine, TableDesign, options_by_name
from kiebitz_claims.claims.claim import Cell, Result, Table
from kiebitz_claims.claims.drawing import Figure, intervals, legend_above
from kiebitz_claims.claims.judging import Judgement, in_all
from kiebitz_claims.claims.study import Study
from kiebitz_claims.measuring.matches import HEADINGS, Side, elo_of_row, play_match
from kiebitz_claims.measuring.positions import championship_positions, phase_positions
from kiebitz_claims.measuring.progress import Progress
from kiebitz_claims.measuring.searching import probe_counts, search, search_once
from kiebitz_claims.measuring.settings import TODAY
from kiebitz_claims.measuring.statistics import difference, median, rate, scaled

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
NEGLIGIBLE_ELO = 5.0
MILLION = 1e6
SPEEDS, TORN, MATCH = "Speed with one thread", "Torn entries", "Unlocked against lockless"

STUDY = Study(__file__, constants=globals(), most_threads=THREADS[-1], games=2 * PAIRS)
COST, TEARS, HARMLESS = STUDY.predictions.values()


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
                f"time {number}, {nodes} nodes, {fen}", cpu_times, fen, nodes, lockless_first=bool((place + number) % 2)
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
            *progress.step(f"{policy}, {number} threads, {nodes} nodes, {fen}", torn, fen, policy, number, nodes),
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
    speed.fill_between(ends, ends, [COST.high * end for end in ends], color="grey", alpha=0.3, label="up to 2% more")
    speed.set(xlabel="CPU time, plain table, ms", ylabel="lockless table, ms")
    torn_apart = torn_by_threads(found)
    intervals(tears, [str(threads) for threads in torn_apart], torn_apart.values())
    tears.axhspan(tears.get_ylim()[0], TEARS.high, color="grey", alpha=0.15)
    tears.set(xlabel="threads", ylabel="torn entries, of a million probes")
    tears.margins(x=0.4)
    intervals(match, ["plain\nagainst lockless"], [elo])
    match.axhspan(-NEGLIGIBLE_ELO, max(elo.high, NEGLIGIBLE_ELO), color="grey", alpha=0.15)
    match.set_ylabel("Elo")
    legend_above(figure, speed)
