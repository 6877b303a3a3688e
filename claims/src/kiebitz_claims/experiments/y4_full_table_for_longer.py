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

from typing import Any

from kiebitz.arena.match.elo import Estimate
from kiebitz.arena.suite.epd import Task
from kiebitz.engine import TableDesign
from kiebitz.engine.limit import Limit
from kiebitz_claims.claims.claim import Measurement, Result, Table
from kiebitz_claims.claims.drawing import Figure, intervals
from kiebitz_claims.claims.judging import Judgement
from kiebitz_claims.claims.study import Study
from kiebitz_claims.measuring.matches import HEADINGS, Side, elo_of_row, play_match
from kiebitz_claims.measuring.positions import more_tactics, tactics
from kiebitz_claims.measuring.progress import Progress
from kiebitz_claims.measuring.searching import search_once
from kiebitz_claims.measuring.settings import TODAY
from kiebitz_claims.measuring.statistics import exact_proportion, paired_difference, scaled

SMALL_ENTRIES, LARGER = 2_048, 100
HASH_MB = 4
"""Room for the large table: its size is told in entries of 16 bytes."""
HOUR_NODES, QUICK_HOUR_NODES = 1_680_000, 30_000
QUICK_POSITIONS = 4
# Half an hour, and ten minutes, of the hour's nodes; a match has so many times less of nodes and entries.
HALF_HOUR, TEN_MINUTES, SCALE = 2, 6, 50
PAIRS, QUICK_PAIRS = 120, 1
OPENINGS_SEED = 2
# Permille: what counts as 99% and as half full.
FULL, HALF = 985, (400, 600)
RUNS, SPLITS, EACH, GAMES_PLAYED = "Solved", "Position by position", "Each position", "Matches"
LARGE = "ten minutes, large"

STUDY = Study(__file__, constants=globals(), games=2 * PAIRS)
NO_WORSE, NO_WORSE_IN_GAMES, NOT_SAID, NOT_SAID_IN_GAMES = STUDY.predictions.values()


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
            progress.step(f"{form}: {entries} entries, {nodes:,} nodes, {task.name}", attempt, task, entries, nodes)
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
            intervals(axes, [place], [estimate], color=f"C{place}")
            if other in ends:
                axes.hlines(ends[other], place - 0.3, place + 0.3, color="black", linestyle="--", linewidth=0.8)
        axes.set_xticks(range(len(found)), [other.replace(", ", ",\n") for other in found])
        axes.margins(x=0.3)
        axes.set_title(name, fontsize="medium")
    figure.supxlabel("the hour against (dashed: end of the range)", fontsize="medium")
