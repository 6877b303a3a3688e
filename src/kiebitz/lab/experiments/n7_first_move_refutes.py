"""How often the first move tried is the one that refutes.

Searches are recorded node by node; of all nodes of the tree (quiescence apart) that a move refuted, the share is
counted in which it was the first move tried. The search of the article's time (the era Nimzo) and today's, then what
the parts of the ordering contribute: each is switched off alone. Repeats exactly.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from kiebitz.engine import Engine, options_by_name
from kiebitz.engine.limit import Limit
from kiebitz.lab.claims.claim import Claim, Measurement, Result, Table, Verdict
from kiebitz.lab.claims.documents import NIMZO as DOCUMENT
from kiebitz.lab.measuring.positions import PHASES, phase_positions
from kiebitz.lab.measuring.progress import Progress

if TYPE_CHECKING:
    from matplotlib.figure import Figure

CLAIM = Claim(
    id="N7",
    title="The first move refutes",
    statement="By numerous tricks most programs try a good refutation first in about 90% of the cases.",
    source=DOCUMENT,
)

PARTS = ("hash_move", "killers", "history", "capture_ordering")
NODES, QUICK_NODES = 400_000, 3_000
POSITIONS, QUICK_POSITIONS = 4, 1
CLAIMED, ABOUT = 0.9, 0.05
MAX_ROWS = 4_000_000
RATES = "First moves that refute"


def rate(fens: list[str], nodes: int, **options: int | str) -> list[int]:
    """Beta cuts, and those by the first move."""
    cuts = first = 0
    with Engine(**options_by_name(options, hash_mb=16, evaluation="classical")) as engine:
        for fen in fens:
            engine.new_game()
            found = engine.trace(fen, Limit(nodes=nodes), max_nodes=MAX_ROWS).cut_rate()
            cuts, first = cuts + found.cuts, first + found.first
    return [cuts, first]


def measure(quick: bool, progress: Progress) -> Result:
    """Record and count."""
    nodes = QUICK_NODES if quick else NODES
    count = QUICK_POSITIONS if quick else POSITIONS
    fens = [sample.fen for phase in PHASES for sample in phase_positions(phase, count)]
    variants: list[tuple[str, str, dict[str, int | str]]] = []
    for era in ("nimzo", "today"):
        variants.append((era, "whole", {"era": era}))
        variants += [(era, f"without {part}", {"era": era, part: 0}) for part in PARTS]
    progress.expect(len(variants))
    rows = []
    for era, variant, options in variants:
        cuts, first = progress.step(
            f"{era}, {variant}, {nodes:,} nodes",
            lambda options=options: rate(fens, nodes, **options),  # type: ignore[misc]
        )
        rows.append((era, variant, cuts, first, 100 * first / max(cuts, 1)))
    shares = {row[0]: row[4] / 100 for row in rows if row[1] == "whole"}
    verdict, why = judge(shares)
    return Result(
        verdict=verdict,
        why=why,
        measurements=tuple(
            Measurement(f"first move refutes, {era}", 100 * share, "%") for era, share in shares.items()
        ),
        tables=(Table(RATES, ("search", "ordering", "refuted by a move", "by the first", "per cent"), tuple(rows)),),
        conditions={"positions": f"{len(fens)} of all phases, {nodes:,} nodes each"},
    )


def judge(shares: dict[str, float]) -> tuple[Verdict, str]:
    """The claim holds if the share, in the search of its time, is about the one claimed."""
    told = ", ".join(f"{100 * share:.1f}% ({era})" for era, share in shares.items())
    why = f"The first move tried refutes in {told} of the nodes that a move refutes."
    return (Verdict.HOLDS if abs(shares["nimzo"] - CLAIMED) <= ABOUT else Verdict.CONDITIONALLY), why


def kept(result: Result) -> tuple[Any, ...]:
    """What ``judge`` is asked, out of a stored result."""
    return ({row[0]: row[4] / 100 for row in result.rows(RATES) if row[1] == "whole"},)


def draw(result: Result, figure: Figure) -> None:
    """The shares as bars."""
    axes = figure.add_subplot()
    rows = result.table(RATES).rows
    axes.barh([f"{row[0]}, {row[1]}" for row in rows], [float(row[4] or 0) for row in rows])
    axes.axvline(100 * CLAIMED, color="black", linestyle="--")
    axes.set_xlabel("first move refutes, per cent (dashed: claimed)")
