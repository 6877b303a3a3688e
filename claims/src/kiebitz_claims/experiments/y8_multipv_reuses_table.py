"""A user's way of analysing: seven candidate moves first, then three, then one. Does the table carry over?

Each stage is searched to a depth of its own, the table living on; the last one, with a single move, is compared with
the same search from an empty table. Its nodes say how much was re-used, and all three stages together what the detour
costs. With a large table and with one that the stages overfill, since each stage is a new generation whose entries
drive older ones out.

Not only the table lives on, the histories of moves do, too. So the last stage is searched in four states: with both,
with the table alone (which is saved, all is forgotten, and it is loaded again), with the histories alone (the table is
resized, which empties it), and afresh. The claim speaks of the table. A game gives a middlegame and an ending; errors
go by games.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from kiebitz.engine import Engine
from kiebitz_claims.claims.claim import Cell, Measurement, Result, Table
from kiebitz_claims.claims.drawing import Figure, legend_above, plain_logarithmic, whiskers
from kiebitz_claims.claims.judging import Judgement, in_all
from kiebitz_claims.claims.study import Study
from kiebitz_claims.measuring.positions import Sample, championship_positions, taken_games
from kiebitz_claims.measuring.progress import Progress
from kiebitz_claims.measuring.searching import search, search_once
from kiebitz_claims.measuring.settings import TODAY
from kiebitz_claims.measuring.statistics import geometric_mean

# Candidate moves and depth of each stage.
STAGES, QUICK_STAGES = ((7, 11), (3, 13), (1, 15)), ((7, 4), (3, 5), (1, 6))
SIZES_MB, QUICK_SIZES_MB = (1, 64), (1,)
GAMES, QUICK_GAMES = 25, 2
BOTH, TABLE_ALONE, HISTORIES_ALONE, AFRESH = "both", "the table alone", "the histories alone", "afresh"
STATES = (BOTH, TABLE_ALONE, HISTORIES_ALONE)
RATIOS, EACH = "Against a search afresh", "Each position"

STUDY = Study(__file__, constants=globals(), most_mb=SIZES_MB[-1])
REUSED, NOT_WHOLLY = STUDY.predictions.values()


def forget_nothing(engine: Engine) -> None:
    """Keep the table and the histories."""


def forget_histories(engine: Engine) -> None:
    """Keep the table alone, its generation too."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / "table"
        engine.save_table(path)
        engine.new_game()
        engine.load_table(path)


def forget_table(engine: Engine) -> None:
    """Keep the histories alone: a table of another size is empty."""
    size_mb = engine.hash_mb
    engine.configure(hash_mb=2 * size_mb)
    engine.configure(hash_mb=size_mb)


FORGETTING: dict[str, Callable[[Engine], None]] = dict(
    zip(STATES, (forget_nothing, forget_histories, forget_table), strict=True)
)


def analyse(sample: Sample, stages: tuple[tuple[int, int], ...], size_mb: int) -> list[int]:
    """Nodes of the earlier stages, and of the last one in every state and afresh."""
    *earlier, (moves, last) = stages
    spent: list[int] = []
    for forget in FORGETTING.values():
        with Engine(hash_mb=size_mb, evaluation="classical") as engine:
            before = [search(engine, sample.fen, depth=depth, multipv=count)["nodes"] for count, depth in earlier]
            forget(engine)
            spent.append(search(engine, sample.fen, depth=last, multipv=moves)["nodes"])
    return [*before, *spent, search_once(sample.fen, TODAY, hash_mb=size_mb, depth=last)["nodes"]]


