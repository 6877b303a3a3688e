"""What a full table costs: nodes to a depth by the table's size, set against how full it was.

Positions are searched to one depth with tables from very small to so large that they stay nearly empty. The nodes
needed beyond those of the largest table are what was lost by overwriting; beside them stands the use in permille that
a program would have shown at the end. Middlegames and endings are kept apart, because transpositions are more common
with few men. The compact default table, empty before each search; nodes repeat exactly.

Two searches: one of old, whose nodes to a depth are all that the table can change; and today's, which searches less
deep where the table knows no move (internal iterative reduction): what it loses by overwriting it loses partly in
quality, not in nodes, so that its figures show less than the whole loss.
"""

from __future__ import annotations

from functools import partial
from statistics import fmean
from typing import TYPE_CHECKING, Any

from kiebitz.engine import TableDesign
from kiebitz.lab.claims.claim import Cell, Claim, Measurement, Result, Table, Verdict
from kiebitz.lab.claims.documents import YANEURAOU
from kiebitz.lab.measuring.positions import phase_positions
from kiebitz.lab.measuring.progress import Progress
from kiebitz.lab.measuring.searching import search_once
from kiebitz.lab.measuring.settings import STYLES, describe
from kiebitz.lab.measuring.statistics import geometric_mean
from kiebitz.match.elo import Estimate

if TYPE_CHECKING:
    from matplotlib.figure import Figure

CLAIM = Claim(
    id="Y1",
    title="Efficiency by use of the table",
    statement="At 90% use and more the search loses 20 to 70% of its efficiency; losses begin at 10% already.",
    source=YANEURAOU,
)

SIZES_MB, QUICK_SIZES_MB = (1, 2, 4, 8, 16, 32, 64), (1, 16)
# Search, phase, depth, positions: many times as many nodes as the smallest table has entries.
PLANS = (
    ("ordered", "middlegame", 8, 6),
    ("ordered", "ending", 11, 6),
    ("today", "middlegame", 14, 6),
    ("today", "ending", 17, 6),
)
QUICK_PLANS = (("today", "ending", 6, 2),)
FULL_PERMILLE, FIRST_PERMILLE = 900, 100
CLAIMED_LOSS = (0.2, 0.7)
DESIGN = TableDesign(hashfull="used")
BY_SIZE, EACH = "By size", "Every search"


def spend(fen: str, style: str, depth: int, size_mb: int) -> list[int]:
    """Nodes, and use in permille at the end."""
    found = search_once(fen, STYLES[style], hash_mb=size_mb, depth=depth, design=DESIGN)
    return [found["nodes"], found["permille"]]


def measure(quick: bool, progress: Progress) -> Result:
    """Every size over the same positions."""
    plans, sizes = (QUICK_PLANS, QUICK_SIZES_MB) if quick else (PLANS, SIZES_MB)
    progress.expect(sum(count for _, _, _, count in plans) * len(sizes))
    each: list[tuple[Cell, ...]] = []
    rows = []
    losses: list[tuple[str, float, Estimate]] = []
    for style, phase, depth, count in plans:
        spent: dict[int, list[list[int]]] = {size: [] for size in sizes}
        for sample in phase_positions(phase, count):
            for size in sizes:
                found = progress.step(
                    f"{style}, {phase}, depth {depth}, {size} MB, {sample.name}",
                    partial(spend, sample.fen, style, depth, size),
                )
                spent[size].append(found)
                each.append((f"{style}, {phase}", sample.name, size, *found))
        for size in sizes:
            mean = geometric_mean(
                ours[0] / theirs[0] for ours, theirs in zip(spent[size], spent[sizes[-1]], strict=True)
            )
            permille = fmean(permille for _, permille in spent[size])
            losses.append((f"{style}, {phase}", permille, mean))
            rows.append((f"{style}, {phase}", depth, size, permille, mean.value, mean.low, mean.high))
    verdict, why = judge(losses)
    return Result(
        verdict=verdict,
        why=why,
        measurements=tuple(
            Measurement(
                f"nodes against {sizes[-1]} MB, {phase}, {permille:.0f} permille used", mean.value, error=mean.error
            )
            for phase, permille, mean in losses
            if mean.error
        ),
        tables=(
            Table(BY_SIZE, ("search", "depth", "MB", "permille", "nodes", "low", "high"), tuple(rows)),
            Table(EACH, ("search", "game", "MB", "nodes", "permille"), tuple(each)),
        ),
        conditions={
            "nodes": f"to the depth, by those with {sizes[-1]} MB; geometric mean over positions with its 95% interval",
            "permille": "of the first 1000 entries in use at the end, mean over positions",
            "searches": describe(["ordered", "today"]),
        },
    )


