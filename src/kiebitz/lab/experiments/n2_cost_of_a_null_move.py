"""What a null search costs, against what it saves.

A search with Donninger's null move, in the search of his time, is recorded node by node. Below each null move that
refuted, the nodes of its subtree are its cost. What it saved is estimated by the same search without null moves: the
mean subtree of a node that some move refuted, with as many plies left. The article puts the one at 50 nodes and the
other at 1,000 with four plies left, hence its ratio of 20. The null moves that failed are all waste: their share of all
nodes is what the article puts at five per cent. Nodes repeat exactly.
"""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING, Any, TypedDict

import numpy as np

from kiebitz.core.chess.move import NULL_MOVE
from kiebitz.engine import Engine
from kiebitz.engine.limit import Limit
from kiebitz.engine.trace import KINDS, REASONS
from kiebitz.lab.claims.claim import Claim, Measurement, Result, Table, Verdict
from kiebitz.lab.claims.documents import NIMZO as DOCUMENT
from kiebitz.lab.claims.fit import Fit, exactly, fit, told, verdict_of
from kiebitz.lab.measuring.null_move_settings import OFF
from kiebitz.lab.measuring.positions import phase_positions
from kiebitz.lab.measuring.progress import Progress

if TYPE_CHECKING:
    from matplotlib.figure import Figure

CLAIM = Claim(
    id="N2",
    title="The price of a null search",
    statement="With four plies left, a null search that refutes is about 20 times as fast as a real one; one that "
    "doesn't costs about 5% more.",
    source=DOCUMENT,
)

DEPTH, POSITIONS = 7, 6
QUICK_DEPTH, QUICK_POSITIONS = 5, 1
CLAIMED_RATIO, CLAIMED_WASTE, CLAIMED_DEPTH = 20.0, 0.05, 4
# Nodes with four plies left, from which the article has its 20.
CLAIMED_NULL, CLAIMED_REAL = 50.0, 1_000.0
# 'About' is taken as within this factor.
ABOUT = 2.0
# Fewer null moves than this say nothing about a depth.
FEWEST = 30
MAX_ROWS = 20_000_000
TREE = KINDS.index("tree")
BY_DEPTH = "Cost by plies left"


class Costs(TypedDict):
    """Of one position: by plies left, how many and how many nodes they took."""

    null: dict[str, list[int]]
    """Null moves that refuted: number and nodes below."""
    real: dict[str, list[int]]
    """Nodes refuted by a move in the search without null moves: number and nodes."""
    wasted: int
    """Nodes below null moves that failed."""
    nodes: int
    """Nodes of the search with null moves."""


def costs(fen: str, depth: int) -> Costs:
    """Record both searches of a position."""
    with Engine(hash_mb=16, era="nimzo", transposition_table=0) as engine:
        trace = engine.trace(fen, Limit(depth=depth), max_nodes=MAX_ROWS)
        rows, below = trace.rows, trace.subtree_nodes
        passed = (rows["move"] == NULL_MOVE) & (rows["fresh"] == 1)
        refuting = passed & (rows["reason"][rows["parent"]] == REASONS.index("null move"))
        null = _by_depth(rows["depth"][rows["parent"][refuting]], below[refuting])
        brought = trace.null_moves()
        engine.configure(era="nimzo", transposition_table=0, null_move_policy=OFF)
        engine.new_game()
        trace = engine.trace(fen, Limit(depth=depth), max_nodes=MAX_ROWS)
        rows = trace.rows
        refuted = (rows["reason"] == REASONS.index("beta cut")) & (rows["kind"] == TREE)
        real = _by_depth(rows["depth"][refuted], trace.subtree_nodes[refuted])
    return Costs(null=null, real=real, wasted=brought.failing_nodes, nodes=brought.nodes)


def _by_depth(depths: np.ndarray, nodes: np.ndarray) -> dict[str, list[int]]:
    """By plies left (as text, for JSON): how many nodes there were, and the sum of their subtrees."""
    return {
        str(depth): [int(np.count_nonzero(depths == depth)), int(nodes[depths == depth].sum())]
        for depth in sorted(set(depths.tolist()))
        if depth > 0
    }


