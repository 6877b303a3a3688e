"""Thinking on with a table that is full: is more time ever worse, and what is a hundredfold table worth against time?

Scaled down: nodes stand for hours, a table of 32 KB for a gigabyte. A tactical suite is searched for a number of nodes
that overfills the small table many times, and solved counts are taken at half of the nodes and at the end: the "hour"
and the "half hour". The same suite with a table a hundred times as large gets a sixth of the hour: the "ten minutes".
Sizes are given in entries, so that the large table is half full then, as the claim has it, and the small one full.
What a position has solved must be its move when the nodes run out; pairs of results on the same position decide
(McNemar's test: of the positions that only one of both solves, how many go each way).

Which is stronger is a question of games, too: the hour plays the half hour, and the ten minutes with the large table,
at the same nodes a move divided by fifty, the tables divided likewise; they live on from move to move, so the large
one fills beyond a half there.
"""

from __future__ import annotations

from functools import partial
from math import comb
from typing import TYPE_CHECKING, Any

from kiebitz.engine import TableDesign
from kiebitz.engine.limit import Limit
from kiebitz.lab.claims.claim import Claim, Measurement, Result, Table
from kiebitz.lab.claims.documents import YANEURAOU
from kiebitz.lab.claims.drawing import whiskers_of
from kiebitz.lab.claims.judging import Judgement, Prediction
from kiebitz.lab.claims.plan import Earlier, Plan
from kiebitz.lab.measuring.matches import HEADINGS, Side, elo_of_row, play_match
from kiebitz.lab.measuring.positions import more_tactics, tactics
from kiebitz.lab.measuring.progress import Progress
from kiebitz.lab.measuring.searching import search_once
from kiebitz.lab.measuring.settings import TODAY
from kiebitz.lab.measuring.statistics import paired_difference, proportion, scaled
from kiebitz.match.elo import Estimate
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

SMALL_ENTRIES, LARGER = 2_048, 100
HASH_MB = 4
"""Room for the large table: its size is told in entries of 16 bytes."""
HOUR_NODES, QUICK_HOUR_NODES = 1_680_000, 30_000
QUICK_POSITIONS = 4
# Half an hour, and ten minutes, of the hour's nodes; a match has so many times less of nodes and entries.
HALF_HOUR, TEN_MINUTES, SCALE = 2, 6, 50
PAIRS, QUICK_PAIRS = 200, 1
WORSE, WORSE_ELO = 0.05, 20.0
# Permille: what counts as 99% and as half full.
FULL, HALF = 985, (400, 600)
RUNS, SPLITS, EACH, GAMES_PLAYED = "Solved", "Position by position", "Each position", "Matches"
LARGE = "ten minutes, large"

NO_WORSE = Prediction(
    "an hour is no worse than half an hour",
    "share of the suite that the hour solves less that of the half hour",
    -100 * WORSE,
    unit="%",
    margin="worse is a twentieth of the suite",
)
NO_WORSE_IN_GAMES = Prediction(
    "nor in games", "Elo of the hour over the half hour, full tables", -WORSE_ELO, unit="Elo", margin="worse is 20 Elo"
)
NOT_SAID = Prediction(
    "that it is better than ten minutes with a hundredfold table can't be said",
    "share that the hour solves less that of the ten minutes with the large table half full",
    high=100 * WORSE,
    unit="%",
    margin="surely better by no more than a twentieth of the suite",
)
PLAN = Plan(
    version=2,
    original="よほど極端な条件でない限り、前者が後者より弱くなることはないと思います。… Q) HASH 1024でHASH使用率99%の"
    "状態で1時間思考させた場合と、HASHをその100倍確保して、HASH使用率50%(最終的な値)の状態で10分思考させた場合とを比較"
    "すると、前者は後者より強いですか? A) そうとは言い切れないです。",
    translation="Unless the conditions are very extreme, I think the former never gets weaker than the latter. … Q: An "
    "hour's thinking with Hash 1024 at 99% use, compared with ten minutes with a hundred times the hash, 50% in use at "
    "the end: is the former stronger? A: One can't say so for certain.",
    qualifiers="“I think”; no experimental data.",
    predictions=(NO_WORSE, NO_WORSE_IN_GAMES, NOT_SAID),
    sample=f"200 tactical positions; nodes stand for time, {HOUR_NODES:,} for the hour, and {SMALL_ENTRIES:,} entries "
    f"for the small table; {2 * PAIRS} games a match with a fiftieth of both",
    seeds="the openings are drawn with seed 1",
    earlier=(
        Earlier(
            "holds",
            "2026-11-22",
            "What was not surely worse was called no worse, with no margin; and the large table, which the claim has "
            "half full, was under 1% full.",
        ),
        Earlier(
            "undecided",
            "2026-11-22",
            "Tables came in whole megabytes, so that the large one could not be half full. They come in entries now, "
            "other positions are searched, and strength is played out as well.",
        ),
    ),
)


def design_of(entries: int) -> TableDesign:
    """A table of so many entries, which counts those in use."""
    return TableDesign(key_bits=64, entries=entries, hashfull="used")


def attempt(task: Task, entries: int, nodes: int) -> list[int]:
    """Whether the move at the end is right (1 or 0), the depth and the table's use in permille."""
    found = search_once(task.fen, TODAY, hash_mb=HASH_MB, nodes=nodes, design=design_of(entries))
    return [int(task.is_right(found["move"], None)), found["depth"], found["permille"]]


