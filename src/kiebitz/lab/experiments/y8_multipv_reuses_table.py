"""A user's way of analysing: seven candidate moves first, then three, then one. Does the table carry over?

Each stage is searched to a depth of its own, the table living on; the last one, with a single move, is compared with
the same search from an empty table. Its nodes say how much was re-used, and all three stages together what the detour
costs. With a large table and with one that the stages overfill, since each stage is a new generation whose entries
drive older ones out.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from kiebitz.engine import Engine
from kiebitz.lab.claims.claim import Cell, Claim, Measurement, Result, Table, Verdict
from kiebitz.lab.claims.documents import YANEURAOU
from kiebitz.lab.measuring.positions import Sample, phase_positions
from kiebitz.lab.measuring.progress import Progress
from kiebitz.lab.measuring.searching import search, search_once
from kiebitz.lab.measuring.settings import TODAY
from kiebitz.lab.measuring.statistics import geometric_mean
from kiebitz.match.elo import Estimate

if TYPE_CHECKING:
    from matplotlib.figure import Figure

CLAIM = Claim(
    id="Y8",
    title="From seven candidate moves to one",
    statement="When the number of candidate moves is lowered from 7 to 3 to 1 during an analysis, the table is "
    "re-used, though not wholly, as the generation moves on with each search.",
    source=YANEURAOU,
)

# Candidate moves and depth of each stage.
STAGES, QUICK_STAGES = ((7, 11), (3, 13), (1, 15)), ((7, 4), (3, 5), (1, 6))
SIZES_MB, QUICK_SIZES_MB = (1, 64), (1,)
POSITIONS, QUICK_POSITIONS = 8, 2
RATIOS, EACH = "Against one move from the start", "Every position"


def analyse(sample: Sample, stages: tuple[tuple[int, int], ...], size_mb: int) -> list[int]:
    """Nodes of each stage, and of the last one by itself from an empty table."""
    with Engine(hash_mb=size_mb, evaluation="classical") as engine:
        spent = [search(engine, sample.fen, depth=depth, multipv=moves)["nodes"] for moves, depth in stages]
    return [*spent, search_once(sample.fen, TODAY, hash_mb=size_mb, depth=stages[-1][1])["nodes"]]


def measure(quick: bool, progress: Progress) -> Result:
    """Every position at every size."""
    stages, sizes = (QUICK_STAGES, QUICK_SIZES_MB) if quick else (STAGES, SIZES_MB)
    samples = [
        sample
        for phase in ("middlegame", "ending")
        for sample in phase_positions(phase, QUICK_POSITIONS if quick else POSITIONS)
    ]
    progress.expect(len(samples) * len(sizes))
    each: list[tuple[Cell, ...]] = []
    rows = []
    last: dict[int, Estimate] = {}
    for size in sizes:
        found = [
            progress.step(f"{stages}, {size} MB, {sample.name} {sample.fen}", partial(analyse, sample, stages, size))
            for sample in samples
        ]
        each += [(size, sample.name, *spent) for sample, spent in zip(samples, found, strict=True)]
        last[size] = geometric_mean(spent[-2] / spent[-1] for spent in found)
        total = geometric_mean(sum(spent[:-1]) / spent[-1] for spent in found)
        rows.append(
            (size, len(found), last[size].value, last[size].low, last[size].high, total.value, total.low, total.high)
        )
    verdict, why = judge(last)
    return Result(
        verdict=verdict,
        why=why,
        measurements=tuple(
            Measurement(f"last stage against a fresh search, {size} MB", mean.value, error=mean.error)
            for size, mean in last.items()
        ),
        tables=(
            Table(
                RATIOS,
                ("MB", "positions", "last stage", "low", "high", "all stages", "all low", "all high"),
                tuple(rows),
            ),
            Table(
                EACH,
                ("MB", "game", *(f"{moves} to depth {depth}" for moves, depth in stages), "1 from the start"),
                tuple(each),
            ),
        ),
        conditions={
            "stages": ", ".join(f"{moves} to depth {depth}" for moves, depth in stages),
            "search": "today's, one thread",
        },
    )


def judge(last: dict[int, Estimate]) -> tuple[Verdict, str]:
    """The table is re-used where the last stage surely takes fewer nodes than without the others; by size in MB."""
    told = "; ".join(f"{size} MB: {mean.value:.3g} ({mean.low:.3g} to {mean.high:.3g})" for size, mean in last.items())
    why = f"Nodes of the last stage by those of a search with one move from the start, {told}."
    reused = [mean.high < 1 for mean in last.values()]
    if all(reused):
        return Verdict.HOLDS, why
    return (Verdict.CONDITIONALLY if any(reused) else Verdict.UNDECIDED), why


def kept(result: Result) -> tuple[Any, ...]:
    """What ``judge`` is asked, out of a stored result."""
    return ({row[0]: Estimate(*row[2:5]) for row in result.rows(RATIOS)},)


def draw(result: Result, figure: Figure) -> None:
    """Each position: the last stage against a fresh search."""
    axes = figure.add_subplot()
    table = result.table(EACH)
    fresh, last = table.headings[-1], table.headings[-2]
    for size in table.values("MB"):
        axes.plot(table.numbers(fresh, MB=size), table.numbers(last, MB=size), "o", alpha=0.7, label=f"{size} MB")
    ends = [min(table.numbers(fresh)), max(table.numbers(fresh))]
    axes.plot(ends, ends, color="grey", linewidth=0.8, label="nothing re-used")
    axes.set_xscale("log")
    axes.set_yscale("log")
    axes.set_xlabel("nodes with one move from the start")
    axes.set_ylabel("nodes of the last stage")
    axes.legend()