def measure(quick: bool, progress: Progress) -> Result:
    """Record the positions and add up."""
    depth, count = (QUICK_DEPTH, QUICK_POSITIONS) if quick else (DEPTH, POSITIONS)
    samples = phase_positions("middlegame", count)
    progress.expect(len(samples))
    sums: dict[str, dict[int, list[int]]] = {name: defaultdict(lambda: [0, 0]) for name in ("null", "real")}
    wasted = nodes = 0
    for sample in samples:
        found = progress.step(
            f"{sample.name}, depth {depth}",
            lambda sample=sample: costs(sample.fen, depth),  # type: ignore[misc]
        )
        for name, by_depth in (("null", found["null"]), ("real", found["real"])):
            for depth_left, (number, total) in by_depth.items():
                sums[name][int(depth_left)][0] += number
                sums[name][int(depth_left)][1] += total
        wasted += found["wasted"]
        nodes += found["nodes"]
    rows = []
    for left in sorted(set(sums["null"]) & set(sums["real"])):
        (nulls, null_nodes), (reals, real_nodes) = sums["null"][left], sums["real"][left]
        if nulls >= FEWEST and reals >= FEWEST:
            null_cost, real_cost = null_nodes / nulls, real_nodes / reals
            rows.append((left, nulls, null_cost, reals, real_cost, real_cost / null_cost))
    verdict, why = judge({row[0]: (row[2], row[4]) for row in rows}, wasted / nodes)
    return Result(
        verdict=verdict,
        why=why,
        measurements=(Measurement("nodes below null moves that failed", 100 * wasted / nodes, "%"),),
        tables=(
            Table(
                BY_DEPTH,
                ("plies left", "null moves", "nodes each", "real refutations", "nodes of each", "ratio"),
                tuple(rows),
            ),
        ),
        conditions={"search": f"the era Nimzo without its table, depth {depth}, {len(samples)} middlegame positions"},
    )


def judge(costs_by_depth: dict[int, tuple[float, float]], waste: float) -> tuple[Verdict, str]:
    """Every number within a factor of two of the article's: two prices with four plies left, their ratio, the waste.

    ``costs_by_depth`` are nodes of a null search and of a real refutation by plies left.
    """
    ratios = ", ".join(f"{real / null:.1f} at {left}" for left, (null, real) in costs_by_depth.items())
    why = f"A real refutation takes so many times the nodes of a null search, by plies left: {ratios or 'too few'}; "
    why += f"null moves that failed take {100 * waste:.1f}% of all nodes."
    if CLAIMED_DEPTH not in costs_by_depth:
        return Verdict.UNDECIDED, why
    null, real = costs_by_depth[CLAIMED_DEPTH]
    parts = {
        f"{CLAIMED_NULL:.0f} nodes a null search": about(null, CLAIMED_NULL),
        f"{CLAIMED_REAL:,.0f} a real one": about(real, CLAIMED_REAL),
        f"{CLAIMED_RATIO:.0f} times as fast": about(real / null, CLAIMED_RATIO),
        f"{CLAIMED_WASTE:.0%} wasted": about(waste, CLAIMED_WASTE),
    }
    why += (
        f" With {CLAIMED_DEPTH} plies left a null search takes {null:.0f} nodes and a real refutation {real:,.0f} (the"
        f" article: {CLAIMED_NULL:.0f} and {CLAIMED_REAL:,.0f}); the one is {null / real:.1%} of the other."
    )
    return verdict_of(parts), f"{why} So {told(parts)}."


def about(value: float, claimed: float) -> Fit:
    """Whether a number is the one claimed, give or take ABOUT."""
    return fit(exactly(value), claimed / ABOUT, claimed * ABOUT)


def kept(result: Result) -> tuple[Any, ...]:
    """What ``judge`` is asked, out of a stored result."""
    costs_by_depth = {row[0]: (row[2], row[4]) for row in result.rows(BY_DEPTH)}
    return costs_by_depth, result.measured["nodes below null moves that failed"] / 100


def draw(result: Result, figure: Figure) -> None:
    """The ratio by plies left."""
    axes = figure.add_subplot()
    table = result.table(BY_DEPTH)
    axes.plot(table.numbers("plies left"), table.numbers("ratio"), "o-", label="measured")
    axes.plot([CLAIMED_DEPTH], [CLAIMED_RATIO], "k*", markersize=14, label="claimed")
    axes.set_xlabel("plies left")
    axes.set_ylabel("nodes of a real refutation / of a null search")
    axes.legend()