def chance(one: int, other: int) -> float:
    """Probability of a split at least as uneven, if both were equal (two-sided sign test)."""
    trials, less = one + other, min(one, other)
    outcomes = sum(comb(trials, count) for count in range(less + 1))
    return min(1.0, 2.0 * outcomes / float(2**trials))


def measure(quick: bool, progress: Progress) -> Result:
    """The hour, the half hour, and the ten minutes with the large table; on positions, then in games."""
    hour, pairs = (QUICK_HOUR_NODES, QUICK_PAIRS) if quick else (HOUR_NODES, PAIRS)
    tasks = tactics(QUICK_POSITIONS) if quick else more_tactics()
    forms = {
        "hour": (SMALL_ENTRIES, hour),
        "half hour": (SMALL_ENTRIES, hour // HALF_HOUR),
        LARGE: (LARGER * SMALL_ENTRIES, hour // TEN_MINUTES),
    }
    others = [form for form in forms if form != "hour"]
    progress.expect(len(tasks) * len(forms) + len(others) * pairs)
    found = {
        form: [
            progress.step(
                f"{form}: {entries} entries, {nodes:,} nodes, {task.name}", partial(attempt, task, entries, nodes)
            )
            for task in tasks
        ]
        for form, (entries, nodes) in forms.items()
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
    for other in others:
        differences = [ours[0] - theirs[0] for ours, theirs in zip(found["hour"], found[other], strict=True)]
        split = differences.count(1), differences.count(-1)
        pair_rows.append(("hour", other, *split, chance(*split)))
    sides = {
        form: Side(design=design_of(entries // SCALE), hash_mb=HASH_MB, limit=Limit(nodes=nodes // SCALE))
        for form, (entries, nodes) in forms.items()
    }
    outcomes = {
        other: play_match(f"hour - {other}, {hour // SCALE} nodes", sides["hour"], sides[other], pairs, progress)
        for other in others
    }
    return Result(
        measurements=tuple(Measurement(f"solved: {row[0]}", row[3], f"of {len(tasks)}") for row in run_rows),
        tables=(
            Table(RUNS, ("form", "entries", "nodes", "solved", "of", "depth", "permille"), tuple(run_rows)),
            Table(SPLITS, ("one", "other", "only the one", "only the other", "p"), tuple(pair_rows)),
            Table(
                EACH,
                ("position", *forms, *(f"permille, {form}" for form in forms)),
                tuple(
                    (
                        task.name,
                        *("yes" if found[form][number][0] else "no" for form in forms),
                        *(found[form][number][2] for form in forms),
                    )
                    for number, task in enumerate(tasks)
                ),
            ),
            Table(
                GAMES_PLAYED,
                ("first", "second", *HEADINGS),
                tuple(("hour", other, *outcome.row) for other, outcome in outcomes.items()),
            ),
        ),
        conditions={
            "suite": f"{len(tasks)} positions of ECM98, an empty table each time",
            "search": "today's, one thread, nodes instead of time",
            "matches": f"nodes and entries divided by {SCALE}, {2 * pairs} games each",
        },
    )


def judge(
    positions: int,
    half_hour: tuple[int, int],
    large: tuple[int, int],
    permille: tuple[float, float],
    matches: dict[str, tuple[Estimate, int]],
) -> Judgement:
    """Positions paired: no worse within a margin, nor in games; not surely better than the large table, if half full.

    ``half_hour`` and ``large`` are the positions that only the hour solves, and those that only the other does;
    ``permille`` how full the small table was after the hour, and the large one after the ten minutes; ``matches`` the
    hour's Elo over each, and the games.
    """
    no_worse, better = (
        scaled(share, 100) for share in (paired_difference(*split, positions) for split in (half_hour, large))
    )
    sample = positions, "positions"
    small, half = permille
    doubt = f"the table was only {small:.0f} permille full"
    elo, games = matches[LARGE]
    return Judgement(
        (
            NO_WORSE.judged(no_worse, *sample) if small >= FULL else NO_WORSE.undecided(doubt),
            NO_WORSE_IN_GAMES.judged(*matches["half hour"], "games"),
            NOT_SAID.judged(better, *sample)
            if HALF[0] <= half <= HALF[1]
            else NOT_SAID.undecided(f"the large table was {half:.0f} permille full, not half"),
        ),
        f"Only the hour solves {half_hour[0]}, only the half hour {half_hour[1]}; only the hour {large[0]}, only the "
        f"large table {large[1]}. In {games} games the hour is {elo.value:+.0f} Elo ({elo.low:+.0f} to {elo.high:+.0f})"
        " against the ten minutes with the large table.",
    )


def kept(result: Result) -> tuple[Any, ...]:
    """What ``judge`` is asked, out of a stored result."""
    (hour, _, large), splits = result.rows(RUNS), result.rows(SPLITS)
    matches = {row[1]: (elo_of_row(*row[5:]), sum(row[2:5])) for row in result.rows(GAMES_PLAYED)}
    return hour[4], splits[0][2:4], splits[1][2:4], (hour[6], large[6]), matches


def draw(result: Result, figure: Figure) -> None:
    """Share of the suite solved by form, with its interval."""
    axes = figure.add_subplot()
    rows = result.rows(RUNS)
    shares = [scaled(proportion(row[3], row[4]), 100) for row in rows]
    labels = [f"{row[0]}\n{row[1]:,} entries, {row[2]:,} nodes\n{row[6]:.0f} permille full" for row in rows]
    axes.errorbar(labels, [share.value for share in shares], whiskers_of(shares), fmt="o", capsize=4)
    axes.margins(x=0.3)
    axes.set_ylabel("positions solved, per cent")
