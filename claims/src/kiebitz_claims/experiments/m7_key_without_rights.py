"""Cost of leaving castling rights and en passant out of the key.

First, how often such a key answers for a position that differs in just these: the table keeps whole positions beside
its entries (and 64 key bits, so that nothing else is confused) and counts. Second, whether searches to a fixed depth
come to another move or value because of it. Third, a match at fixed nodes between the two keys, with error bars; 1 Elo
would take hundreds of thousands of games, so a match can only say that nothing large is lost.

Fourth, the effort. The reduced key is made here of the whole one, by taking castling rights and en passant out again at
each question: the same operations that keeping them in costs a move, once more, up to three times a node. So what a
search of so many nodes takes longer with the reduced key is about what leaving both out would save, or more. Both are
timed in turn on every position, by time of the processor.
"""

from __future__ import annotations

from typing import Any

from kiebitz.arena.match.elo import Estimate
from kiebitz.arena.match.time_control import MatchLimit
from kiebitz.engine import Engine, TableDesign, options_by_name
from kiebitz_claims.claims.claim import Cell, Measurement, Result
from kiebitz_claims.claims.drawing import Figure, intervals, legend_above
from kiebitz_claims.claims.judging import Judgement
from kiebitz_claims.claims.study import Study
from kiebitz_claims.measuring.matches import OUTCOME, Side, elo_of_row, play_match
from kiebitz_claims.measuring.positions import PHASES, Sample, championship_positions
from kiebitz_claims.measuring.progress import Progress
from kiebitz_claims.measuring.searching import probe_counts, search, search_once
from kiebitz_claims.measuring.settings import STYLES, describe, with_table
from kiebitz_claims.measuring.statistics import geometric_mean, rate, scaled

PLANS, QUICK_PLANS = (("ordered", 6), ("today", 11)), (("today", 6),)
GAMES, QUICK_GAMES = 20, 2
HASH_MB = 16
PAIRS, QUICK_PAIRS = 1_000, 1
SEED = 701
NODES, QUICK_NODES = 3_000, 300
# Of each timed search, and how often it is timed with each key.
TIMED_NODES, QUICK_TIMED_NODES, TURNS = 300_000, 3_000, 3
MILLION = 1_000_000
LEAST_MS = 1.0
"""Shorter times are taken for this long."""
WHOLE = TableDesign(key_bits=64)
REDUCED = TableDesign(key_bits=64, key="reduced")
COUNTED = TableDesign(key_bits=64, key="reduced", verify="count")
BY_PHASE, MATCH = "Wrong rights, and what they change", "Reduced against whole key"
EFFORTS = "Time with each key"
COUNTS = ("probes", "hits", "wrong", "other move", "difference")
"""The counts of a position, as ``compare`` names them."""

STUDY = Study(__file__, constants=globals(), outcome=OUTCOME, games=2 * PAIRS)
SMALL, EFFORT = STUDY.predictions.values()


def compare(sample: Sample, style: str, depth: int) -> dict[str, int]:
    """Hits with wrong rights, and whether move and value are the whole key's."""
    with Engine(**options_by_name(with_table(STYLES[style], COUNTED), hash_mb=HASH_MB)) as engine:
        reduced = search(engine, sample.fen, depth=depth)
        counts = probe_counts(engine)
    whole = search_once(sample.fen, STYLES[style], hash_mb=HASH_MB, depth=depth, design=WHOLE)
    return {
        "probes": counts.probes,
        "hits": counts.hits,
        "wrong": counts.rights_hits,
        "other move": int(reduced["move"] != whole["move"]),
        "difference": abs(reduced["centipawns"] - whole["centipawns"]),
    }


def timed(sample: Sample, nodes: int) -> list[float]:
    """Milliseconds of the processor with the whole key and with the reduced one, in turn; the least of each."""
    taken: dict[TableDesign, list[float]] = {WHOLE: [], REDUCED: []}
    for _ in range(TURNS):
        for design, times in taken.items():
            found = search_once(sample.fen, STYLES["today"], hash_mb=HASH_MB, nodes=nodes, design=design)
            times.append(max(found["cpu_milliseconds"], LEAST_MS) / found["nodes"])
    return [nodes * min(times) for times in taken.values()]


