"""Minimax and alpha-beta walk a tree of 40 moves and four plies in perfect order, and count the leaves they evaluate.

The tree is not written down: each node's value is planned, its first move keeps that value, every other move is worth 0
to 1000 less for the side that makes it. So the best move stands first everywhere, as the article supposes. Beside it
such trees with the best move first in 70% of the positions and in one of 40, that is anywhere, to show what order is
worth.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from kiebitz.classroom.theory.algorithms import ALGORITHMS
from kiebitz.classroom.theory.node_types import fewest_leaves
from kiebitz.classroom.theory.planned import STRONGLY_ORDERED, PlannedTree
from kiebitz.classroom.theory.watch import LeafCount
from kiebitz_claims.claims.claim import Claim, Measurement, Result, Table
from kiebitz_claims.claims.documents import TARTAN
from kiebitz_claims.claims.judging import Judgement, Prediction, exactly
from kiebitz_claims.claims.plan import Earlier, Plan
from kiebitz_claims.measuring.progress import Progress

if TYPE_CHECKING:
    from matplotlib.figure import Figure

CLAIM = Claim(
    id="T2",
    title="3,199 leaves instead of 2.5 million",
    statement="With 40 moves in every position a tree of four plies has two and a half million leaves; if it is "
    "perfectly ordered, alpha-beta evaluates 3,199 of them.",
    source=TARTAN,
)

MOVES, PLIES = 40, 4
ALL_LEAVES, FEWEST = 2_560_000, 3_199
PERFECT, NO_ORDER = 1.0, 1 / MOVES
QUALITIES = {"perfect": PERFECT, "best move first in 70%": STRONGLY_ORDERED, "no order": NO_ORDER}
HEADINGS = ("order", "leaves evaluated by alpha-beta", "times the fewest possible")
TITLE = f"{MOVES} moves, {PLIES} plies, {ALL_LEAVES:,} leaves"
SEED, SPREAD = 20_261_124, 1000

EVERYTHING = Prediction("two and a half million leaves in all", "leaves that minimax evaluates", ALL_LEAVES, ALL_LEAVES)
BEST_ORDER = Prediction("3,199 with perfect order", "leaves that alpha-beta evaluates", FEWEST, FEWEST)
PLAN = Plan(
    version=2,
    original="Bei einem solchermaßen günstigen Baum mit realistischen 40 möglichen Zügen an jeder Verzweigung "
    "bräuchten wir statt 2,5 Millionen mal die Bewertungsfunktion nur 3199mal aufzurufen.",
    translation="With a tree so favourable and realistic 40 moves at each branching we would need to call the "
    "evaluation only 3,199 times instead of 2.5 million times.",
    predictions=(EVERYTHING, BEST_ORDER),
    sample="one tree in each order",
    seeds=str(SEED),
    earlier=(
        Earlier(
            "holds",
            "2026-11-23",
            "Its trees had been searched before there was a plan. Others are drawn.",
        ),
    ),
)


def count_leaves(algorithm: str, quality: float) -> int:
    """Leaves that an algorithm evaluates."""
    count = LeafCount()
    ALGORITHMS[algorithm].run(PlannedTree(MOVES, PLIES, quality=quality, seed=SEED, spread=SPREAD).root, count)
    return count.leaves


def measure(quick: bool, progress: Progress) -> Result:
    """Minimax once, alpha-beta by order; both modes are the same, for it takes seconds."""
    progress.expect(1 + len(QUALITIES))
    everything = progress.step("minimax", partial(count_leaves, "minimax", PERFECT))
    rows = []
    for name, quality in QUALITIES.items():
        leaves = progress.step(f"alpha-beta, {name}", partial(count_leaves, "alphabeta", quality))
        rows.append((name, leaves, leaves / fewest_leaves(MOVES, PLIES)))
    fewest = rows[0][1]
    return Result(
        measurements=(
            Measurement("leaves evaluated by minimax", everything),
            Measurement("leaves evaluated by alpha-beta, perfect order", fewest),
            Measurement("40² + 40² − 1", fewest_leaves(MOVES, PLIES)),
        ),
        tables=(Table(TITLE, HEADINGS, tuple(rows)),),
        conditions={"tree": f"uniform, planned values, other moves 0 to {SPREAD} worse, seed {SEED}"},
    )


def judge(everything: int, fewest: int) -> Judgement:
    """Both numbers of leaves, by minimax and by alpha-beta in perfect order, must be the article's."""
    return Judgement((EVERYTHING.judged(exactly(everything)), BEST_ORDER.judged(exactly(fewest))))


def kept(result: Result) -> tuple[Any, ...]:
    """What ``judge`` is asked, out of a stored result."""
    minimax, alphabeta, _ = result.measured.values()
    return minimax, alphabeta


def draw(result: Result, figure: Figure) -> None:
    """Leaves by order, on a logarithmic scale, with the two lines of the claim."""
    axes = figure.subplots()
    table = result.table(TITLE)
    names = [str(name) for name in table.column(HEADINGS[0])]
    leaves = [float(count or 0) for count in table.column(HEADINGS[1])]
    bars = axes.barh(names, leaves, color="C0")
    axes.bar_label(bars, [f"{count:,.0f}" for count in leaves], padding=4)
    axes.axvline(ALL_LEAVES, color="C1", label=f"all leaves, {ALL_LEAVES:,}")
    axes.axvline(FEWEST, color="C2", label=f"fewest possible, {FEWEST:,}")
    axes.set_xscale("log")
    axes.set_xlim(FEWEST / 4, ALL_LEAVES * 4)
    axes.set_xlabel("leaves evaluated by alpha-beta")
    axes.invert_yaxis()
    figure.legend(loc="outside upper center", ncols=2)
