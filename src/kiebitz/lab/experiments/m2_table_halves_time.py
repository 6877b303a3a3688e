"""How much sooner a depth is reached with a table than without, by phase of the game.

Positions of the opening, the middlegame and the ending are searched to a fixed depth with an empty table and without
one (nothing of the table is believed and its moves are not tried; what leans on it is off, too). The table is so large
that it stays less than half full, as in the article. The gain is nodes without table by nodes with table: nodes repeat
exactly on every machine; times are given beside them, but scatter with what else the machine does.

Three searches show what the gain depends on: the era MiniMAX, plain alpha-beta where the table's
moves are all the ordering that quiet moves have; the same with killers and history, which order moves by
themselves; and today's search, at greater depth. Means are geometric, with the 95% interval over positions.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from operator import itemgetter
from typing import TYPE_CHECKING, Any

from kiebitz.lab.claims.claim import Claim, Measurement, Result, Table, Verdict
from kiebitz.lab.claims.documents import MINIMAX
from kiebitz.lab.claims.fit import exceeds, fit, told, verdict_of
from kiebitz.lab.measuring.positions import PHASES, Sample, phase_positions
from kiebitz.lab.measuring.progress import Progress
from kiebitz.lab.measuring.searching import search_once
from kiebitz.lab.measuring.settings import STYLES, describe, without_table
from kiebitz.lab.measuring.statistics import geometric_mean
from kiebitz.match.elo import Estimate

if TYPE_CHECKING:
    from matplotlib.figure import Figure

CLAIM = Claim(
    id="M2",
    title="What a table saves, by phase of the game",
    statement="With a table that is at most half full the time to depth 8 is halved in the opening and quartered in "
    "the middlegame; in the ending the gain depends on the position and is open-ended.",
    source=MINIMAX,
)

# Style of search, depth in plies, positions of each phase.
PLANS = (("minimax", 7, 4), ("ordered", 8, 6), ("today", 13, 8))
QUICK_PLANS = (("minimax", 3, 2), ("ordered", 4, 2), ("today", 6, 2))
HASH_MB, QUICK_HASH_MB = 256, 16
CLAIMED_GAINS = {"opening": 2.0, "middlegame": 4.0}
# A gain is called the claimed one if it is within this factor of it: the article rounds roughly.
ROUNDING = 1.5
HALF_FULL = 500
# A clock that reads so many times what the nodes say has measured the machine.
ASTRAY = 3.0
EACH, MEANS = "Every position", "Gain by phase"
PROGRAM_OF_THE_TIME = "minimax"


def compare(sample: Sample, style: str, depth: int, hash_mb: int) -> dict[str, Any]:
    """Nodes and time to a depth, with and without table."""
    settings = STYLES[style]
    on = search_once(sample.fen, settings, hash_mb=hash_mb, depth=depth)
    off = search_once(sample.fen, without_table(settings), hash_mb=1, depth=depth)
    return {
        "nodes": [on["nodes"], off["nodes"]],
        "milliseconds": [on["milliseconds"], off["milliseconds"]],
        "permille": on["permille"],
    }


def measure(quick: bool, progress: Progress) -> Result:
    """Search every position with and without table."""
    plans, hash_mb = (QUICK_PLANS, QUICK_HASH_MB) if quick else (PLANS, HASH_MB)
    progress.expect(sum(count for _, _, count in plans) * len(PHASES))
    rows: list[tuple[str, str, int, str, int, int, float, float, int]] = []
    means: dict[tuple[str, str], Estimate] = {}
    mean_rows = []
    for style, depth, count in plans:
        for phase in PHASES:
            gains, speed_gains = [], []
            for sample in phase_positions(phase, count):
                found = progress.step(
                    f"{style}, {phase}, {sample.name}, depth {depth}",
                    partial(compare, sample, style, depth, hash_mb),
                )
                (on, off), (on_ms, off_ms) = found["nodes"], found["milliseconds"]
                gains.append(off / on)
                speed_gains.append(max(off_ms, 1) / max(on_ms, 1))
                rows.append((style, phase, depth, sample.name, off, on, gains[-1], speed_gains[-1], found["permille"]))
            mean = means[style, phase] = geometric_mean(gains)
            by_time = geometric_mean(speed_gains)
            mean_rows.append(
                (style, depth, phase, len(gains), mean.value, mean.low, mean.high, max(gains), by_time.value)
            )
    verdict, why = judge(means, max(row[-1] for row in rows), greatest_by_clock(rows))
    return Result(
        verdict=verdict,
        why=why,
        measurements=tuple(
            Measurement(f"gain in nodes, {style}, {phase}", mean.value, error=mean.error)
            for (style, phase), mean in means.items()
        ),
        tables=(
            Table(
                MEANS,
                ("search", "depth", "phase", "positions", "gain", "low", "high", "greatest", "gain in time"),
                tuple(mean_rows),
            ),
            Table(
                EACH,
                ("search", "phase", "depth", "game", "nodes without", "nodes with", "gain", "gain in time", "permille"),
                tuple(rows),
            ),
        ),
        conditions={
            "table": f"{hash_mb} MB, empty before each search; at most {max(row[-1] for row in rows)} permille full",
            "searches": describe([style for style, _, _ in plans]),
        },
    )


def judge(means: dict[tuple[str, str], Estimate], fullest: int, clock: tuple[float, float]) -> tuple[Verdict, str]:
    """MiniMAX's gains against those claimed, and whether they surely grow towards the ending.

    ``fullest`` is the table's greatest use in permille; ``clock`` the greatest gain in time, with its gain in nodes.
    """
    opening, middlegame, ending = (means[PROGRAM_OF_THE_TIME, phase] for phase in PHASES)
    parts = {
        f"about {claimed:.0f} in the {phase}": fit(
            means[PROGRAM_OF_THE_TIME, phase], claimed / ROUNDING, claimed * ROUNDING
        )
        for phase, claimed in CLAIMED_GAINS.items()
    }
    parts["growth from the opening to the middlegame"] = exceeds(middlegame, opening)
    parts["the most in the ending"] = exceeds(ending, middlegame)
    said = "; ".join(
        f"{style}: "
        + ", ".join(
            f"{phase} {mean.value:.2f} ({mean.low:.2f} to {mean.high:.2f})"
            for phase, mean in ((phase, means[style, phase]) for phase in PHASES)
        )
        for style in dict.fromkeys(style for style, _ in means)
    )
    why = f"Nodes without table by nodes with it, {said}."
    by_clock, by_nodes = clock
    if by_clock > ASTRAY * by_nodes:
        why += f" Times decide nothing: where one search gains {by_nodes:.1f} by nodes, the clock reads {by_clock:.0f}."
    if fullest > HALF_FULL:
        return Verdict.UNDECIDED, f"{why} But the table became more than half full."
    if opening.value > middlegame.value > ending.value:
        why += " MiniMAX's gain falls towards the ending, where the claim has it grow."
    return verdict_of(parts), f"{why} With MiniMAX, {told(parts)}."


def kept(result: Result) -> tuple[Any, ...]:
    """What ``judge`` is asked, out of a stored result."""
    means = {(row[0], row[2]): Estimate(*row[4:7]) for row in result.rows(MEANS)}
    rows = result.rows(EACH)
    return means, max(row[-1] for row in rows), greatest_by_clock(rows)


def greatest_by_clock(rows: Sequence[tuple[Any, ...]]) -> tuple[float, float]:
    """The greatest gain in time of all positions, and the same one's gain in nodes."""
    by_nodes, by_clock, _ = max((row[-3:] for row in rows), key=itemgetter(1))
    return by_clock, by_nodes


