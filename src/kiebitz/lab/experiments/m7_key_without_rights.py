"""What it costs to leave castling rights and en passant out of the key.

First, how often such a key answers for a position that differs in just these: the table keeps whole positions beside
its entries (and 64 key bits, so that nothing else is confused) and counts. Second, whether searches to a fixed depth
come to another move or value because of it. Third, a match at fixed nodes between the two keys, with error bars; 1 Elo
would take hundreds of thousands of games, so a match can only say that nothing large is lost.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from kiebitz.engine import Engine, TableDesign, options_by_name
from kiebitz.lab.claims.claim import Cell, Claim, Measurement, Result, Table
from kiebitz.lab.claims.documents import MINIMAX as MINIMAX_ARTICLE
from kiebitz.lab.claims.drawing import legend_above, whiskers_of
from kiebitz.lab.claims.judging import Judgement, Prediction
from kiebitz.lab.claims.plan import Plan
from kiebitz.lab.measuring.matches import Side, elo_of_row, play_match
from kiebitz.lab.measuring.positions import PHASES, Sample, phase_positions
from kiebitz.lab.measuring.progress import Progress
from kiebitz.lab.measuring.searching import probe_counts, search, search_once
from kiebitz.lab.measuring.settings import STYLES, describe
from kiebitz.lab.measuring.statistics import rate, scaled
from kiebitz.match.elo import Estimate
from kiebitz.match.time_control import MatchLimit

if TYPE_CHECKING:
    from matplotlib.figure import Figure

CLAIM = Claim(
    id="M7",
    title="A key without castling and en passant",
    statement="Castling rights and en passant may be left out of the key: the error is so small that the "
    "effort isn't worth it.",
    source=MINIMAX_ARTICLE,
)

PLANS, QUICK_PLANS = (("ordered", 6), ("today", 11)), (("today", 6),)
POSITIONS, QUICK_POSITIONS = 8, 2
HASH_MB = 16
PAIRS, QUICK_PAIRS = 150, 1
NODES, QUICK_NODES = 3_000, 300
MILLION = 1_000_000
# Next to nothing: whoever uses the reduced key surely doesn't lose more than this.
SMALL_ELO, WORTH = 20, 0.01
WHOLE = TableDesign(key_bits=64)
REDUCED = TableDesign(key_bits=64, key="reduced")
COUNTED = TableDesign(key_bits=64, key="reduced", verify="count")
BY_PHASE, MATCH = "Wrong rights, and what they change", "Reduced against whole key"
EACH = "Every position"
COUNTS = ("probes", "hits", "wrong", "other move", "difference")
"""What is counted of a position, as ``compare`` names it."""

SMALL = Prediction(
    "the error is small",
    "Elo of the reduced key against the whole one",
    -SMALL_ELO,
    unit="Elo",
    margin="small is a loss of no more than 20 Elo, the least that 300 games come near to showing",
)
EFFORT = Prediction(
    "the effort isn't worth it",
    "nodes a second with the reduced key by those with the whole one",
    1 - WORTH,
    is_ratio=True,
    margin="an effort of less than a hundredth of the time would be worth it",
)
PLAN = Plan(
    version=1,
    original="Rochadestatus und enpassant kann man allerdings vernachlässigen, der Fehler dabei ist so gering, dass "
    "der Aufwand nicht gerechtfertigt ist.",
    translation="Castling rights and en passant may be neglected, however; the error is so small that the effort isn't "
    "justified.",
    predictions=(SMALL, EFFORT),
    sample=f"a match of {2 * PAIRS} games at {NODES:,} nodes a move; beside it {POSITIONS} positions a phase with each "
    f"search",
    seeds="the openings are drawn with seed 1",
)


def compare(sample: Sample, style: str, depth: int) -> dict[str, int]:
    """Hits with wrong rights, and whether move and value are the whole key's."""
    with Engine(**options_by_name(STYLES[style], hash_mb=HASH_MB, table_design=COUNTED)) as engine:
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


