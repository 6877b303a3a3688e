"""Thinking on with a table that is full: is more time ever worse, and what is a hundredfold table worth against time?

Scaled down: nodes stand for hours, a table of 32 KB for a gigabyte. A tactical suite is searched for a number of nodes
that overfills the small table many times, and solved counts are taken at half of the nodes and at the end: the "hour"
and the "half hour". The same suite with a table a hundred times as large gets a sixth of the hour: the "ten minutes".
Sizes are given in entries, so that the large table is half full then, as the claim has it, and the small one full.
A position is solved if its move is the one when the nodes run out. Results are paired by position: no worse is judged
by the share that one solves less that of the other, with the interval of such a difference.

That something can't be said for certain is no range of a number. It is refuted where it can be said: where the hour is
surely and far superior. A sure but small superiority in one setting leaves the doubt, which is about any machine,
position and program; far is what nobody would argue about, two of three, both of the points and of the positions
that only one of both solves. What both solve, or neither, says nothing of who is stronger.

Which is stronger is a question of games first: the hour plays the half hour, and the ten minutes with the large table,
at the same nodes a move divided by fifty, the tables divided likewise; they live on from move to move, so the large
one fills beyond a half there.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from kiebitz.arena.match.elo import Estimate
from kiebitz.arena.suite.epd import Task
from kiebitz.engine import TableDesign
from kiebitz.engine.limit import Limit
from kiebitz_claims.claims.claim import Claim, Measurement, Result, Table
from kiebitz_claims.claims.documents import YANEURAOU
from kiebitz_claims.claims.drawing import whiskers_of
from kiebitz_claims.claims.judging import Judgement, Prediction
from kiebitz_claims.claims.plan import Earlier, Plan
from kiebitz_claims.measuring.matches import HEADINGS, Side, elo_of_row, play_match
from kiebitz_claims.measuring.positions import more_tactics, tactics
from kiebitz_claims.measuring.progress import Progress
from kiebitz_claims.measuring.searching import search_once
from kiebitz_claims.measuring.settings import TODAY
from kiebitz_claims.measuring.statistics import exact_proportion, paired_difference, scaled

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
PAIRS, QUICK_PAIRS = 120, 1
OPENINGS_SEED = 2
WORSE, WORSE_ELO = 0.05, 20.0
# Two of three, in per cent of what is shared out and as Elo.
FAR, FAR_ELO = 200 / 3, 120.0
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
    "that it is better than ten minutes with a hundredfold table can't be said by positions",
    "of the positions that only one of both solves, those that the hour solves, the large table half full",
    high=FAR,
    unit="%",
    margin="refuted if it can be said: if the hour surely gets more than two of three; a small superiority in one "
    "setting leaves the doubt",
)
NOT_SAID_IN_GAMES = Prediction(
    "nor by games",
    "Elo of the hour over the ten minutes with the large table",
    high=FAR_ELO,
    unit="Elo",
    margin="the same: two of three points are 120 Elo",
)
PLAN = Plan(
    version=3,
    original="よほど極端な条件でない限り、前者が後者より弱くなることはないと思います。… Q) HASH 1024でHASH使用率99%の"
    "状態で1時間思考させた場合と、HASHをその100倍確保して、HASH使用率50%(最終的な値)の状態で10分思考させた場合とを比較"
    "すると、前者は後者より強いですか? A) そうとは言い切れないです。(定量的な実験データは出せないですが…)",
    translation="Unless the conditions are very extreme, I think the former never gets weaker than the latter. … Q: An "
    "hour's thinking with Hash 1024 at 99% use, compared with ten minutes with a hundred times the hash, 50% in use at "
    "the end: is the former stronger? A: One can't say so for certain. (Though I can give no quantitative data from "
    "experiments …)",
    qualifiers="“I think”; no experimental data; “one can't say so for certain”, of no program in particular, while "
    "one setting is tried here.",
    predictions=(NO_WORSE, NO_WORSE_IN_GAMES, NOT_SAID, NOT_SAID_IN_GAMES),
    sample=f"400 tactical positions, not searched before; nodes stand for time, {HOUR_NODES:,} for the hour, and "
    f"{SMALL_ENTRIES:,} entries for the small table; {2 * PAIRS} games a match with a fiftieth of both",
    control="twice the nodes with the same table: they must solve more, or more time was not tried",
    seeds=f"the positions are drawn with seed 1998, the openings with seed {OPENINGS_SEED}",
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
        Earlier(
            "undecided",
            "2026-11-23",
            "What can't be said was asked on positions only, as a share of all of them, which most of both solve, and "
            "the games against the large table were left out of the verdict. Why a range refutes it is said now.",
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
        pair_rows.append(("hour", other, *split))
    sides = {
        form: Side(design=design_of(entries // SCALE), hash_mb=HASH_MB, limit=Limit(nodes=nodes // SCALE))
        for form, (entries, nodes) in forms.items()
    }
    outcomes = {
        other: play_match(
            f"hour - {other}, {hour // SCALE} nodes",
            sides["hour"],
            sides[other],
            pairs,
            progress,
            openings_seed=OPENINGS_SEED,
        )
        for other in others
    }
    return Result(
        measurements=tuple(Measurement(f"solved: {row[0]}", row[3], f"of {len(tasks)}") for row in run_rows),
        tables=(
            Table(RUNS, ("form", "entries", "nodes", "solved", "of", "depth", "permille"), tuple(run_rows)),
            Table(SPLITS, ("one", "other", "only the one", "only the other"), tuple(pair_rows)),
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
    """No worse within a margin, on positions and in games; nor surely far better than the large table if half full.

    ``half_hour`` and ``large`` are the positions that only the hour solves, and those that only the other does;
    ``permille`` how full the small table was after the hour, and the large one after the ten minutes; ``matches`` the
    hour's Elo over each, and the games.
    """
    small, half = permille
    doubt = f"the table was only {small:.0f} permille full"
    no_worse = NO_WORSE.judged(scaled(paired_difference(*half_hour, positions), 100), positions, "positions")
    if not HALF[0] <= half <= HALF[1]:
        not_said = NOT_SAID.undecided(f"the large table was {half:.0f} permille full, not half")
    elif not sum(large):
        not_said = NOT_SAID.undecided("both solve the same positions")
    else:
        not_said = NOT_SAID.judged(_gained(large), sum(large), "such positions")
    return Judgement(
        (
            no_worse if small >= FULL else NO_WORSE.undecided(doubt),
            NO_WORSE_IN_GAMES.judged(*matches["half hour"], "games"),
            not_said,
            NOT_SAID_IN_GAMES.judged(*matches[LARGE], "games"),
        ),
        f"Only the hour solves {half_hour[0]}, only the half hour {half_hour[1]}; only the hour {large[0]}, only the "
        f"large table {large[1]}, of {positions} positions.",
    )


def _gained(split: tuple[int, int]) -> Estimate:
    """Of the positions that only one of both solves, the share of the first, in per cent."""
    return scaled(exact_proportion(split[0], sum(split)), 100)


def kept(result: Result) -> tuple[Any, ...]:
    """The arguments of ``judge``, out of a stored result."""
    (hour, _, large), splits = result.rows(RUNS), result.rows(SPLITS)
    matches = {row[1]: (elo_of_row(*row[5:]), sum(row[2:5])) for row in result.rows(GAMES_PLAYED)}
    return hour[4], splits[0][2:4], splits[1][2:4], (hour[6], large[6]), matches


def draw(result: Result, figure: Figure) -> None:
    """Draw what the hour solves more than each other way, what it solves of what they don't share, and its Elo."""
    positions, half_hour, large, _, matches = kept(result)
    splits = {"half hour": half_hour, LARGE: large}
    panels = (
        (
            "solved by the hour less\nsolved by the other, per cent",
            {other: scaled(paired_difference(one, less, positions), 100) for other, (one, less) in splits.items()},
            {"half hour": NO_WORSE.low},
        ),
        (
            "share of the hour in what\nonly one solves, per cent",
            {other: _gained(split) for other, split in splits.items() if sum(split)},
            {LARGE: NOT_SAID.high},
        ),
        (
            "Elo of the hour\nover the other",
            {other: elo for other, (elo, _) in matches.items()},
            {"half hour": NO_WORSE_IN_GAMES.low, LARGE: NOT_SAID_IN_GAMES.high},
        ),
    )
    for axes, (name, found, ends) in zip(figure.subplots(1, len(panels)), panels, strict=True):
        for place, (other, estimate) in enumerate(found.items()):
            axes.errorbar([place], [estimate.value], whiskers_of([estimate]), fmt="o", capsize=4, color=f"C{place}")
            if other in ends:
                axes.hlines(ends[other], place - 0.3, place + 0.3, color="black", linestyle="--", linewidth=0.8)
        axes.set_xticks(range(len(found)), [other.replace(", ", ",\n") for other in found])
        axes.margins(x=0.3)
        axes.set_title(name, fontsize="medium")
    figure.supxlabel("the hour against (dashed: end of the range)", fontsize="medium")