def draw(result: Result, figure: Figure) -> None:
    """Every position as a point, by phase and search; the claimed gains as lines."""
    table = result.table(EACH)
    styles = table.values("search")
    axes = figure.add_subplot()
    for number, style in enumerate(styles):
        gains = [table.numbers("gain", search=style, phase=phase) for phase in PHASES]
        aside = (number - (len(styles) - 1) / 2) * 0.22
        places = [place + aside for place, phase_gains in enumerate(gains) for _ in phase_gains]
        depth = table.numbers("depth", search=style)[0]
        axes.plot(
            places,
            [gain for phase_gains in gains for gain in phase_gains],
            "o",
            alpha=0.7,
            label=f"{style}, depth {depth:.0f}",
        )
    for phase, claimed in CLAIMED_GAINS.items():
        place = PHASES.index(phase)
        axes.hlines(claimed, place - 0.4, place + 0.4, colors="black", linestyles="dashed")
        axes.annotate(f"claimed: {claimed:g}", (place - 0.4, claimed), xytext=(0, 3), textcoords="offset points")
    axes.axhline(1, color="grey", linewidth=0.8)
    axes.set_yscale("log")
    axes.set_yticks([0.5, 1, 2, 5, 10, 20], ["½", "1", "2", "5", "10", "20"])
    axes.set_xticks(range(len(PHASES)), PHASES)
    axes.set_ylabel("nodes without table / with table")
    axes.legend()