def judge(losses: list[tuple[str, float, Estimate]]) -> tuple[Verdict, str]:
    """Efficiency is depth reached for effort: its loss is 1 - 1 / (nodes against the largest table)."""
    full = {search: mean for search, permille, mean in reversed(losses) if permille >= FULL_PERMILLE}
    begins = {
        search: min((permille for other, permille, mean in losses if other == search and mean.low > 1), default=None)
        for search in full
    }
    said = "; ".join(
        f"{search}: {loss(mean.value):.0%} ({loss(mean.low):.0%} to {loss(mean.high):.0%}), "
        + (
            f"a sure loss from {start:.0f} permille on"
            if (start := begins[search]) is not None
            else "no sure loss at all"
        )
        for search, mean in full.items()
    )
    why = (
        f"Lost by the smallest table, more than 90% full, against the largest, {said or 'nothing: no table was full'}."
    )
    if not full:
        return Verdict.UNDECIDED, why
    low, high = CLAIMED_LOSS
    in_range = [loss(mean.high) >= low and loss(mean.low) <= high for mean in full.values()]
    early = [start is not None and start <= 2 * FIRST_PERMILLE for start in begins.values()]
    if all(in_range) and any(early):
        return Verdict.HOLDS, why
    return (Verdict.CONDITIONALLY if any(in_range) or any(early) else Verdict.FAILS), why


def loss(ratio: float) -> float:
    """The share of efficiency lost when this many times the nodes are needed."""
    return 1 - 1 / ratio


def kept(result: Result) -> tuple[Any, ...]:
    """What ``judge`` is asked, out of a stored result."""
    return ([(row[0], row[3], Estimate(*row[4:])) for row in result.rows(BY_SIZE)],)


def draw(result: Result, figure: Figure) -> None:
    """Nodes against the largest table, by use."""
    axes = figure.add_subplot()
    table = result.table(BY_SIZE)
    for phase in table.values("search"):
        permille, ratios = table.numbers("permille", search=phase), table.numbers("nodes", search=phase)
        lows, highs = table.numbers("low", search=phase), table.numbers("high", search=phase)
        errors = [
            [ratio - end for ratio, end in zip(ratios, lows, strict=True)],
            [end - ratio for ratio, end in zip(ratios, highs, strict=True)],
        ]
        axes.errorbar(permille, ratios, yerr=errors, marker="o", capsize=2, label=phase)
    low, high = (1 / (1 - share) for share in CLAIMED_LOSS)
    axes.fill_between([FULL_PERMILLE, 1000], low, high, color="grey", alpha=0.2, label="claimed from 90% on")
    axes.axhline(1, color="grey", linewidth=0.8)
    axes.set_yscale("log")
    axes.set_yticks([0.5, 0.75, 1, 1.25, 1.5, 2, 3], ["0.5", "0.75", "1", "1.25", "1.5", "2", "3"])
    axes.minorticks_off()
    axes.set_xlabel("entries in use at the end, permille")
    axes.set_ylabel("nodes to the depth / with the largest table")
    axes.legend()
