"""Time to a depth with a table and without, by phase of the game.

Positions of the opening, the middlegame and the ending are searched to a fixed depth with an empty table and without
one (nothing of the table is believed and its moves are not tried; what leans on it is off, too). The table is so large
that it stays less than half full, as in the article. The gain is time without table by time with table, as the article
has it: time of the processor, which other programs don't prolong much. Nodes, which repeat exactly on every machine,
are given beside it, and the gain in nodes of every shallower iteration, which says how it grows with depth.

Three searches show what the gain depends on: the era MiniMAX, plain alpha-beta where the table's moves are all the
ordering that quiet moves have; the same with killers and history, which order moves by themselves; and today's search,
at greater depth. Means are geometric, with the 95% interval over positions, one of a game in each phase; phases of the
same games are paired.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from kiebitz.arena.match.elo import Estimate
from kiebitz_claims.claims.claim import Measurement, Result
from kiebitz_claims.claims.drawing import legend_above, plain_logarithmic, whiskers
from kiebitz_claims.claims.judging import Judgement
from kiebitz_claims.claims.study import Study
from kiebitz_claims.measuring.positions import (
    LATER_PLIES,
    PHASES,
    Sample,
    championship_positions,
    later_championship_phases,
)
from kiebitz_claims.measuring.progress import Progress
from kiebitz_claims.measuring.searching import search_once
from kiebitz_claims.measuring.settings import STYLES, describe, without_table
from kiebitz_claims.measuring.statistics import geometric_mean

if TYPE_CHECKING:
    from matplotlib.figure import Figure

# Style of search, depth in plies, games, of which each gives a position of each phase, and MB of the table.
PLANS = (("minimax", 8, 20, 2_048), ("ordered", 8, 20, 256), ("today", 13, 20, 256))
QUICK_PLANS = (("minimax", 3, 2, 16), ("ordered", 4, 2, 16), ("today", 6, 2, 16))
CLAIMED_GAINS = {"opening": 2.0, "middlegame": 4.0}
HALF_FULL = 500
LEAST_MS = 1.0
"""Shorter times are taken for this long."""
EACH, MEANS, GROWING = "Each position", "Gain by phase, time and nodes", "Gain in nodes by depth"
PROGRAM_OF_THE_TIME = "minimax"

STUDY = Study(__file__, constants=globals(), later_plies=LATER_PLIES)
OPENING, AT_LEAST_DOUBLED, MIDDLEGAME, GROWTH, ENDING = STUDY.predictions.values()


def compare(sample: Sample, style: str, depth: int, hash_mb: int) -> dict[str, Any]:
    """Nodes and time to a depth, with and without table, and the nodes to every depth on the way."""
    settings = STYLES[style]
    on = search_once(sample.fen, settings, hash_mb=hash_mb, depth=depth)
    off = search_once(sample.fen, without_table(settings), hash_mb=1, depth=depth)
    return {
        "nodes": [on["nodes"], off["nodes"]],
        "milliseconds": [on["cpu_milliseconds"], off["cpu_milliseconds"]],
        "permille": on["permille"],
        "by depth": [
            [line["depth"], line["nodes"], other["nodes"]]
            for line in on["iterations"]
            for other in off["iterations"]
            if line["depth"] == other["depth"]
        ],
    }


def later_samples(phase: str, count: int) -> list[Sample]:
    """Later positions of a phase, of the first games that have one of every phase."""
    games = [(name, found) for name, found in later_championship_phases(slice(None)) if len(found) == len(PHASES)]
    return [Sample(name, found[phase]) for name, found in games[:count]]


def measure(quick: bool, progress: Progress) -> Result:
    """Search every position with and without table."""
    plans = QUICK_PLANS if quick else PLANS
    progress.expect(sum(count for _, _, count, _ in plans) * len(PHASES))
    rows: list[tuple[str, str, int, str, int, int, float, float, int]] = []
    mean_rows, growing = [], []
    for style, depth, count, hash_mb in plans:
        for phase in PHASES:
            nodes, times = [], []
            by_depth: dict[int, list[float]] = {}
            for sample in championship_positions(phase, slice(count)) if quick else later_samples(phase, count):
                found = progress.step(
                    f"{style}, {phase}, {sample.name}, depth {depth}",
                    partial(compare, sample, style, depth, hash_mb),
                )
                (on, off), (on_ms, off_ms) = found["nodes"], found["milliseconds"]
                nodes.append(off / on)
                times.append(max(off_ms, LEAST_MS) / max(on_ms, LEAST_MS))
                rows.append((style, phase, depth, sample.name, off, on, nodes[-1], times[-1], found["permille"]))
                for reached, with_it, without in found["by depth"]:
                    by_depth.setdefault(reached, []).append(without / with_it)
            by_time, by_nodes = geometric_mean(times), geometric_mean(nodes)
            mean_rows.append(
                (
                    *(style, depth, phase, len(nodes)),
                    *(by_time.value, by_time.low, by_time.high, max(times)),
                    *(by_nodes.value, by_nodes.low, by_nodes.high),
                )
            )
            growing += [
                (style, phase, reached, mean.value, mean.low, mean.high)
                for reached, gains in sorted(by_depth.items())
                for mean in (geometric_mean(gains),)
            ]
    return STUDY.result(
        mean_rows,
        growing,
        rows,
        figures=tuple(
            Measurement(f"gain in time, {row[0]}, {row[2]}", row[4], error=(row[6] - row[5]) / 2) for row in mean_rows
        ),
        conditions={
            "table": ", ".join(f"{hash_mb} MB with {style}" for style, _, _, hash_mb in plans)
            + f", empty before each search; at most {max(row[-1] for row in rows)} permille full",
            "searches": describe([style for style, *_ in plans]),
        },
    )


def judge(gains: dict[str, dict[str, dict[str, float]]], fullest: int, growth: dict[str, float]) -> Judgement:
    """MiniMAX's gains in time against those claimed, and whether they grow towards the ending, paired by game.

    ``gains`` are by search, phase and game, ``fullest`` the table's greatest use in permille: beyond half full nothing
    is decided. ``growth`` is how many times greater MiniMAX's gain in nodes is at the last depth than a ply before, by
    phase.
    """
    if fullest > HALF_FULL:
        doubt = f"the table became {fullest} permille full, more than half"
        return Judgement(tuple(prediction.undecided(doubt) for prediction in STUDY.predictions.values()))
    own = gains[PROGRAM_OF_THE_TIME]
    opening, middlegame, ending = (own[phase] for phase in PHASES)
    sample = len(opening), "games"
    others = "; ".join(
        f"{style}: "
        + ", ".join(
            f"{phase} {mean.value:.2f} ({mean.low:.2f} to {mean.high:.2f})"
            for phase in PHASES
            for mean in (geometric_mean(found[phase].values()),)
        )
        for style, found in gains.items()
        if style != PROGRAM_OF_THE_TIME
    )
    a_ply = ", ".join(f"{phase} {times:.2f}" for phase, times in growth.items())
    return Judgement(
        (
            OPENING.judged(geometric_mean(opening.values()), *sample),
            AT_LEAST_DOUBLED.judged(geometric_mean(opening.values()), *sample),
            MIDDLEGAME.judged(geometric_mean(middlegame.values()), *sample),
            GROWTH.judged(paired(middlegame, opening), *sample),
            ENDING.judged(paired(ending, middlegame), *sample),
        ),
        f"With the last ply MiniMAX's gain in nodes grows by a factor of: {a_ply}."
        + (f" Other searches, {others}." if others else ""),
    )


def paired(later: dict[str, float], earlier: dict[str, float]) -> Estimate:
    """Factor by which the gain is greater in one phase than in another, of the games that have both."""
    return geometric_mean(later[game] / earlier[game] for game in later if game in earlier)


def kept(result: Result) -> tuple[Any, ...]:
    """The arguments of ``judge``, out of a stored result."""
    gains: dict[str, dict[str, dict[str, float]]] = {}
    for style, phase, _, game, _, _, _, gain, _ in result.rows(EACH):
        gains.setdefault(style, {}).setdefault(phase, {})[game] = gain
    by_depth: dict[str, list[float]] = {}
    for style, phase, _, gain, _, _ in result.rows(GROWING):
        if style == PROGRAM_OF_THE_TIME:
            by_depth.setdefault(phase, []).append(gain)
    growth = {phase: found[-1] / found[-2] for phase, found in by_depth.items()}
    return gains, max(row[-1] for row in result.rows(EACH)), growth


def draw(result: Result, figure: Figure) -> None:
    """Left the gain in time by phase and search beside those claimed, right how MiniMAX's in nodes grows with depth."""
    left, right = figure.subplots(1, 2)
    table, growing = result.table(MEANS), result.table(GROWING)
    styles = table.values("search")
    for number, style in enumerate(styles):
        gains, lows, highs = (table.numbers(name, search=style) for name in ("gain in time", "low", "high"))
        places = [place + 0.22 * (number - (len(styles) - 1) / 2) for place in range(len(PHASES))]
        depth = table.numbers("depth", search=style)[0]
        left.errorbar(
            places, gains, whiskers(gains, lows, highs), fmt="o", capsize=3, label=f"{style}, depth {depth:.0f}"
        )
    claimed = [CLAIMED_GAINS.get(phase) for phase in PHASES]
    known = [(place, gain) for place, gain in enumerate(claimed) if gain is not None]
    left.plot([place for place, _ in known], [gain for _, gain in known], "k*", markersize=12, label="claimed")
    left.set_xticks(range(len(PHASES)), PHASES)
    left.set_ylabel("time without table / with table")
    for number, phase in enumerate(PHASES):
        found = {"search": PROGRAM_OF_THE_TIME, "phase": phase}
        gains, lows, highs = (growing.numbers(name, **found) for name in ("gain", "low", "high"))
        depths = [depth + 0.1 * (number - 1) for depth in growing.numbers("depth", **found)]
        right.errorbar(depths, gains, whiskers(gains, lows, highs), fmt="o-", capsize=3, label=phase)
    right.set_xlabel(f"depth, {PROGRAM_OF_THE_TIME}")
    right.set_ylabel("nodes without table / with table")
    for axes in (left, right):
        axes.axhline(1, color="grey", linewidth=0.8)
        axes.set_yscale("log")
        plain_logarithmic(axes.yaxis)
    right.legend(loc="best", title="phase")
    legend_above(figure, left)