def measure(quick: bool, progress: Progress) -> Result:
    """Count, compare, time, play."""
    plans = QUICK_PLANS if quick else PLANS
    by_phase = {phase: championship_positions(phase) for phase in PHASES}
    by_phase = {phase: found[-QUICK_GAMES:] if quick else found[:GAMES] for phase, found in by_phase.items()}
    timed_nodes = QUICK_TIMED_NODES if quick else TIMED_NODES
    pairs, nodes = (QUICK_PAIRS, QUICK_NODES) if quick else (PAIRS, NODES)
    progress.expect((len(plans) + 1) * sum(map(len, by_phase.values())) + pairs)
    rows = []
    each: list[tuple[Cell, ...]] = []
    for style, depth in plans:
        for phase, samples in by_phase.items():
            found = [
                progress.step(f"{style}, {phase}, {sample.name}, depth {depth}", compare, sample, style, depth)
                for sample in samples
            ]
            each += [
                (style, phase, sample.name, *(counts[name] for name in COUNTS))
                for sample, counts in zip(samples, found, strict=True)
            ]
            probes, wrong = (sum(counts[name] for counts in found) for name in ("probes", "wrong"))
            rows.append(
                (
                    style,
                    phase,
                    len(found),
                    probes,
                    wrong,
                    wrong / probes * MILLION,
                    sum(counts["other move"] for counts in found),
                    max(counts["difference"] for counts in found),
                )
            )
    times: list[tuple[Cell, ...]] = []
    for phase, samples in by_phase.items():
        for sample in samples:
            whole, reduced = progress.step(
                f"time of {timed_nodes:,} nodes, {phase}, {sample.name}", timed, sample, timed_nodes
            )
            times.append((phase, sample.name, whole, reduced, 100 * (reduced / whole - 1)))
    match = play_match(
        f"reduced against whole key, {nodes} nodes",
        Side(design=REDUCED, hash_mb=HASH_MB),
        Side(design=WHOLE, hash_mb=HASH_MB),
        pairs,
        progress,
        match_limit=MatchLimit(nodes=nodes),
        openings_seed=SEED,
    )
    elo = match.elo
    return STUDY.result(
        rows,
        ((match.games, nodes, *match.outcome),),
        times,
        each,
        figures=(
            Measurement("Elo of the reduced key", elo.value if match.games else 0.0, "Elo", error=_finite(elo.error)),
            *(Measurement(f"wrong rights a million probes, {row[0]}, {row[1]}", row[5]) for row in rows),
        ),
        conditions={
            "searches": ", ".join(f"{style} to depth {depth}" for style, depth in plans)
            + f", {HASH_MB} MB, 64 key bits; {describe([style for style, _ in plans])}",
            "match": f"{match.games} games, {nodes:,} nodes a move, today's search, 8moves_v3, colours swapped",
        },
    )


def judge(
    rates: dict[str, float],
    changed: tuple[int, int],
    match: tuple[Estimate, int],
    times: list[tuple[str, float]],
) -> Judgement:
    """The match decides on the error, the time that the reduced key takes longer on the effort.

    ``changed`` are searches that come to another move, of how many; ``match`` Elo and games;
    ``times`` are games and time with the reduced key by that with the whole one, of every position.

    Told are wrong rights for each million probes of today's search, by phase, and how many searches changed.
    """
    return Judgement(
        (
            SMALL.judged(*match, "games"),
            EFFORT.judged(longer(times), len({game for game, _ in times}), "games"),
        ),
        "Hits with wrong rights for each million probes, today's search: "
        + ", ".join(f"{phase} {rate:,.0f}" for phase, rate in rates.items())
        + f"; {changed[0]} of {changed[1]} searches come to another move.",
    )


def longer(times: list[tuple[str, float]]) -> Estimate:
    """Per cent that the reduced key takes longer, by games and ratios."""
    ratio = geometric_mean((each for _, each in times), [game for game, _ in times])
    return Estimate(*(100 * (end - 1) for end in (ratio.value, ratio.low, ratio.high)))


def kept(result: Result) -> tuple[Any, ...]:
    """The arguments of ``judge``, out of a stored result."""
    rows = result.rows(BY_PHASE)
    ((games, _, *elo),) = result.rows(MATCH)
    rates = {row[1]: row[5] for row in rows}
    changed = sum(row[6] for row in rows), sum(row[2] for row in rows)
    times = [(game, reduced / whole) for _, game, whole, reduced, _ in result.rows(EFFORTS)]
    return rates, changed, (elo_of_row(*elo), games), times


def _finite(error: float) -> float | None:
    """An error that can be written down; None if nothing is known of it."""
    return error if error < MILLION else None


def draw(result: Result, figure: Figure) -> None:
    """Wrong rights by phase and search, with the interval of what was counted."""
    axes = figure.add_subplot()
    for number, style in enumerate(result.table(BY_PHASE).values("search")):
        rates = [scaled(rate(row[4], row[3]), MILLION) for row in result.rows(BY_PHASE) if row[0] == style]
        places = [place + 0.2 * number for place in range(len(rates))]
        intervals(axes, places, rates, label=style)
    axes.set_xticks([place + 0.1 for place in range(len(PHASES))], PHASES)
    axes.set_ylabel("hits with wrong rights, a million probes")
    legend_above(figure, axes)
