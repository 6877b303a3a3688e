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
from kiebitz.lab.claims.claim import Claim, Measurement, Result, Table
from kiebitz.lab.claims.documents import YANEURAOU
from kiebitz.lab.claims.drawing import whiskers_of
from kiebitz.lab.claims.judging import Judgement, Prediction
from kiebitz.lab.claims.plan import Earlier, Plan
from kiebitz.lab.measuring.positions import tactics
from kiebitz.lab.measuring.progress import Progress
from kiebitz.lab.measuring.searching import search_once
from kiebitz.lab.measuring.settings import TODAY
from kiebitz.lab.measuring.statistics import paired_difference, proportion, scaled
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
WORSE = 0.05
# Permille: what counts as 99% and as half full.
FULL, HALF = 985, (400, 600)
RUNS, PAIRS, EACH = "Solved", "Position by position", "Every position"
DESIGN = TableDesign(hashfull="used")

NO_WORSE = Prediction(
    "an hour is no worse than half an hour",
    "share of the suite that the hour solves less that of the half hour",
    -100 * WORSE,
    unit="%",
    margin="worse is a twentieth of the suite",
)
NOT_SAID = Prediction(
    "that it is better than ten minutes with a hundredfold table can't be said",
    "share that the hour solves less that of the ten minutes with the large table half full",
    high=100 * WORSE,
    unit="%",
    margin="surely better by no more than a twentieth of the suite",
)
PLAN = Plan(
    version=1,
    original="よほど極端な条件でない限り、前者が後者より弱くなることはないと思います。… Q) HASH 1024でHASH使用率99%の"
    "状態で1時間思考させた場合と、HASHをその100倍確保して、HASH使用率50%(最終的な値)の状態で10分思考させた場合とを比較"
    "すると、前者は後者より強いですか? A) そうとは言い切れないです。",
    translation="Unless the conditions are very extreme, I think the former never gets weaker than the latter. … Q: An "
    "hour's thinking with Hash 1024 at 99% use, compared with ten minutes with a hundred times the hash, 50% in use at "
    "the end: is the former stronger? A: One can't say so for certain.",
    qualifiers="“I think”; no experimental data.",
    predictions=(NO_WORSE, NOT_SAID),
    sample=f"{POSITIONS} tactical positions; nodes stand for time, {HOUR_NODES:,} for the hour",
    earlier=(
        Earlier(
            "holds",
            "2026-11-22",
            "What was not surely worse was called no worse, with no margin; and the large table, which the claim has "
            "half full, was under 1% full.",
        ),
    ),
)


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
    return Result(
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
    positions: int, half_hour: tuple[int, int], large: tuple[int, int], permille: tuple[float, float]
) -> Judgement:
    """Positions paired: no worse within a margin, and against the large table not surely better, if it was half full.

    ``half_hour`` and ``large`` are the positions that only the hour solves, and those that only the other does;
    ``permille`` how full the small table was after the hour, and the large one after the ten minutes.
    """
    no_worse, better = (
        scaled(share, 100) for share in (paired_difference(*split, positions) for split in (half_hour, large))
    )
    sample = positions, "positions"
    small, half = permille
    return Judgement(
        (
            NO_WORSE.judged(no_worse, *sample)
            if small >= FULL
            else NO_WORSE.undecided(f"the table was only {small:.0f} permille full"),
            NOT_SAID.judged(better, *sample)
            if HALF[0] <= half <= HALF[1]
            else NOT_SAID.undecided(f"the large table was {half:.0f} permille full, not half"),
        ),
        f"Only the hour solves {half_hour[0]}, only the half hour {half_hour[1]}; only the hour {large[0]}, only the "
        f"large table {large[1]}.",
    )


def kept(result: Result) -> tuple[Any, ...]:
    """What ``judge`` is asked, out of a stored result."""
    (hour, _, large), pairs = result.rows(RUNS), result.rows(PAIRS)
    return hour[4], pairs[0][2:4], pairs[1][2:4], (hour[6], large[6])


def draw(result: Result, figure: Figure) -> None:
    """Share of the suite solved by form, with its interval."""
    axes = figure.add_subplot()
    rows = result.rows(RUNS)
    shares = [scaled(proportion(row[3], row[4]), 100) for row in rows]
    labels = [f"{row[0]}\n{row[1]} MB, {row[2]:,} nodes\n{row[6]:.0f} permille full" for row in rows]
    axes.errorbar(labels, [share.value for share in shares], whiskers_of(shares), fmt="o", capsize=4)
    axes.margins(x=0.3)
    axes.set_ylabel("positions solved, per cent")
