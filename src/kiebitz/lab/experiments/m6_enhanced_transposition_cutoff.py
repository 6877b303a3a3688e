"""Enhanced transposition cutoff: looking every move's position up before searching any.

Positions are searched to a fixed depth without it and with it, from a least remaining depth on: from 2 almost
everywhere, from 6 or 8 near the root only. Nodes repeat exactly, but don't show what the looking costs, since every
move has to be made for it; so the processor's time is given, too, which other programs on the machine blur a little.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from kiebitz.lab.claims.claim import Claim, Measurement, Result, Table, Verdict
from kiebitz.lab.claims.documents import MINIMAX as MINIMAX_ARTICLE
from kiebitz.lab.measuring.positions import PHASES, Sample, phase_positions
from kiebitz.lab.measuring.progress import Progress
from kiebitz.lab.measuring.searching import search_once
from kiebitz.lab.measuring.settings import STYLES, describe
from kiebitz.lab.measuring.statistics import geometric_mean
from kiebitz.match.elo import Estimate

if TYPE_CHECKING:
    from matplotlib.figure import Figure

CLAIM = Claim(
    id="M6",
    title="Enhanced transposition cutoff",
    statement="Enhanced transposition cutoff does not pay in chess, where transpositions are too rare for what it "
    "costs; in more complex games it pays at most near the root.",
    source=MINIMAX_ARTICLE,
)

MIN_DEPTHS, QUICK_LEAST_DEPTHS = (2, 3, 4, 6, 8), (2, 4)
PLANS, QUICK_PLANS = (("ordered", 7, 4), ("today", 12, 6)), (("today", 6, 1),)
HASH_MB = 64
BY_DEPTH = "Against none"


def spend(sample: Sample, style: str, depth: int, least_depth: int | None) -> list[float]:
    """Nodes and milliseconds of processor time to the depth; ``least_depth`` None is without the technique."""
    settings = dict(STYLES[style])
    if least_depth is not None:
        settings |= {"enhanced_transposition_cutoff": 1, "enhanced_transposition_cutoff_depth": least_depth}
    found = search_once(sample.fen, settings, hash_mb=HASH_MB, depth=depth)
    return [found["nodes"], found["cpu_milliseconds"]]


def measure(quick: bool, progress: Progress) -> Result:
    """Every least depth over the same positions."""
    plans, least_depths = (QUICK_PLANS, QUICK_LEAST_DEPTHS) if quick else (PLANS, MIN_DEPTHS)
    progress.expect(sum(count for _, _, count in plans) * len(PHASES) * (1 + len(least_depths)))
    rows = []
    means: dict[tuple[str, int], tuple[Estimate, Estimate]] = {}
    for style, depth, count in plans:
        samples = [sample for phase in PHASES for sample in phase_positions(phase, count)]
        spent: dict[int | None, list[list[float]]] = {None: []}
        for sample in samples:
            for least_depth in (None, *least_depths):
                spent.setdefault(least_depth, []).append(
                    progress.step(
                        f"{style}, depth {depth}, from {least_depth}, {sample.name} {sample.fen}",
                        partial(spend, sample, style, depth, least_depth),
                    )
                )
        for least_depth in least_depths:
            pairs = list(zip(spent[least_depth], spent[None], strict=True))
            nodes = geometric_mean(with_it[0] / without[0] for with_it, without in pairs)
            time = geometric_mean(max(with_it[1], 1) / max(without[1], 1) for with_it, without in pairs)
            means[style, least_depth] = (nodes, time)
            rows.append(
                (style, least_depth, len(pairs), nodes.value, nodes.low, nodes.high, time.value, time.low, time.high)
            )
    verdict, why = judge(means)
    return Result(
        verdict=verdict,
        why=why,
        measurements=tuple(
            Measurement(f"{name} with it by {name} without, {style}, from depth {least}", mean.value, error=mean.error)
            for (style, least), pair in means.items()
            for name, mean in zip(("nodes", "time"), pair, strict=True)
        ),
        tables=(
            Table(
                BY_DEPTH,
                ("search", "from depth", "positions", "nodes", "low", "high", "time", "time low", "time high"),
                tuple(rows),
            ),
        ),
        conditions={
            "searches": ", ".join(f"{style} to depth {depth}" for style, depth, _ in plans)
            + f"; {describe([style for style, _, _ in plans])}",
            "table": f"{HASH_MB} MB, empty before each search",
        },
    )


def judge(means: dict[tuple[str, int], tuple[Estimate, Estimate]]) -> tuple[Verdict, str]:
    """It pays where it surely saves time; the claim holds if it does nowhere."""
    pays = [(style, least) for (style, least), (_, time) in means.items() if time.high < 1]
    saves_nodes = [key for key, (nodes, _) in means.items() if nodes.high < 1]
    parts = [
        f"{style} from depth {least}: nodes {nodes.value:.2f}, time {time.value:.2f}"
        for (style, least), (nodes, time) in means.items()
    ]
    why = f"With it by without, {'; '.join(parts)}."
    if pays:
        return Verdict.FAILS, f"{why} It saves time in {len(pays)} of {len(means)} forms."
    if saves_nodes:
        return Verdict.HOLDS, f"{why} It saves nodes, but no time that could be told from chance."
    return Verdict.HOLDS, why


def kept(result: Result) -> tuple[Any, ...]:
    """What ``judge`` is asked, out of a stored result."""
    rows = result.rows(BY_DEPTH)
    return ({row[:2]: (Estimate(*row[3:6]), Estimate(*row[6:])) for row in rows},)


def draw(result: Result, figure: Figure) -> None:
    """Nodes and time against none, by least depth."""
    table = result.table(BY_DEPTH)
    panels = figure.subplots(1, 2, sharey=True)
    for panel, name, low, high in zip(
        panels, ("nodes", "time"), ("low", "time low"), ("high", "time high"), strict=True
    ):
        for style in table.values("search"):
            ratios = table.numbers(name, search=style)
            lows, highs = table.numbers(low, search=style), table.numbers(high, search=style)
            errors = [
                [ratio - end for ratio, end in zip(ratios, lows, strict=True)],
                [end - ratio for ratio, end in zip(ratios, highs, strict=True)],
            ]
            panel.errorbar(
                table.numbers("from depth", search=style), ratios, yerr=errors, marker="o", capsize=2, label=style
            )
        panel.axhline(1, color="grey", linewidth=0.8)
        panel.set_xlabel("used from this remaining depth on")
        panel.set_title(f"{name} with it / without")
    panels[0].legend()
