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

import math
from functools import partial
from statistics import fmean
from typing import TYPE_CHECKING, Any

from kiebitz.engine import TableDesign
from kiebitz.lab.claims.claim import Cell, Claim, Measurement, Result, Table
from kiebitz.lab.claims.documents import YANEURAOU
from kiebitz.lab.claims.drawing import legend_above, whiskers
from kiebitz.lab.claims.judging import Judgement, Part, Prediction, in_all
from kiebitz.lab.claims.plan import Earlier, Plan
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
CLAIMED_LOSS, NOTICEABLE = (0.2, 0.7), 1.0
ORDERED = "ordered"
DESIGN = TableDesign(hashfull="used")
BY_SIZE, EACH = "By size", "Every search"

FULL = Prediction(
    "20 to 70% of the efficiency lost at 90% use and more",
    "nodes that the smallest table over 90% full costs beyond those of the largest, by its own",
    100 * CLAIMED_LOSS[0],
    100 * CLAIMED_LOSS[1],
    "%",
)
BEGINS = Prediction(
    "losses begin at 10% use already",
    "the same of the table whose use is nearest to 10%, up to twice that",
    NOTICEABLE,
    unit="%",
    margin="a loss that has begun is one per cent",
)
PLAN = Plan(
    version=1,
    original="定量的な値を出すのは難しいですが、HASH使用率90%以上だとメモリが潤沢にある状況に比べると20%~70%ぐらいの性"
    "能ダウンにはなるのではないでしょうか。… HASH使用率10%であろうと効率の低下は始まっています。",
    translation="It is difficult to give a quantitative value, but with 90% of the hash in use and more, isn't it "
    "about 20 to 70% less performance compared with plenty of memory? … Even at 10% use the decline of efficiency has "
    "begun.",
    qualifiers="“Difficult to give a quantitative value”, “about”, put as a question.",
    predictions=(FULL, BEGINS),
    sample="; ".join(
        f"{count} positions of the {phase} to depth {depth} with {style}" for style, phase, depth, count in PLANS
    )
    + "; nodes are no strength: today's search loses quality instead, so it decides nothing",
    earlier=(
        Earlier(
            "does not hold",
            "2026-11-21",
            "The first runs searched too little to overfill the smallest table (6% lost in ordered endings). The next "
            "one, which searched deeper, was kept because it overfilled more: the sample was changed after its result "
            "was known.",
        ),
        Earlier(
            "holds under conditions",
            "2026-11-22",
            "An interval that touched the range counted as lying in it, and of four searches one was enough. Each is "
            "now asked whether its whole interval lies in the range.",
        ),
    ),
)


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
    return Result(
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


def judge(losses: list[tuple[str, float, Estimate]], counts: dict[str, int]) -> Judgement:
    """Every ordered search must lose as much as claimed; efficiency is depth for effort, so 1 - 1 / (nodes by nodes).

    ``losses`` are nodes by those of the largest table, by search and use in permille, the smallest table first.
    ``counts`` are positions by search. Today's search is told only: its nodes don't show the whole loss.
    """
    full: dict[str, Part] = {}
    first: dict[str, Part] = {}
    told = {}
    for search, count in counts.items():
        by_use = [(permille, lost(mean)) for other, permille, mean in losses if other == search]
        permille, loss = by_use[0]
        if not search.startswith(ORDERED):
            told[search] = loss
            continue
        sample = count, "positions"
        doubt = f"the smallest table was only {permille:.0f} permille full"
        full[search] = FULL.judged(loss, *sample) if permille >= FULL_PERMILLE else FULL.undecided(doubt)
        permille, loss = min(by_use[:-1], key=lambda found: abs(found[0] - FIRST_PERMILLE))
        doubt = f"the emptiest table was {permille:.0f} permille full"
        first[search] = BEGINS.judged(loss, *sample) if permille <= 2 * FIRST_PERMILLE else BEGINS.undecided(doubt)
    missing = "no such search was made"
    return Judgement(
        (
            in_all(full) if full else FULL.undecided(missing),
            in_all(first) if first else BEGINS.undecided(missing),
        ),
        "Nodes that today's search loses with the smallest table: "
        + (
            ", ".join(
                f"{search} {loss.value:.0f}% ({loss.low:.0f} to {loss.high:.0f})" for search, loss in told.items()
            )
            or "not measured"
        )
        + ".",
    )


def lost(ratio: Estimate) -> Estimate:
    """The share of efficiency lost, per cent, when so many times the nodes are needed."""
    return Estimate(*(100 * (1 - 1 / end) if end > 0 else -math.inf for end in (ratio.value, ratio.low, ratio.high)))


def kept(result: Result) -> tuple[Any, ...]:
    """What ``judge`` is asked, out of a stored result."""
    games: dict[str, set[str]] = {}
    for search, game, *_ in result.rows(EACH):
        games.setdefault(search, set()).add(game)
    losses = [(row[0], row[3], Estimate(*row[4:])) for row in result.rows(BY_SIZE)]
    return losses, {search: len(names) for search, names in games.items()}


def draw(result: Result, figure: Figure) -> None:
    """Nodes against the largest table, by use."""
    axes = figure.add_subplot()
    table = result.table(BY_SIZE)
    for phase in table.values("search"):
        permille, ratios = table.numbers("permille", search=phase), table.numbers("nodes", search=phase)
        lows, highs = table.numbers("low", search=phase), table.numbers("high", search=phase)
        errors = whiskers(ratios, lows, highs)
        axes.errorbar(permille, ratios, yerr=errors, marker="o", capsize=2, label=phase)
    low, high = (1 / (1 - share) for share in CLAIMED_LOSS)
    axes.fill_between([FULL_PERMILLE, 1000], low, high, color="grey", alpha=0.2, label="claimed from 90% on")
    axes.axhline(1, color="grey", linewidth=0.8)
    axes.set_yscale("log")
    axes.set_yticks([0.5, 0.75, 1, 1.25, 1.5, 2, 3], ["0.5", "0.75", "1", "1.25", "1.5", "2", "3"])
    axes.minorticks_off()
    axes.set_xlabel("entries in use at the end, permille")
    axes.set_ylabel("nodes to the depth / with the largest table")
    legend_above(figure, axes, 3)
