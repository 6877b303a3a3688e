"""Enhanced transposition cutoff: looking every move's position up before searching any.

Positions are searched to a fixed depth without it and with it, from a least remaining depth on: from 2 almost
everywhere, from 6 or 8 near the root only. Nodes repeat exactly, but don't show what the looking costs, since every
move has to be made for it; so the processor's time is given, too, which other programs on the machine blur a little. A
game gives a position of each phase, and errors go by games.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from kiebitz.lab.claims.claim import Cell, Claim, Measurement, Result, Table
from kiebitz.lab.claims.documents import MINIMAX as MINIMAX_ARTICLE
from kiebitz.lab.claims.drawing import legend_above, whiskers
from kiebitz.lab.claims.judging import Judgement, Prediction, in_all
from kiebitz.lab.claims.plan import Earlier, Plan
from kiebitz.lab.measuring.positions import PHASES, Sample, championship_positions
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
PLANS, QUICK_PLANS = (("ordered", 7, 34), ("today", 12, 34)), (("today", 6, 2),)
HASH_MB = 64
PAYING = 0.05
BY_DEPTH, EACH = "Against none", "Every position"

PAYS_NOT = Prediction(
    "it does not pay in chess",
    "processor time with it by time without, in the form that saves the most",
    1 - PAYING,
    is_ratio=True,
    margin="what saves less than a twentieth of the time doesn't pay",
)
NEAR_ROOT = Prediction(
    "in more complex games it pays at most near the root", "the same ratio in such a game", 1 - PAYING
)
PLAN = Plan(
    version=2,
    original="Der Aufwand ist aber relativ hoch, wenn bei diesem Vorausblick nicht gute Erfolgsaussichten bestehen. Im "
    "Schach scheinen die Zugumstellungen nicht häufig genug. … Bei komplexeren Spielen müsste man ETC wohl wenigstens "
    "auf Wurzelnähe beschränken.",
    translation="But the effort is rather high unless this look ahead has good chances of success. In chess "
    "transpositions don't seem to be frequent enough. … In more complex games one would probably have to restrict ETC "
    "to the neighbourhood of the root at least.",
    qualifiers="“Seem”, “probably”: the author says that he knows of hardly a chess program that uses it.",
    predictions=(PAYS_NOT, NEAR_ROOT),
    sample=", ".join(f"{count} positions a phase to depth {depth} with {style}" for style, depth, count in PLANS),
    earlier=(
        Earlier(
            "holds",
            "2026-11-22",
            "The rule called it refuted only by a sure saving, so that a form whose interval reaches from a saving to "
            "a loss counted for the claim; and the second statement, on other games, was passed over.",
        ),
        Earlier(
            "undecided",
            "2026-11-22",
            "Twelve and eighteen positions were too few: the best form's interval reached from a saving to a loss. A "
            "hundred are searched with each, and kept one by one.",
        ),
    ),
)


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
    each: list[tuple[Cell, ...]] = []
    means: dict[tuple[str, int], tuple[Estimate, Estimate]] = {}
    for style, depth, count in plans:
        by_phase = [championship_positions(phase) for phase in PHASES]
        samples = [sample for found in by_phase for sample in (found[-count:] if quick else found[:count])]
        games = [sample.name for sample in samples]
        spent: dict[int | None, list[list[float]]] = {None: []}
        for sample in samples:
            for least_depth in (None, *least_depths):
                spent.setdefault(least_depth, []).append(
                    progress.step(
                        f"{style}, depth {depth}, from {least_depth}, {sample.name} {sample.fen}",
                        partial(spend, sample, style, depth, least_depth),
                    )
                )
        forms = (None, *least_depths)
        each += [
            (style, sample.name, sample.fen, *(figure for form in forms for figure in spent[form][number]))
            for number, sample in enumerate(samples)
        ]
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
                    *(heading for least in least_depths for heading in (f"nodes from {least}", f"ms from {least}")),
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
    """Each search in each form must spend about the time that it takes without; other games are not searched here.

    ``means`` are nodes and time with it by without, by search and least depth; ``counts`` are positions by search.
    """
    saves = [
        f"{style} from depth {least} {nodes.value:.2f}"
        for (style, least), (nodes, _) in means.items()
        if nodes.high < 1
    ]
    return Judgement(
        (
            in_all(
                {
                    f"{style} from depth {least}": PAYS_NOT.judged(time, counts[style], "positions")
                    for (style, least), (_, time) in means.items()
                }
            ),
            NEAR_ROOT.untestable("Kiebitz plays no game with more transpositions than chess"),
        ),
        f"Nodes are surely saved in {len(saves)} of {len(means)} forms" + (f": {', '.join(saves)}." if saves else "."),
    )


def kept(result: Result) -> tuple[Any, ...]:
    """What ``judge`` is asked, out of a stored result."""
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
