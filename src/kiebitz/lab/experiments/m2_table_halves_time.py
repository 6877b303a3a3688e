"""How much sooner a depth is reached with a table than without, by phase of the game.

Positions of the opening, the middlegame and the ending are searched to a fixed depth with an empty table and without
one (nothing of the table is believed and its moves are not tried; what leans on it is off, too). The table is so large
that it stays less than half full, as in the article. The gain is nodes without table by nodes with table: nodes repeat
exactly on every machine. Times of the processor are given beside them; those of results older than plans are the wall
clock's, which once stood still: where one search gains 13 by nodes, it reads 136.

Three searches show what the gain depends on: the era MiniMAX, plain alpha-beta where the table's
moves are all the ordering that quiet moves have; the same with killers and history, which order moves by
themselves; and today's search, at greater depth. Means are geometric, with the 95% interval over positions.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from kiebitz.lab.claims.claim import Claim, Measurement, Result, Table
from kiebitz.lab.claims.documents import MINIMAX
from kiebitz.lab.claims.drawing import legend_above
from kiebitz.lab.claims.judging import Judgement, Prediction
from kiebitz.lab.claims.plan import Earlier, Plan
from kiebitz.lab.measuring.positions import PHASES, Sample, phase_positions
from kiebitz.lab.measuring.progress import Progress
from kiebitz.lab.measuring.searching import search_once
from kiebitz.lab.measuring.settings import STYLES, describe, without_table
from kiebitz.lab.measuring.statistics import geometric_mean, quotient
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
EACH, MEANS = "Every position", "Gain by phase"
PROGRAM_OF_THE_TIME = "minimax"

OPENING = Prediction(
    "halved in the opening",
    "nodes without table by nodes with it, MiniMAX's search",
    CLAIMED_GAINS["opening"] / ROUNDING,
    CLAIMED_GAINS["opening"] * ROUNDING,
    margin="about 2 is taken as 2 give or take a half: the article rounds roughly",
    is_ratio=True,
)
AT_LEAST_DOUBLED = Prediction(
    "at least twice as fast even in the opening", OPENING.measure, CLAIMED_GAINS["opening"], is_ratio=True
)
MIDDLEGAME = Prediction(
    "quartered in the middlegame",
    OPENING.measure,
    CLAIMED_GAINS["middlegame"] / ROUNDING,
    CLAIMED_GAINS["middlegame"] * ROUNDING,
    margin="4 give or take a half of it",
    is_ratio=True,
)
GROWTH = Prediction(
    "more in the middlegame than in the opening", "gain in the middlegame by gain in the opening", 1, is_ratio=True
)
ENDING = Prediction("the most in the ending", "gain in the ending by gain in the middlegame", 1, is_ratio=True)
PLAN = Plan(
    version=1,
    original="In der Eröffnungsphase wurde die Antwortzeit auf Tiefe 8 ca. halbiert, während im Mittelspiel die Suche "
    "bereits um den Faktor 4 beschleunigt wurde. Im Endspiel … ist [der Beschleunigungsfaktor] sehr stellungsabhängig "
    "und nach oben quasi offen. … dass die Effizienz des Hashings zum Endspiel hin stark zunimmt, aber selbst in der "
    "Eröffnungsphase … mindestens eine Verdoppelung der Antwortgeschwindigkeit bringt.",
    translation="In the opening the time to depth 8 was about halved, while in the middlegame the search was speeded "
    "up by a factor of 4 already. In the ending [the factor] depends very much on the position and is open-ended, as "
    "it were. … that the efficiency of hashing grows strongly towards the ending, but even in the opening at least "
    "doubles the speed.",
    qualifiers="“It makes little sense to give exact numbers”; times are “roughly rounded”, of a table at most half "
    "full.",
    predictions=(OPENING, AT_LEAST_DOUBLED, MIDDLEGAME, GROWTH, ENDING),
    sample=", ".join(f"{count} positions a phase to depth {depth} with {style}" for style, depth, count in PLANS)
    + "; nodes stand for the article's time, as they repeat exactly",
    earlier=(
        Earlier(
            "holds under conditions",
            "2026-11-21",
            "The rule was content if the table saved anything. The claim is numbers for two phases and growth towards "
            "the ending; MiniMAX's gain in the opening excludes the number, and its gains fall.",
        ),
    ),
)


def compare(sample: Sample, style: str, depth: int, hash_mb: int) -> dict[str, Any]:
    """Nodes and time to a depth, with and without table."""
    settings = STYLES[style]
    on = search_once(sample.fen, settings, hash_mb=hash_mb, depth=depth)
    off = search_once(sample.fen, without_table(settings), hash_mb=1, depth=depth)
    return {
        "nodes": [on["nodes"], off["nodes"]],
        "milliseconds": [on["cpu_milliseconds"], off["cpu_milliseconds"]],
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
    return Result(
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


def judge(means: dict[tuple[str, str], Estimate], counts: dict[str, int], fullest: int) -> Judgement:
    """MiniMAX's gains against those claimed, and whether they grow towards the ending.

    ``means`` are gains by search and phase, ``counts`` positions of a phase by search, and ``fullest`` the table's
    greatest use in permille: beyond half full nothing is decided.
    """
    if fullest > HALF_FULL:
        doubt = f"the table became {fullest} permille full, more than half"
        return Judgement(tuple(prediction.undecided(doubt) for prediction in PLAN.predictions))
    opening, middlegame, ending = (means[PROGRAM_OF_THE_TIME, phase] for phase in PHASES)
    sample = counts[PROGRAM_OF_THE_TIME], "positions a phase"
    others = "; ".join(
        f"{style}: "
        + ", ".join(f"{phase} {mean.value:.2f} ({mean.low:.2f} to {mean.high:.2f})" for phase, mean in found.items())
        for style in counts
        if style != PROGRAM_OF_THE_TIME
        for found in ({phase: means[style, phase] for phase in PHASES},)
    )
    return Judgement(
        (
            OPENING.judged(opening, *sample),
            AT_LEAST_DOUBLED.judged(opening, *sample),
            MIDDLEGAME.judged(middlegame, *sample),
            GROWTH.judged(quotient(middlegame, opening), *sample),
            ENDING.judged(quotient(ending, middlegame), *sample),
        ),
        f"Other searches, {others}." if others else "",
    )


def kept(result: Result) -> tuple[Any, ...]:
    """What ``judge`` is asked, out of a stored result."""
    rows = result.rows(MEANS)
    means = {(row[0], row[2]): Estimate(*row[4:7]) for row in rows}
    return means, {row[0]: row[3] for row in rows}, max(row[-1] for row in result.rows(EACH))


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
    legend_above(figure, axes)
