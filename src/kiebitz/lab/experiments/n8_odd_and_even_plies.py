"""Whether odd plies cost more than even ones.

In an ordered tree of depth d about b^⌈d/2⌉ + b^⌊d/2⌋ leaves are visited (Knuth & Moore 1975), so that a ply that
makes the depth odd costs more than one that makes it even. From an empty table, the nodes of each iteration alone are
divided by those of the one before; means are geometric over positions. Plain alpha-beta (the era Nimzo without null
move, table or extensions), the era Nimzo, and today's search. Repeats exactly.

The article speaks of reaching the sixth ply from the fifth sooner than the seventh from the sixth.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from kiebitz.lab.claims.claim import Claim, Measurement, Result, Table, Verdict
from kiebitz.lab.claims.documents import NIMZO as DOCUMENT
from kiebitz.lab.measuring.null_move_settings import NIMZO, OFF
from kiebitz.lab.measuring.positions import phase_positions
from kiebitz.lab.measuring.progress import Progress
from kiebitz.lab.measuring.searching import search_once
from kiebitz.lab.measuring.settings import TODAY, SearchSettings
from kiebitz.lab.measuring.statistics import geometric_mean

if TYPE_CHECKING:
    from matplotlib.figure import Figure

CLAIM = Claim(
    id="N8",
    title="Odd plies cost more than even ones",
    statement="Programs come from the fifth to the sixth ply sooner than from the sixth to the seventh; extensions and "
    "selectivity blur it.",
    source=DOCUMENT,
)

PLAIN = "alpha-beta"
SEARCHES: dict[str, tuple[SearchSettings, int]] = {
    PLAIN: ({**NIMZO, "null_move_policy": OFF, "transposition_table": 0, "check_extension": 0}, 7),
    "nimzo": (NIMZO, 8),
    "today": (TODAY, 13),
}
POSITIONS, QUICK_POSITIONS, QUICK_DEPTH = 8, 1, 4
FIRST = 3
RATIOS = "Cost of a ply"


def growth(fen: str, settings: SearchSettings, depth: int) -> list[float]:
    """Nodes of each iteration by those of the one before, from FIRST on."""
    ends = [line["nodes"] for line in search_once(fen, settings, hash_mb=64, depth=depth)["iterations"]]
    spent = [after - before for before, after in zip([0, *ends], ends, strict=False)]
    return [
        max(after, 1) / max(before, 1) for before, after in zip(spent[FIRST - 2 :], spent[FIRST - 1 :], strict=False)
    ]


def measure(quick: bool, progress: Progress) -> Result:
    """Search, and compare plies."""
    samples = phase_positions("middlegame", QUICK_POSITIONS if quick else POSITIONS)
    progress.expect(len(SEARCHES))
    rows, means = [], {}
    for name, (settings, last) in SEARCHES.items():
        depth = QUICK_DEPTH if quick else last
        found = progress.step(
            f"{name}, depth {depth}",
            lambda settings=settings, depth=depth: [growth(sample.fen, settings, depth) for sample in samples],  # type: ignore[misc]
        )
        for number, ratios in enumerate(zip(*found, strict=False)):
            mean = geometric_mean(ratios)
            ply = FIRST + number
            rows.append((name, ply, "odd" if ply % 2 else "even", mean.value))
        for parity in ("odd", "even"):
            means[name, parity] = geometric_mean(
                [float(row[3]) for row in rows if row[0] == name and row[2] == parity]
            ).value
    verdict, why = judge(means)
    return Result(
        verdict=verdict,
        why=why,
        measurements=tuple(Measurement(f"factor, {name}, {parity}", value) for (name, parity), value in means.items()),
        tables=(Table(RATIOS, ("search", "ply", "parity", "factor"), tuple(rows)),),
        conditions={"positions": f"{len(samples)} of the middlegame, from an empty table"},
    )


def judge(factors: dict[tuple[str, str], float]) -> tuple[Verdict, str]:
    """Odd plies must cost more in plain alpha-beta, and nowhere by more; factors are by search and parity."""
    told = "; ".join(
        f"{factors[name, 'odd']:.2f} (odd) and {factors[name, 'even']:.2f} (even) with {name}" for name in SEARCHES
    )
    why = f"A ply costs a factor of {told}."
    ratios = {name: factors[name, "odd"] / factors[name, "even"] for name in SEARCHES}
    if ratios[PLAIN] <= 1:
        return Verdict.FAILS, why
    return (Verdict.HOLDS if max(ratios.values()) <= ratios[PLAIN] else Verdict.CONDITIONALLY), why


def kept(result: Result) -> tuple[Any, ...]:
    """What ``judge`` is asked, out of a stored result."""
    return ({tuple(name.split(", ")[1:]): factor for name, factor in result.measured.items()},)


def draw(result: Result, figure: Figure) -> None:
    """The factor of each ply."""
    axes = figure.add_subplot()
    table = result.table(RATIOS)
    for name in SEARCHES:
        axes.plot(table.numbers("ply", search=name), table.numbers("factor", search=name), "o-", label=name)
    axes.set_xlabel("ply")
    axes.set_ylabel("nodes of the iteration / of the one before")
    axes.legend()
