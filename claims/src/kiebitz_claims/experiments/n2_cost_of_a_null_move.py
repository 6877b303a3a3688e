"""Cost of a null search, against what it saves.

A search with Donninger's null move, in the search of his time, is recorded node by node. Below each null move that
refuted, the nodes of its subtree are its cost. What it saved is estimated by the same search without null moves: the
mean subtree of a node that some move refuted, with as many plies left. The article puts the one at 50 nodes and the
other at 1,000 with four plies left, hence its ratio of 20. A null move that fails is effort added to the search of its
node, by the same numbers five per cent: the nodes below it are compared with those of the rest of the node's search,
again with four plies left. Nodes repeat exactly.
"""

from __future__ import annotations

import math
from typing import Any, TypeAlias, TypedDict

import numpy as np

from kiebitz.arena.match.elo import Estimate
from kiebitz.core.chess.move import NULL_MOVE
from kiebitz.engine import Engine
from kiebitz.engine.limit import Limit
from kiebitz.engine.trace import KINDS, REASONS
from kiebitz_claims.claims.claim import Result
from kiebitz_claims.claims.drawing import Figure, intervals, legend_above
from kiebitz_claims.claims.judging import Judgement
from kiebitz_claims.claims.study import Study
from kiebitz_claims.measuring.null_move_settings import OFF
from kiebitz_claims.measuring.positions import LATER_PLIES, later_championship_positions, phase_positions
from kiebitz_claims.measuring.progress import Progress
from kiebitz_claims.measuring.statistics import quotient, ratio_of_sums, scaled, share_of_sums

DEPTH, QUICK_DEPTH, QUICK_POSITIONS = 7, 5, 1
CLAIMED_RATIO, CLAIMED_DEPTH = 20.0, 4
PHASE = "middlegame"
# Fewer null moves than this say nothing about a depth.
FEWEST = 30
MAX_ROWS = 20_000_000
TREE = KINDS.index("tree")
BY_DEPTH, WASTED, EACH = "Cost by plies left", "Waste", "Every position"

STUDY = Study(__file__, constants=globals(), later_plies=LATER_PLIES)
NULL_NODES, REAL_NODES, FASTER, WASTE = STUDY.predictions.values()

Prices: TypeAlias = tuple[int, int, int, int, int, int, int]
Row: TypeAlias = tuple[str, int, int, int, int, int, int, int, int]


class Costs(TypedDict):
    """Of one position: by plies left, how many and how many nodes they took."""

    null: dict[str, list[int]]
    """Null moves that refuted: number and nodes below."""
    real: dict[str, list[int]]
    """Nodes refuted by a move in the search without null moves: number and nodes."""
    failed: dict[str, list[int]]
    """Null moves that failed: number, nodes below, and nodes of the rest of their nodes' searches."""
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
        failing = passed & ~refuting
        nodes = rows["parent"][failing]
        failed = _by_depth(rows["depth"][nodes], below[failing], below[nodes] - below[failing])
        brought = trace.null_moves()
        engine.configure(era="nimzo", transposition_table=0, null_move_policy=OFF)
        engine.new_game()
        trace = engine.trace(fen, Limit(depth=depth), max_nodes=MAX_ROWS)
        rows = trace.rows
        refuted = (rows["reason"] == REASONS.index("beta cut")) & (rows["kind"] == TREE)
        real = _by_depth(rows["depth"][refuted], trace.subtree_nodes[refuted])
    return Costs(null=null, real=real, failed=failed, wasted=brought.failing_nodes, nodes=brought.nodes)


def _by_depth(depths: np.ndarray, *nodes: np.ndarray) -> dict[str, list[int]]:
    """By plies left (as text, for JSON): how many there are, and the sums of their nodes."""
    return {
        str(depth): [int(np.count_nonzero(depths == depth)), *(int(each[depths == depth].sum()) for each in nodes)]
        for depth in sorted(set(depths.tolist()))
        if depth > 0
    }


def measure(quick: bool, progress: Progress) -> Result:
    """Record the positions."""
    depth = QUICK_DEPTH if quick else DEPTH
    samples = phase_positions(PHASE, QUICK_POSITIONS) if quick else later_championship_positions(PHASE)
    progress.expect(len(samples))
    rows: list[Row] = []
    wasted = []
    for sample in samples:
        found = progress.step(f"{sample.name}, depth {depth}", costs, sample.fen, depth)
        for left in sorted({*found["null"], *found["real"], *found["failed"]}, key=int):
            nulls, null_nodes = found["null"].get(left, (0, 0))
            reals, real_nodes = found["real"].get(left, (0, 0))
            fails, failing_nodes, other_nodes = found["failed"].get(left, (0, 0, 0))
            rows.append(
                (sample.name, int(left), nulls, null_nodes, reals, real_nodes, fails, failing_nodes, other_nodes)
            )
        wasted.append((sample.name, found["wasted"], found["nodes"]))
    return STUDY.result(
        summed(rows),
        wasted,
        rows,
        conditions={"search": f"the era Nimzo without its table, depth {depth}, {len(samples)} {PHASE} positions"},
    )


