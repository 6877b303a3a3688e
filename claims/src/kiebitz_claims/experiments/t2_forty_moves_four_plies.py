"""Minimax and alpha-beta walk a tree of 40 moves and four plies in perfect order, and count the leaves they evaluate.

The tree is not written down: each node's value is planned, its first move keeps that value, every other move is worth 0
to 1000 less for the side that makes it. So the best move stands first everywhere, as the article supposes. Beside it
such trees with the best move first in 70% of the positions and in one of 40, that is anywhere, to show what order is
worth.
"""

from __future__ import annotations

from typing import NamedTuple

from kiebitz.classroom.theory.algorithms import ALGORITHMS
from kiebitz.classroom.theory.node_types import fewest_leaves
from kiebitz.classroom.theory.planned import STRONGLY_ORDERED, PlannedTree
from kiebitz.classroom.theory.watch import LeafCount
from kiebitz_claims.claims.claim import Result
from kiebitz_claims.claims.drawing import Figure
from kiebitz_claims.claims.judging import Judgement, exactly
from kiebitz_claims.claims.study import Study, only
from kiebitz_claims.measuring.progress import Progress

MOVES, PLIES = 40, 4
PERFECT = "perfect"
QUALITIES = {PERFECT: 1.0, "best move first in 70%": STRONGLY_ORDERED, "no order": 1 / MOVES}
SEED, SPREAD = 20_261_124, 1000


class Leaves(NamedTuple):
    """Leaves evaluated in perfect order, and by the article's formula."""

    minimax: int
    alphabeta: int
    formula: int


class Order(NamedTuple):
    """Alpha-beta on the tree in one order of its moves."""

    order: str
    leaves: int
    times: float


STUDY = Study(__file__, Order, figures=Leaves, moves=MOVES, plies=PLIES, leaves=MOVES**PLIES, spread=SPREAD, seed=SEED)


def count_leaves(algorithm: str, quality: float) -> int:
    """Leaves that an algorithm evaluates."""
    count = LeafCount()
    ALGORITHMS[algorithm].run(PlannedTree(MOVES, PLIES, quality=quality, seed=SEED, spread=SPREAD).root, count)
    return count.leaves


def measure(quick: bool, progress: Progress) -> Result:
    """Minimax once, alpha-beta by order; both modes are the same, for it takes seconds."""
    progress.expect(1 + len(QUALITIES))
    everything = progress.step("minimax", count_leaves, "minimax", QUALITIES[PERFECT])
    fewest = fewest_leaves(MOVES, PLIES)
    rows = []
    for name, quality in QUALITIES.items():
        leaves = progress.step(f"alpha-beta, {name}", count_leaves, "alphabeta", quality)
        rows.append(Order(name, leaves, leaves / fewest))
    return STUDY.result(rows, figures=Leaves(everything, only(rows, order=PERFECT).leaves, fewest))


def judge(leaves: Leaves, orders: list[Order]) -> Judgement:
    """Both numbers of leaves, by minimax and by alpha-beta in perfect order, must be the article's."""
    return STUDY.judgement(everything=exactly(leaves.minimax), fewest=exactly(only(orders, order=PERFECT).leaves))


def draw(result: Result, figure: Figure) -> None:
    """Leaves by order, on a logarithmic scale, with the two lines of the claim."""
    axes = figure.subplots()
    rows = STUDY.rows(result, Order)
    everything, fewest = (prediction.low for prediction in STUDY.predictions.values())
    bars = axes.barh([row.order for row in rows], [row.leaves for row in rows], color="C0")
    axes.bar_label(bars, [f"{row.leaves:,.0f}" for row in rows], padding=4)
    axes.axvline(everything, color="C1", label=f"all leaves, {everything:,}")
    axes.axvline(fewest, color="C2", label=f"fewest possible, {fewest:,}")
    axes.set(xscale="log", xlim=(fewest / 4, everything * 4), xlabel="leaves evaluated by alpha-beta")
    axes.invert_yaxis()
    figure.legend(loc="outside upper center", ncols=2)
