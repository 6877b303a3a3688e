"""The effective branching factor by technique: how much an additional ply costs.

Each search goes to a fixed depth from an empty table; the factor of a position is the (d - s)-th root of nodes(d) /
nodes(s), where s skips the first plies, and the mean is geometric over positions. From plain alpha-beta with a table
and good ordering, the techniques are added one after the other: the null move, Nimzo 1's static selectivity instead,
all of today's. Nodes repeat exactly.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from kiebitz.lab.claims.claim import Claim, Measurement, Result, Table, Verdict
from kiebitz.lab.claims.documents import NIMZO as DOCUMENT
from kiebitz.lab.claims.fit import exceeds, fit, told, verdict_of
from kiebitz.lab.measuring.null_move_settings import NIMZO, OFF
from kiebitz.lab.measuring.positions import phase_positions
from kiebitz.lab.measuring.progress import Progress
from kiebitz.lab.measuring.searching import search_once
from kiebitz.lab.measuring.settings import TODAY, SearchSettings
from kiebitz.lab.measuring.statistics import geometric_mean
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
POSITIONS, QUICK_POSITIONS, QUICK_DEPTHS = 8, 1, (2, 4)
CLAIMED_PLAIN, CLAIMED_SELECTIVE = 7.0, (4.0, 5.0)
# The article's numbers are whole: 'about 7' is what rounds to 7.
ROUNDING = 0.5
HASH_MB, QUICK_HASH_MB = 64, 4
FACTORS = "Effective branching factor"


def factor(fen: str, settings: SearchSettings, first: int, last: int, hash_mb: int) -> float:
    """The factor between two depths of one search."""
    nodes = {
        line["depth"]: line["nodes"] for line in search_once(fen, settings, hash_mb=hash_mb, depth=last)["iterations"]
    }
    spent = {depth: nodes[depth] - nodes.get(depth - 1, 0) for depth in (first, last)}
    return float((spent[last] / spent[first]) ** (1 / (last - first)))


def measure(quick: bool, progress: Progress) -> Result:
    """Measure every search."""
    samples = phase_positions("middlegame", QUICK_POSITIONS if quick else POSITIONS)
    hash_mb = QUICK_HASH_MB if quick else HASH_MB
    progress.expect(len(SEARCHES))
    means: dict[str, Estimate] = {}
    rows = []
    for name, settings, first, last in SEARCHES:
        depths = QUICK_DEPTHS if quick else (first, last)
        found = progress.step(
            f"{name}, depth {depths[0]} to {depths[1]}",
            lambda settings=settings, depths=depths: [  # type: ignore[misc]
                factor(sample.fen, settings, depths[0], depths[1], hash_mb) for sample in samples
            ],
        )
        result = means[name] = geometric_mean(found)
        rows.append((name, depths[0], depths[1], result.value, _end(result.low), _end(result.high)))
    verdict, why = judge(means)
    return Result(
        verdict=verdict,
        why=why,
        measurements=tuple(Measurement(f"factor, {name}", result.value) for name, result in means.items()),
        tables=(Table(FACTORS, ("search", "from depth", "to depth", "factor", "low", "high"), tuple(rows)),),
        conditions={"positions": f"{len(samples)} of the middlegame", "table": f"{hash_mb} MB"},
    )


def _end(value: float) -> float | None:
    return value if 0 < value < float("inf") else None


def judge(factors: dict[str, Estimate]) -> tuple[Verdict, str]:
    """Both numbers against the ranges that are rounded to them, and whether selectivity makes a ply cheaper."""
    plain, selective = factors[PLAIN], factors[SELECTIVE]
    parts = {
        f"about {CLAIMED_PLAIN:.0f} with alpha-beta": fit(plain, CLAIMED_PLAIN - ROUNDING, CLAIMED_PLAIN + ROUNDING),
        f"{CLAIMED_SELECTIVE[0]:.0f} to {CLAIMED_SELECTIVE[1]:.0f} with selectivity": fit(
            selective, CLAIMED_SELECTIVE[0] - ROUNDING, CLAIMED_SELECTIVE[1] + ROUNDING
        ),
        "less with selectivity than without": exceeds(plain, selective),
    }
    found = ", ".join(
        f"{factor.value:.2f} ({factor.low:.2f} to {factor.high:.2f}) with {name}" for name, factor in factors.items()
    )
    return verdict_of(parts), f"A ply costs a factor of {found}. So {told(parts)}."


def kept(result: Result) -> tuple[Any, ...]:
    """What ``judge`` is asked, out of a stored result."""
    return (
        {
            name: Estimate(factor, 0.0 if low is None else low, math.inf if high is None else high)
            for name, _, _, factor, low, high in result.rows(FACTORS)
        },
    )


def draw(result: Result, figure: Figure) -> None:
    """The factors as bars."""
    axes = figure.add_subplot()
    table = result.table(FACTORS)
    names = [str(name) for name in table.column("search")]
    axes.barh(names, table.numbers("factor"))
    axes.axvline(CLAIMED_PLAIN, color="black", linestyle="--", label="claimed, alpha-beta")
    axes.axvspan(*CLAIMED_SELECTIVE, color="grey", alpha=0.3, label="claimed, selective")
    axes.set_xlabel("effective branching factor")
    axes.legend()
