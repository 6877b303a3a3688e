"""The effective branching factor by technique: how much an additional ply costs.

Each search goes to a fixed depth from an empty table; the factor of a position is the (d - s)-th root of nodes(d) /
nodes(s), where s skips the first plies, and the mean is geometric over positions. From plain alpha-beta with a table
and good ordering, the techniques are added one after the other: the null move, Nimzo 1's static selectivity instead,
all of today's. Nodes repeat exactly.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kiebitz.lab.claims.claim import Claim, Measurement, Result, Table, Verdict
from kiebitz.lab.claims.documents import NIMZO as DOCUMENT
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
PLAIN, SELECTIVE = "alpha-beta", "null move"
# Search, settings, first and last depth.
SEARCHES: tuple[tuple[str, SearchSettings, int, int], ...] = (
    ("alpha-beta without table", {**WITHOUT, "transposition_table": 0, "check_extension": 0}, 3, 7),
    (PLAIN, {**WITHOUT, "check_extension": 0}, 3, 7),
    ("static selectivity", {**WITHOUT, "check_extension": 0, "static_selectivity": "strict"}, 3, 7),
    (SELECTIVE, {**NIMZO, "check_extension": 0}, 3, 8),
    ("nimzo", NIMZO, 3, 8),
    ("today", TODAY, 6, 13),
)
POSITIONS, QUICK_POSITIONS, QUICK_DEPTHS = 8, 1, (2, 4)
CLAIMED_PLAIN, CLAIMED_SELECTIVE = 7.0, (4.0, 5.0)
# 'About' is taken as within this factor.
ABOUT = 1.25
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
    verdict, why = judge({name: result.value for name, result in means.items()})
    return Result(
        verdict=verdict,
        why=why,
        measurements=tuple(Measurement(f"factor, {name}", result.value) for name, result in means.items()),
        tables=(Table(FACTORS, ("search", "from depth", "to depth", "factor", "low", "high"), tuple(rows)),),
        conditions={"positions": f"{len(samples)} of the middlegame", "table": f"{hash_mb} MB"},
    )


def _end(value: float) -> float | None:
    return value if 0 < value < float("inf") else None


def judge(factors: dict[str, float]) -> tuple[Verdict, str]:
    """The claim holds if plain alpha-beta is about 7 and the null move between 4 and 5, about."""
    plain, selective = factors[PLAIN], factors[SELECTIVE]
    why = f"A ply costs a factor of {', '.join(f'{factor:.2f} with {name}' for name, factor in factors.items())}."
    near = CLAIMED_PLAIN / ABOUT <= plain <= CLAIMED_PLAIN * ABOUT
    within = CLAIMED_SELECTIVE[0] / ABOUT <= selective <= CLAIMED_SELECTIVE[1] * ABOUT
    if near and within:
        return Verdict.HOLDS, why
    return (Verdict.CONDITIONALLY if selective < plain else Verdict.FAILS), why


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