def measure(quick: bool, progress: Progress) -> Result:
    """Every position at every size."""
    stages, sizes = (QUICK_STAGES, QUICK_SIZES_MB) if quick else (STAGES, SIZES_MB)
    samples = [
        (phase, sample)
        for phase in ("middlegame", "ending")
        for sample in (championship_positions(phase, taken_games(quick, GAMES, QUICK_GAMES)))
    ]
    games = [sample.name for _, sample in samples]
    progress.expect(len(samples) * len(sizes))
    each: list[tuple[Cell, ...]] = []
    rows = []
    for size in sizes:
        found = [
            progress.step(f"{stages}, {size} MB, {phase} of {sample.name}", analyse, sample, stages, size)
            for phase, sample in samples
        ]
        each += [(size, sample.name, phase, *spent) for (phase, sample), spent in zip(samples, found, strict=True)]
        for number, state in enumerate(STATES, len(stages) - 1):
            last = geometric_mean((spent[number] / spent[-1] for spent in found), games)
            rows.append((size, state, len(found), last.value, last.low, last.high))
        detour = geometric_mean((sum(spent[: len(stages)]) / spent[-1] for spent in found), games)
        rows.append((size, f"all stages, {BOTH}", len(found), detour.value, detour.low, detour.high))
    return Result(
        measurements=tuple(
            Measurement(
                f"last stage against a search afresh, {row[0]} MB, {row[1]}", row[3], error=(row[5] - row[4]) / 2
            )
            for row in rows
        ),
        tables=(
            Table(RATIOS, ("MB", "kept", "positions", "nodes", "low", "high"), tuple(rows)),
            Table(
                EACH,
                (
                    *("MB", "game", "phase"),
                    *(f"{moves} to depth {depth}" for moves, depth in stages[:-1]),
                    *STATES,
                    AFRESH,
                ),
                tuple(each),
            ),
        ),
        conditions={
            "stages": ", ".join(f"{moves} to depth {depth}" for moves, depth in stages),
            "nodes": "of the last stage by those of the same search afresh, geometric mean over positions",
            "search": "today's, one thread",
        },
    )


def judge(ratios: dict[str, dict[int, list[float]]], games: list[str]) -> Judgement:
    """With the table alone fewer nodes at every size, and more with the small table than with the large one.

    ``ratios`` are the last stage's nodes by those of a search afresh, of every position, by what is kept and by size in
    MB; ``games`` where the positions come from.
    """
    sample = len(set(games)), "games"
    table = ratios[TABLE_ALONE]
    smallest, largest = table[min(table)], table[max(table)]
    told = "; ".join(
        f"{size} MB: "
        + ", ".join(
            f"{state} {mean.value:.2f} ({mean.low:.2f} to {mean.high:.2f})"
            for state in (BOTH, HISTORIES_ALONE)
            for mean in (geometric_mean(ratios[state][size], games),)
        )
        for size in table
    )
    return Judgement(
        (
            in_all(
                {f"{size} MB": REUSED.judged(geometric_mean(found, games), *sample) for size, found in table.items()}
            ),
            NOT_WHOLLY.judged(
                geometric_mean((small / large for small, large in zip(smallest, largest, strict=True)), games), *sample
            )
            if len(table) > 1
            else NOT_WHOLLY.undecided("one size only was measured"),
        ),
        f"Of what else is kept, {told}.",
    )


def kept(result: Result) -> tuple[Any, ...]:
    """The arguments of ``judge``, out of a stored result."""
    table = result.table(EACH)
    ratios: dict[str, dict[int, list[float]]] = {state: {} for state in STATES}
    for size in table.values("MB"):
        fresh = table.numbers(AFRESH, MB=size)
        for state in STATES:
            spent = table.numbers(state, MB=size)
            ratios[state][size] = [ours / theirs for ours, theirs in zip(spent, fresh, strict=True)]  # type: ignore[index]
    return ratios, [row[1] for row in table.rows if row[0] == table.rows[0][0]]


def draw(result: Result, figure: Figure) -> None:
    """Draw the saving of each state, by size."""
    axes = figure.add_subplot()
    table = result.table(RATIOS)
    sizes = table.values("MB")
    for number, size in enumerate(sizes):
        ratios, lows, highs = (
            [table.numbers(heading, MB=size, kept=state)[0] for state in STATES] for heading in ("nodes", "low", "high")
        )
        places = [place + 0.2 * (number - (len(sizes) - 1) / 2) for place in range(len(STATES))]
        axes.errorbar(places, ratios, whiskers(ratios, lows, highs), fmt="o", capsize=4, label=f"{size} MB")
    axes.axhline(1, color="grey", linewidth=0.8)
    axes.set_yscale("log")
    plain_logarithmic(axes.yaxis)
    axes.set_xticks(range(len(STATES)), STATES)
    axes.margins(x=0.3)
    axes.set(xlabel="what is kept of the earlier stages", ylabel="nodes of the last stage / afresh")
    legend_above(figure, axes)
