"""Thinking on with a table that is full: is more time ever worse, and what is a hundredfold table worth against time?

Scaled down: nodes stand for hours, a table of one megabyte for a gigabyte. A tactical suite is searched for a number of
nodes that overfills the small table many times, and solved counts are taken at half of the nodes and at the end: the
"hour" and the "half hour". The same suite with a table a hundred times as large gets a third of the half hour: the
"ten minutes". What a position has solved must be its move when the nodes run out; pairs of results on the same position
decide (McNemar's test: of the positions that only one of both solves, how many go each way).
"""

from __future__ import annotations

from functools import partial
from math import comb
from typing import TYPE_CHECKING, Any

from kiebitz.engine import TableDesign
from kiebitz.lab.claims.claim import Claim, Measurement, Result, Table, Verdict
from kiebitz.lab.claims.documents import YANEURAOU
from kiebitz.lab.measuring.positions import tactics
from kiebitz.lab.measuring.progress import Progress
from kiebitz.lab.measuring.searching import search_once
from kiebitz.lab.measuring.settings import TODAY
from kiebitz.suite.epd import Task

if TYPE_CHECKING:
    from matplotlib.figure import Figure

CLAIM = Claim(
    id="Y4",
    title="An hour with a full table",
    statement="A search of an hour with a table 99% full is no worse than one of half an hour; whether it is better "
    "than ten minutes with a table a hundred times as large can't be said.",
    source=YANEURAOU,
)

SMALL_MB, LARGE_MB = 1, 100
HOUR_NODES, QUICK_HOUR_NODES = 1_200_000, 30_000
POSITIONS, QUICK_POSITIONS = 80, 4
# Half an hour, and ten minutes, of the hour's nodes.
HALF_HOUR, TEN_MINUTES = 2, 6
SIGNIFICANT = 0.05
RUNS, PAIRS, EACH = "Solved", "Position by position", "Every position"
DESIGN = TableDesign(hashfull="used")


def attempt(task: Task, size_mb: int, nodes: int) -> list[int]:
    """Whether the move at the end is right (1 or 0), the depth and the table's use in permille."""
    found = search_once(task.fen, TODAY, hash_mb=size_mb, nodes=nodes, design=DESIGN)
    return [int(task.is_right(found["move"], None)), found["depth"], found["permille"]]


def chance(one: int, other: int) -> float:
    """Probability of a split at least as uneven, if both were equal (two-sided sign test)."""
    trials, less = one + other, min(one, other)
    outcomes = sum(comb(trials, count) for count in range(less + 1))
    return min(1.0, 2.0 * outcomes / float(2**trials))


def measure(quick: bool, progress: Progress) -> Result:
    """The hour, the half hour, and the ten minutes with the large table."""
    hour = QUICK_HOUR_NODES if quick else HOUR_NODES
    tasks = tactics(QUICK_POSITIONS if quick else POSITIONS)
    forms = {
        "hour": (SMALL_MB, hour),
        "half hour": (SMALL_MB, hour // HALF_HOUR),
        "ten minutes, large": (LARGE_MB, hour // TEN_MINUTES),
    }
    progress.expect(len(tasks) * len(forms))
    found = {
        form: [
            progress.step(f"{form}: {size_mb} MB, {nodes:,} nodes, {task.name}", partial(attempt, task, size_mb, nodes))
            for task in tasks
        ]
        for form, (size_mb, nodes) in forms.items()
    }
    run_rows = [
        (
            form,
            *forms[form],
            sum(right for right, _, _ in runs),
            len(runs),
            sum(depth for _, depth, _ in runs) / len(runs),
            sum(permille for _, _, permille in runs) / len(runs),
        )
        for form, runs in found.items()
    ]
    pair_rows = []
    for one, other in (("hour", "half hour"), ("hour", "ten minutes, large")):
        differences = [ours[0] - theirs[0] for ours, theirs in zip(found[one], found[other], strict=True)]
        split = differences.count(1), differences.count(-1)
        pair_rows.append((one, other, *split, chance(*split)))
    solved = {row[0]: row[3] for row in run_rows}
    splits = [(row[2], row[3]) for row in pair_rows]
    verdict, why = judge(solved, len(tasks), splits[0], splits[1], run_rows[0][6])
    return Result(
        verdict=verdict,
        why=why,
        measurements=tuple(Measurement(f"solved: {row[0]}", row[3], f"of {len(tasks)}") for row in run_rows),
        tables=(
            Table(RUNS, ("form", "MB", "nodes", "solved", "of", "depth", "permille"), tuple(run_rows)),
            Table(PAIRS, ("one", "other", "only the one", "only the other", "p"), tuple(pair_rows)),
            Table(
                EACH,
                ("position", *forms),
                tuple(
                    (task.name, *("yes" if found[form][number][0] else "no" for form in forms))
                    for number, task in enumerate(tasks)
                ),
            ),
        ),
        conditions={
            "suite": f"{len(tasks)} positions of ECM98, an empty table each time",
            "search": "today's, one thread, nodes instead of time",
        },
    )


def judge(
    solved: dict[str, int], positions: int, half_hour: tuple[int, int], large: tuple[int, int], permille: float
) -> tuple[Verdict, str]:
    """The hour must not be surely worse than the half hour, nor tell itself surely from the large table.

    ``half_hour`` and ``large`` are the positions that only the hour solves, and those that only the other does.
    """
    likely, likely_large = chance(*half_hour), chance(*large)
    why = (
        f"Solved of {positions}: {solved['hour']} in the hour, {solved['half hour']} in the half hour (only the one "
        f"{half_hour[0]}, only the other {half_hour[1]}, p = {likely:.2f}), {solved['ten minutes, large']} in ten "
        f"minutes with the large table (hour alone {large[0]}, large table alone {large[1]}, p = {likely_large:.2f});"
        f" the small table was {permille:.0f} permille full at the end of the hour."
    )
    if half_hour[1] > half_hour[0] and likely <= SIGNIFICANT:
        return Verdict.FAILS, why
    return (Verdict.HOLDS if likely_large > SIGNIFICANT else Verdict.CONDITIONALLY), why


def kept(result: Result) -> tuple[Any, ...]:
    """What ``judge`` is asked, out of a stored result."""
    runs, pairs = result.rows(RUNS), result.rows(PAIRS)
    return {row[0]: row[3] for row in runs}, runs[0][4], pairs[0][2:4], pairs[1][2:4], runs[0][6]


def draw(result: Result, figure: Figure) -> None:
    """Solved by form."""
    axes = figure.add_subplot()
    table = result.table(RUNS)
    forms = [str(form) for form in table.values("form")]
    bars = axes.bar(forms, table.numbers("solved"), width=0.5)
    labels = [
        f"{size:.0f} MB, {nodes:,.0f} nodes\n{permille:.0f} permille full"
        for size, nodes, permille in zip(
            table.numbers("MB"), table.numbers("nodes"), table.numbers("permille"), strict=True
        )
    ]
    axes.bar_label(bars, labels, padding=3)
    axes.set_ylim(0, 1.25 * max(table.numbers("of")))
    axes.axhline(table.numbers("of")[0], color="grey", linewidth=0.8)
    axes.set_ylabel("positions solved (line: all)")
