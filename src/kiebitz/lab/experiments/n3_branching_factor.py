"""The effective branching factor by technique: how much an additional ply costs.

Each search goes to a fixed depth from an empty table; the factor of a position is the (d - s)-th root of nodes(d) /
nodes(s), where s skips the first plies, and the mean is geometric over positions. From plain alpha-beta with a table
and good ordering, the techniques are added one after the other: the null move, Nimzo 1's static selectivity instead,
all of today's. Nodes repeat exactly.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from kiebitz.lab.claims.claim import Claim, Measurement, Result, Table
from kiebitz.lab.claims.documents import NIMZO as DOCUMENT
from kiebitz.lab.claims.drawing import legend_above, whiskers
from kiebitz.lab.claims.judging import Judgement, Prediction
from kiebitz.lab.claims.plan import Earlier, Plan
from kiebitz.lab.measuring.null_move_settings import NIMZO, OFF
from kiebitz.lab.measuring.positions import championship_positions
from kiebitz.lab.measuring.progress import Progress
from kiebitz.lab.measuring.searching import search_once
from kiebitz.lab.measuring.settings import TODAY, SearchSettings
from kiebitz.lab.measuring.statistics import geometric_mean, quotient
from kiebitz.match.elo import Estimate

if TYPE_CHECKING:
    from matplotlib.figure import Figure

CLAIM = Claim(
    id="N3",
    title="The effective branching factor",
    statement="With alpha-beta and a first move that refutes nine times out of ten a ply costs a factor of about 7; "
    "the selectivity of good programs makes it 4 to 5.",
    source=DOCUMENT,
)

WITHOUT: SearchSettings = {**NIMZO, "null_move_policy": OFF}
# The article's two: nothing but alpha-beta, and what a good program of its time added.
PLAIN, SELECTIVE = "alpha-beta without table", "null move"
# Search, settings, first and last depth.
SEARCHES: tuple[tuple[str, SearchSettings, int, int], ...] = (
    (PLAIN, {**WITHOUT, "transposition_table": 0, "check_extension": 0}, 3, 7),
    ("alpha-beta", {**WITHOUT, "check_extension": 0}, 3, 7),
    ("static selectivity", {**WITHOUT, "check_extension": 0, "static_selectivity": "strict"}, 3, 7),
    (SELECTIVE, {**NIMZO, "check_extension": 0}, 3, 8),
    ("nimzo", NIMZO, 3, 8),
    ("today", TODAY, 6, 13),
)
POSITIONS, QUICK_POSITIONS, QUICK_DEPTHS = 50, 2, (2, 4)
CLAIMED_PLAIN, CLAIMED_SELECTIVE = 7.0, (4.0, 5.0)
# The article's numbers are whole: 'about 7' is what rounds to 7.
ROUNDING = 0.5
HASH_MB, QUICK_HASH_MB = 64, 4
FACTORS, EACH = "Effective branching factor", "Every position"

SEVEN = Prediction(
    "a factor of about 7 with alpha-beta",
    "effective branching factor without table and extensions",
    CLAIMED_PLAIN - ROUNDING,
    CLAIMED_PLAIN + ROUNDING,
    margin="'about 7' is what rounds to 7",
    is_ratio=True,
)
FOUR_TO_FIVE = Prediction(
    "4 to 5 with selectivity",
    "effective branching factor with the null move",
    CLAIMED_SELECTIVE[0] - ROUNDING,
    CLAIMED_SELECTIVE[1] + ROUNDING,
    margin="what rounds to 4 or 5",
    is_ratio=True,
)
LESS = Prediction("less with selectivity than without", "the one factor by the other", high=1, is_ratio=True)
PLAN = Plan(
    version=2,
    original="Durch zahlreiche Tricks erreichen die meisten Programme eine Trefferquote von ca. 90%, und der Zuwachs "
    "von einer Suchtiefe zur nächsten würde ungefähr den Wert 7 betragen. … Tatsächlich wächst die Anzahl der "
    "Positionen von einer Suchtiefe auf die nächste bei den meisten guten kommerziellen Programmen um den Faktor 4 bis "
    "5.",
    translation="By numerous tricks most programs reach a rate of hits of about 90%, and the growth from one depth to "
    "the next would be about 7. … In fact, with most good commercial programs the number of positions grows from one "
    "depth to the next by a factor of 4 to 5.",
    qualifiers="“About”; “most good commercial programs” of 1993.",
    predictions=(SEVEN, FOUR_TO_FIVE, LESS),
    sample=f"{POSITIONS} middlegame positions, one of a game",
    earlier=(
        Earlier(
            "holds under conditions",
            "2026-11-21",
            "The rule let a mean within a quarter of the number pass, whatever its interval: 5.04 to 6.09 excludes 7, "
            "and only the direction is confirmed.",
        ),
        Earlier(
            "holds in part",
            "2026-11-22",
            "A claim is all of its statements since this day, so that one that is excluded refutes it: the factor of "
            "7.",
        ),
        Earlier(
            "does not hold",
            "2026-11-22",
            "Eight positions left the factor with selectivity undecided; fifty others are searched.",
        ),
    ),
)


def factor(fen: str, settings: SearchSettings, first: int, last: int, hash_mb: int) -> float:
    """The factor between two depths of one search."""
    nodes = {
        line["depth"]: line["nodes"] for line in search_once(fen, settings, hash_mb=hash_mb, depth=last)["iterations"]
    }
    spent = {depth: nodes[depth] - nodes.get(depth - 1, 0) for depth in (first, last)}
    return float((spent[last] / spent[first]) ** (1 / (last - first)))


def measure(quick: bool, progress: Progress) -> Result:
    """Measure every search."""
    every = championship_positions("middlegame")
    samples = every[-QUICK_POSITIONS:] if quick else every[:POSITIONS]
    hash_mb = QUICK_HASH_MB if quick else HASH_MB
    progress.expect(len(SEARCHES))
    means: dict[str, Estimate] = {}
    rows, each = [], []
    for name, settings, first, last in SEARCHES:
        depths = QUICK_DEPTHS if quick else (first, last)
        found = progress.step(
            f"{name}, depth {depths[0]} to {depths[1]}",
            lambda settings=settings, depths=depths: [  # type: ignore[misc]
                factor(sample.fen, settings, depths[0], depths[1], hash_mb) for sample in samples
            ],
        )
        result = means[name] = geometric_mean(found, [sample.name for sample in samples])
        rows.append((name, depths[0], depths[1], result.value, _end(result.low), _end(result.high)))
        each += [(name, sample.name, value) for sample, value in zip(samples, found, strict=True)]
    return Result(
        measurements=tuple(Measurement(f"factor, {name}", result.value) for name, result in means.items()),
        tables=(
            Table(FACTORS, ("search", "from depth", "to depth", "factor", "low", "high"), tuple(rows)),
            Table(EACH, ("search", "game", "factor"), tuple(each)),
        ),
        conditions={"positions": f"{len(samples)} of the middlegame", "table": f"{hash_mb} MB"},
    )


def _end(value: float) -> float | None:
    return value if 0 < value < float("inf") else None


def judge(factors: dict[str, Estimate], positions: int) -> Judgement:
    """Both numbers against the ranges that are rounded to them, and whether selectivity makes a ply cheaper."""
    plain, selective = factors[PLAIN], factors[SELECTIVE]
    sample = positions, "positions"
    return Judgement(
        (
            SEVEN.judged(plain, *sample),
            FOUR_TO_FIVE.judged(selective, *sample),
            LESS.judged(quotient(selective, plain), *sample),
        ),
        "A ply costs a factor of "
        + ", ".join(
            f"{found.value:.2f} ({found.low:.2f} to {found.high:.2f}) with {name}" for name, found in factors.items()
        )
        + ".",
    )


def kept(result: Result) -> tuple[Any, ...]:
    """What ``judge`` is asked, out of a stored result."""
    factors = {
        name: Estimate(factor, 0.0 if low is None else low, math.inf if high is None else high)
        for name, _, _, factor, low, high in result.rows(FACTORS)
    }
    return factors, len({row[1] for row in result.rows(EACH)})


def draw(result: Result, figure: Figure) -> None:
    """The factors with their intervals; those claimed as bands."""
    axes = figure.add_subplot()
    rows = [row for row in result.rows(FACTORS) if row[4] is not None and row[5] is not None]
    places = range(len(rows))
    factors, lows, highs = ([row[column] for row in rows] for column in (3, 4, 5))
    axes.errorbar(factors, places, xerr=whiskers(factors, lows, highs), fmt="o", capsize=4)
    axes.axvspan(SEVEN.low, SEVEN.high, color="C1", alpha=0.2, label="claimed, alpha-beta")
    axes.axvspan(FOUR_TO_FIVE.low, FOUR_TO_FIVE.high, color="grey", alpha=0.2, label="claimed, selective")
    axes.set_yticks(places, [str(row[0]) for row in rows])
    axes.invert_yaxis()
    axes.set_xlabel("effective branching factor")
    legend_above(figure, axes)
