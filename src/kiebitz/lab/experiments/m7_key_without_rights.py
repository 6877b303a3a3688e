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
from kiebitz.lab.claims.claim import Claim, Measurement, Result, Table, Verdict
from kiebitz.lab.claims.documents import MINIMAX as MINIMAX_ARTICLE
from kiebitz.lab.measuring.matches import Side, elo_of_row, play_match
from kiebitz.lab.measuring.positions import PHASES, Sample, phase_positions
from kiebitz.lab.measuring.progress import Progress
from kiebitz.lab.measuring.searching import probe_counts, search, search_once
from kiebitz.lab.measuring.settings import STYLES, describe
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
SMALL_ELO = 20
WHOLE = TableDesign(key_bits=64)
REDUCED = TableDesign(key_bits=64, key="reduced")
COUNTED = TableDesign(key_bits=64, key="reduced", verify="count")
BY_PHASE, MATCH = "Wrong rights, and what they change", "Reduced against whole key"


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
    for style, depth in plans:
        for phase in PHASES:
            found = [
                progress.step(f"{style}, {phase}, {sample.name}, depth {depth}", partial(compare, sample, style, depth))
                for sample in phase_positions(phase, positions)
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
    rates = {row[1]: row[5] for row in rows}
    changed, searched = sum(row[6] for row in rows), sum(row[2] for row in rows)
    verdict, why = judge(rates, changed, searched, elo, (match.games, nodes))
    return Result(
        verdict=verdict,
        why=why,
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
        ),
        conditions={
            "searches": ", ".join(f"{style} to depth {depth}" for style, depth in plans)
            + f", {HASH_MB} MB, 64 key bits; {describe([style for style, _ in plans])}",
            "match": f"{match.games} games, {nodes:,} nodes a move, today's search, 8moves_v3, colours swapped",
        },
    )


def judge(
    rates: dict[str, float], changed: int, searched: int, elo: Estimate, match: tuple[int, int]
) -> tuple[Verdict, str]:
    """The match decides; the wrong rights for each million probes by phase, and the changed moves, are told.

    ``match`` are its games and nodes a move.
    """
    games, nodes = match
    why = (
        "Hits with wrong rights for each million probes, today's search: "
        + ", ".join(f"{phase} {rate:,.0f}" for phase, rate in rates.items())
        + f"; {changed} of {searched} searches come to another move; in {games} games at {nodes:,} nodes the reduced"
        f" key is worth {elo.value:+.0f} Elo ({elo.low:+.0f} to {elo.high:+.0f})."
    )
    if elo.low > -SMALL_ELO:
        return Verdict.HOLDS, why
    return (Verdict.FAILS if elo.high < 0 else Verdict.UNDECIDED), why


def kept(result: Result) -> tuple[Any, ...]:
    """What ``judge`` is asked, out of a stored result."""
    rows = result.rows(BY_PHASE)
    ((games, nodes, *elo),) = result.rows(MATCH)
    rates = {row[1]: row[5] for row in rows}
    return rates, sum(row[6] for row in rows), sum(row[2] for row in rows), elo_of_row(*elo), (games, nodes)


def _finite(error: float) -> float | None:
    """An error that can be written down; None if nothing is known of it."""
    return error if error < MILLION else None


def draw(result: Result, figure: Figure) -> None:
    """Wrong rights by phase and search."""
    axes = figure.add_subplot()
    table = result.table(BY_PHASE)
    styles = table.values("search")
    for number, style in enumerate(styles):
        places = [place + (number - (len(styles) - 1) / 2) * 0.35 for place in range(len(PHASES))]
        axes.bar(places, table.numbers("a million", search=style), width=0.33, label=style)
    axes.set_xticks(range(len(PHASES)), PHASES)
    axes.set_ylabel("hits with wrong rights, a million probes")
    axes.legend()
