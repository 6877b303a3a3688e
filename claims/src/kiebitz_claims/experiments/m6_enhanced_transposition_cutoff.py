"""Enhanced transposition cutoff: looking every move's position up before searching any.

Positions are searched to a fixed depth without it and with it, from a least remaining depth on: from 2 almost
everywhere, from 6 near the root only, from 8 in the deeper searches of today. Nodes repeat exactly, but don't show what
the looking costs, since every move has to be made for it; so the processor's time is given, too, which other programs
on the machine blur a little. Which form comes first changes from position to position. A game gives a position of each
phase, and errors go by games.

The sentence is of chess programs at large, not of the article's own. So a search decides with what programs of its time
had, killers and a history, and without reductions. Today's is a condition beside it: there the order of moves decides
how deep they are searched, so that any change makes nodes scatter, which the time per node, told beside it, does not.
"""

from __future__ import annotations

from typing import Any

from kiebitz.arena.match.elo import Estimate
from kiebitz_claims.claims.claim import Cell, Measurement, Result, Table
from kiebitz_claims.claims.drawing import Figure, legend_above, whiskers
from kiebitz_claims.claims.judging import Judgement, in_all, in_its_own
from kiebitz_claims.claims.study import Study
from kiebitz_claims.measuring.positions import (
    LATER_PLIES,
    PHASES,
    Sample,
    later_championship_positions,
    phase_positions,
)
from kiebitz_claims.measuring.progress import Progress
from kiebitz_claims.measuring.searching import search_once
from kiebitz_claims.measuring.settings import STYLES, describe
from kiebitz_claims.measuring.statistics import geometric_mean

# Search, depth, and least remaining depths from which the technique is used; the first is that of the article's time.
PLANS = (("ordered", 7, (2, 3, 4, 6)), ("today", 12, (2, 3, 4, 6, 8)))
QUICK_PLANS = (("ordered", 3, (2,)), ("today", 6, (2, 4)))
QUICK_POSITIONS = 2
HASH_MB = 64
BY_DEPTH, EACH = "Against none", "Every position"


def _listed(numbers: tuple[int, ...]) -> str:
    return ", ".join(map(str, numbers))


STUDY = Study(
    __file__,
    later_plies=LATER_PLIES,
    planned=", ".join(
        f"to depth {depth} with {style}, from depths {_listed(depths)}" for style, depth, depths in PLANS
    ),
)
PAYS_NOT, USED, NEAR_ROOT = STUDY.predictions.values()


def spend(sample: Sample, style: str, depth: int, least_depth: int | None) -> list[float]:
    """Nodes and milliseconds of processor time to the depth; ``least_depth`` None is without the technique."""
    settings = dict(STYLES[style])
    if least_depth is not None:
        settings |= {"enhanced_transposition_cutoff": 1, "enhanced_transposition_cutoff_depth": least_depth}
    found = search_once(sample.fen, settings, hash_mb=HASH_MB, depth=depth)
    return [found["nodes"], found["cpu_milliseconds"]]


def measure(quick: bool, progress: Progress) -> Result:
    """Every least depth over the same positions."""
    plans = QUICK_PLANS if quick else PLANS
    samples = [
        sample
        for phase in PHASES
        for sample in (phase_positions(phase, QUICK_POSITIONS) if quick else later_championship_positions(phase))
    ]
    games = [sample.name for sample in samples]
    every_depth = list(dict.fromkeys(least for _, _, least_depths in plans for least in least_depths))
    progress.expect(sum(1 + len(least_depths) for _, _, least_depths in plans) * len(samples))
    rows = []
    each: list[tuple[Cell, ...]] = []
    means: dict[tuple[str, int], tuple[Estimate, Estimate]] = {}
    for style, depth, least_depths in plans:
        forms = (None, *least_depths)
        spent: dict[int | None, list[list[float]]] = {form: [] for form in forms}
        for number, sample in enumerate(samples):
            first = number % len(forms)
            for least_depth in forms[first:] + forms[:first]:
                step = f"{style}, depth {depth}, from {least_depth}, {sample.name} {sample.fen}"
                spent[least_depth].append(progress.step(step, spend, sample, style, depth, least_depth))
        for number, sample in enumerate(samples):
            cells: list[Cell] = [style, sample.name, sample.fen, *spent[None][number]]
            for form in every_depth:
                cells += spent[form][number] if form in spent else (None, None)
            each.append(tuple(cells))
        for least_depth in least_depths:
            pairs = list(zip(spent[least_depth], spent[None], strict=True))
            nodes = geometric_mean((with_it[0] / without[0] for with_it, without in pairs), games)
            time = geometric_mean((max(with_it[1], 1) / max(without[1], 1) for with_it, without in pairs), games)
            means[style, least_depth] = (nodes, time)
            rows.append(
                (style, least_depth, len(pairs), nodes.value, nodes.low, nodes.high, time.value, time.low, time.high)
            )
    return Result(
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
            Table(
                EACH,
                (
                    *("search", "game", "position", "nodes without", "ms"),
                    *(heading for least in every_depth for heading in (f"nodes from {least}", f"ms from {least}")),
                ),
                tuple(each),
            ),
        ),
        conditions={
            "searches": ", ".join(f"{style} to depth {depth}" for style, depth, _ in plans)
            + f"; {describe([style for style, _, _ in plans])}",
            "table": f"{HASH_MB} MB, empty before each search",
        },
    )


def judge(means: dict[tuple[str, int], tuple[Estimate, Estimate]], counts: dict[str, int]) -> Judgement:
    """In the search of the article's time every form must spend about the time that it takes without; then today's.

    No other game is searched. ``means`` are nodes and time with it by without, by search (the first is the article's)
    and least depth; ``counts`` are positions by search.
    """
    saves = [
        f"{style} from depth {least} {nodes.value:.2f}"
        for (style, least), (nodes, _) in means.items()
        if nodes.high < 1
    ]
    by_style = {
        style: in_all(
            {
                f"use from depth {least}": PAYS_NOT.judged(time, counts[style], "positions")
                for (searched, least), (_, time) in means.items()
                if searched == style
            }
        )
        for style in counts
    }
    a_node = ", ".join(
        f"{style} from depth {least} {time.value / nodes.value:.2f}" for (style, least), (nodes, time) in means.items()
    )
    return Judgement(
        (
            in_its_own(by_style),
            USED.untestable("Kiebitz plays no game with more transpositions than chess"),
            NEAR_ROOT.untestable("Kiebitz plays no game more complex than chess"),
        ),
        f"Nodes are surely saved in {len(saves)} of {len(means)} forms"
        + (f": {', '.join(saves)}." if saves else ".")
        + f" Time a node, by that without: {a_node}.",
    )


def kept(result: Result) -> tuple[Any, ...]:
    """The arguments of ``judge``, out of a stored result."""
    rows = result.rows(BY_DEPTH)
    means = {row[:2]: (Estimate(*row[3:6]), Estimate(*row[6:])) for row in rows}
    return means, {row[0]: row[2] for row in rows}


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
            errors = whiskers(ratios, lows, highs)
            panel.errorbar(
                table.numbers("from depth", search=style), ratios, yerr=errors, marker="o", capsize=2, label=style
            )
        panel.axhline(1, color="grey", linewidth=0.8)
        panel.set_xlabel("used from this remaining depth on")
        panel.set_title(f"{name} with it / without")
    legend_above(figure, panels[0])