def summed(rows: list[Row]) -> tuple[tuple[int, int, float, int, float, float, int, float], ...]:
    """Over all positions by plies left, where there are enough."""
    totals: list[tuple[int, int, float, int, float, float, int, float]] = []
    for left in sorted({row[1] for row in rows}):
        counts = [row[2:] for row in rows if row[1] == left]
        nulls, null_nodes, reals, real_nodes, fails, failing_nodes, other_nodes = map(sum, zip(*counts, strict=True))
        if min(nulls, reals, fails) >= FEWEST:
            each, real = null_nodes / nulls, real_nodes / reals
            totals.append((left, nulls, each, reals, real, real / each, fails, 100 * failing_nodes / other_nodes))
    return tuple(totals)


def judge(prices: dict[str, Prices], wasted: dict[str, tuple[int, int]]) -> Judgement:
    """Two prices with four plies left and their ratio are within a factor of two, and the addition is no more.

    ``prices`` are by game, with four plies left: number and nodes of null searches, number and nodes of real
    refutations, and of null moves that fail the number, the nodes below, and the other nodes of the searches that they
    are tried in. Told is the share of nodes below null moves that fail: ``wasted`` has by game these nodes, and all.
    """
    sample = len(prices), "positions"
    share = share_of_sums(*zip(*wasted.values(), strict=True))
    told = f"Of all nodes {100 * share.value:.0f}% are below null moves that fail."
    nulls, null_nodes, reals, real_nodes, fails, failing_nodes, other_nodes = (
        list(column) for column in zip(*prices.values(), strict=True)
    )
    added = (
        WASTE.judged(scaled(ratio_of_sums(failing_nodes, other_nodes), 100), *sample)
        if sum(fails) >= FEWEST
        else WASTE.undecided(f"fewer than {FEWEST} null moves that failed with {CLAIMED_DEPTH} plies left")
    )
    if min(sum(nulls), sum(reals)) < FEWEST:
        why = f"fewer than {FEWEST} refutations with {CLAIMED_DEPTH} plies left"
        return Judgement((*(each.undecided(why) for each in (NULL_NODES, REAL_NODES, FASTER)), added), told)
    null, real = ratio_of_sums(null_nodes, nulls), ratio_of_sums(real_nodes, reals)
    return Judgement(
        (
            NULL_NODES.judged(null, *sample),
            REAL_NODES.judged(real, *sample),
            FASTER.judged(quotient(real, null), *sample),
            added,
        ),
        told,
    )


def kept(result: Result) -> tuple[Any, ...]:
    """The arguments of ``judge``, out of a stored result."""
    wasted = {game: (below, nodes) for game, below, nodes in result.rows(WASTED)}
    prices = {row[0]: row[2:] for row in result.rows(EACH) if row[1] == CLAIMED_DEPTH}
    return {game: prices.get(game, (0,) * 7) for game in wasted}, wasted


def draw(result: Result, figure: Figure) -> None:
    """The ratio by plies left, with its interval over positions."""
    axes = figure.add_subplot()
    lefts = [row[0] for row in result.rows(BY_DEPTH)]
    ratios = [price_ratio([row for row in result.rows(EACH) if row[1] == left]) for left in lefts]
    known = [(left, ratio) for left, ratio in zip(lefts, ratios, strict=True) if math.isfinite(ratio.high)]
    found = [ratio for _, ratio in known]
    intervals(axes, [left for left, _ in known], found, fmt="o-", label="measured")
    axes.plot([CLAIMED_DEPTH], [CLAIMED_RATIO], "k*", markersize=14, label="claimed")
    axes.set(yscale="log", xlabel="plies left", ylabel="nodes of a real refutation / of a null search")
    legend_above(figure, axes)


def price_ratio(rows: list[tuple[Any, ...]]) -> Estimate:
    """Nodes of a real refutation by those of a null search, of the rows of EACH with so many plies left."""
    nulls, null_nodes, reals, real_nodes = (list(column) for column in list(zip(*rows, strict=True))[2:6])
    return quotient(ratio_of_sums(real_nodes, reals), ratio_of_sums(null_nodes, nulls))
