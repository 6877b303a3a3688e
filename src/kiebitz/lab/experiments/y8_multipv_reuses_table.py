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
from kiebitz.lab.claims.claim import Cell, Claim, Measurement, Result, Table
from kiebitz.lab.claims.documents import YANEURAOU
from kiebitz.lab.claims.drawing import legend_above
from kiebitz.lab.claims.judging import Judgement, Prediction, in_all
from kiebitz.lab.claims.plan import Earlier, Plan
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

REUSED = Prediction(
    "the table is re-used",
    "nodes of the last stage by those of a search with one move from the start",
    high=1,
    is_ratio=True,
)
NOT_WHOLLY = Prediction(
    "though not wholly, in a table that is much used",
    "that ratio with the overfilled table by that with the large one",
    1,
    is_ratio=True,
)
PLAN = Plan(
    version=1,
    original="再利用されてはいますが、再度の探索をさせるときに置換表の世代カウンター(TT generation)を進める(4足す)ので"
    "、… HASH利用率が高い状況だと100%再利用されるとは言い難い意味も。",
    translation="It is re-used, but as a new search moves the table's generation counter on (adds 4), … when much of "
    "the hash is in use it is hard to say that it is re-used at 100%.",
    predictions=(REUSED, NOT_WHOLLY),
    sample=f"{2 * POSITIONS} positions, by {SIZES_MB[0]} MB and {SIZES_MB[-1]} MB; the histories live on with the "
    f"table, so both "
    "are re-used",
    earlier=(Earlier("holds", "2026-11-22", "That it is not wholly re-used was passed over."),),
)


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
    return Result(
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


def judge(ratios: dict[int, list[float]], games: list[str]) -> Judgement:
    """Fewer nodes with every size, and more with the small table than with the large one.

    ``ratios`` are the last stage's nodes by those of a fresh search, of every position, by size in MB; ``games`` where
    the positions come from.
    """
    sample = len(set(games)), "games"
    smallest, largest = ratios[min(ratios)], ratios[max(ratios)]
    return Judgement(
        (
            in_all(
                {f"{size} MB": REUSED.judged(geometric_mean(found, games), *sample) for size, found in ratios.items()}
            ),
            NOT_WHOLLY.judged(
                geometric_mean((small / large for small, large in zip(smallest, largest, strict=True)), games), *sample
            )
            if len(ratios) > 1
            else NOT_WHOLLY.undecided("one size only was measured"),
        )
    )


def kept(result: Result) -> tuple[Any, ...]:
    """What ``judge`` is asked, out of a stored result."""
    rows = result.rows(EACH)
    ratios: dict[int, list[float]] = {}
    for size, _, *spent in rows:
        ratios.setdefault(size, []).append(spent[-2] / spent[-1])
    return ratios, [row[1] for row in rows if row[0] == rows[0][0]]


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
    legend_above(figure, axes)