def measure(quick: bool, progress: Progress) -> Result:
    """Count, compare, play."""
    plans = QUICK_PLANS if quick else PLANS
    positions = QUICK_POSITIONS if quick else POSITIONS
    pairs, nodes = (QUICK_PAIRS, QUICK_NODES) if quick else (PAIRS, NODES)
    progress.expect(len(plans) * len(PHASES) * positions + pairs)
    rows = []
    each: list[tuple[Cell, ...]] = []
    for style, depth in plans:
        for phase in PHASES:
            samples = phase_positions(phase, positions)
            found = [
                progress.step(f"{style}, {phase}, {sample.name}, depth {depth}", partial(compare, sample, style, depth))
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
    match = play_match(
        f"reduced against whole key, {nodes} nodes",
        Side(design=REDUCED, hash_mb=HASH_MB),
        Side(design=WHOLE, hash_mb=HASH_MB),
        pairs,
        progress,
        match_limit=MatchLimit(nodes=nodes),
    )
    elo = match.elo
    return Result(
        measurements=(
            Measurement("Elo of the reduced key", elo.value if match.games else 0.0, "Elo", error=_finite(elo.error)),
            *(Measurement(f"wrong rights a million probes, {row[0]}, {row[1]}", row[5]) for row in rows),
        ),
        tables=(
            Table(
                BY_PHASE,
                (
                    "search",
                    "phase",
                    "positions",
                    "probes",
                    "wrong rights",
                    "a million",
                    "other move",
                    "most centipawns",
                ),
                tuple(rows),
            ),
            Table(
                MATCH,
                ("games", "nodes a move", "score", "Elo", "low", "high"),
                ((match.games, nodes, *match.score_and_elo),),
            ),
            Table(
                EACH,
                ("search", "phase", "game", "probes", "hits", "wrong rights", "other move", "centipawns apart"),
                tuple(each),
            ),
        ),
        conditions={
            "searches": ", ".join(f"{style} to depth {depth}" for style, depth in plans)
            + f", {HASH_MB} MB, 64 key bits; {describe([style for style, _ in plans])}",
            "match": f"{match.games} games, {nodes:,} nodes a move, today's search, 8moves_v3, colours swapped",
        },
    )


def judge(rates: dict[str, float], changed: int, searched: int, elo: Estimate, games: int) -> Judgement:
    """The match decides on the error; what the effort is has not been measured.

    Told are wrong rights for each million probes of today's search, by phase, and how many searches changed.
    """
    return Judgement(
        (SMALL.judged(elo, games, "games"), EFFORT.undecided("not measured")),
        "Hits with wrong rights for each million probes, today's search: "
        + ", ".join(f"{phase} {rate:,.0f}" for phase, rate in rates.items())
        + f"; {changed} of {searched} searches come to another move.",
    )


def kept(result: Result) -> tuple[Any, ...]:
    """What ``judge`` is asked, out of a stored result."""
    rows = result.rows(BY_PHASE)
    ((games, _, *elo),) = result.rows(MATCH)
    rates = {row[1]: row[5] for row in rows}
    return rates, sum(row[6] for row in rows), sum(row[2] for row in rows), elo_of_row(*elo), games


def _finite(error: float) -> float | None:
    """An error that can be written down; None if nothing is known of it."""
    return error if error < MILLION else None


def draw(result: Result, figure: Figure) -> None:
    """Wrong rights by phase and search, with the interval of what was counted."""
    axes = figure.add_subplot()
    for number, style in enumerate(result.table(BY_PHASE).values("search")):
        rates = [scaled(rate(row[4], row[3]), MILLION) for row in result.rows(BY_PHASE) if row[0] == style]
        places = [place + 0.2 * number for place in range(len(rates))]
        axes.errorbar(places, [each.value for each in rates], whiskers_of(rates), fmt="o", capsize=4, label=style)
    axes.set_xticks([place + 0.1 for place in range(len(PHASES))], PHASES)
    axes.set_ylabel("hits with wrong rights, a million probes")
    legend_above(figure, axes)
