"""How deep alpha-beta comes with as many positions as minimax, and how fast they grow.

In a tree of 40 moves in perfect order, and in the trees of chess positions. Of these the order that would be best is
found afterwards, as in L4: a plain alpha-beta search remembers the moves that were best or refuted, and searches again
with these first until the tree shrinks no more. Positions are counted where the look ahead ends, as by perft for
minimax; quiescence behind them is not. Alpha-beta's depth is held against the plies, between two whole ones on a
logarithmic scale, at which minimax has as many: twice as deep is 2. And what two plies more of alpha-beta multiply is
held against what one ply more of minimax multiplies at the same size; its root is a ply's. Both say the same, and their
ranges are made of each other: who comes r times as deep has b^(t/r) positions after t plies of b moves, b^(1/r) times
as many with each.

The theorem itself (L1) has alpha-beta visit b^⌊t/2⌋ + b^⌈t/2⌉ − 1 leaves, about two times the root of all: with 40
moves that is 1.88 times as deep at six plies, and 2 in the limit. What an order leaves to be desired is shown beside
it: the first of those searches, which knows captures, killers and history, but hasn't seen the tree before.
"""

from __future__ import annotations

import math
from typing import Any, TypedDict

from kiebitz.classroom.theory.algorithms import ALGORITHMS
from kiebitz.classroom.theory.planned import PlannedTree
from kiebitz.classroom.theory.watch import LeafCount
from kiebitz.core.chess.perft import perft
from kiebitz.core.chess.position import Position
from kiebitz_claims.claims.claim import Measurement, Result, Table
from kiebitz_claims.claims.drawing import Figure, intervals, legend_above
from kiebitz_claims.claims.judging import Judgement, exactly, in_all
from kiebitz_claims.claims.study import Study
from kiebitz_claims.measuring.critical_tree import critical_tree
from kiebitz_claims.measuring.positions import (
    LATER_PLIES,
    PHASES,
    championship_phases,
    later_championship_phases,
)
from kiebitz_claims.measuring.progress import Progress
from kiebitz_claims.measuring.settings import MINIMAX, SearchSettings, without_table
from kiebitz_claims.measuring.statistics import geometric_mean

MOVES = 40
# Even depths: the root of a factor over two plies is what a ply multiplies by.
DEPTH, EARLIER_DEPTH, QUICK_DEPTH = 6, 4, 4
# Of the first games the first positions were searched for the plan before this one.
GAMES_SEEN, QUICK_GAMES = 50, 1
# Leaves are judged where they are, with one ply of captures: their values only have to order the moves.
SETTINGS: SearchSettings = {**without_table(MINIMAX), "quiescence_plies": 1}
UNIFORM, EACH = "Leaves of a tree of 40 moves in perfect order", "Every position"
TREE, CHESS = "a tree of 40 moves", "chess positions"

STUDY = Study(__file__, constants=globals(), later_plies=LATER_PLIES, earlier_half=EARLIER_DEPTH // 2, half=DEPTH // 2)
TWICE, ROOT = STUDY.predictions.values()


class Leaves(TypedDict):
    """The leaves of the look ahead from one position."""

    best: list[int]
    """Leaves of alpha-beta in the best order, at the earlier depth and at the greatest."""
    first: list[int]
    """The same of the search that hasn't seen the tree before."""
    minimax: list[int]
    """Leaves of minimax at 1, 2, 3 … plies, until they are as many."""


def leaves_of(fen: str, depth: int) -> Leaves:
    """Count the leaves of alpha-beta's trees and of minimax's."""
    found = [critical_tree(fen, plies, SETTINGS) for plies in (depth - 2, depth)]
    first, best = ([counts[index].leaves for counts in found] for index in (0, 1))
    minimax: list[int] = []
    while len(minimax) < depth and (len(minimax) < depth // 2 or minimax[-1] < max(first)):
        minimax.append(perft(Position(fen), len(minimax) + 1))
    return Leaves(best=best, first=first, minimax=minimax)


def uniform_leaves(plies: int) -> int:
    """Leaves that alpha-beta evaluates of a tree of 40 moves in perfect order."""
    count = LeafCount()
    ALGORITHMS["alphabeta"].run(PlannedTree(MOVES, plies).root, count)
    return count.leaves


def depth_ratio(depth: int, leaves: int, minimax: list[int]) -> float:
    """A depth by the plies at which minimax has as many leaves, in between on a logarithmic scale."""
    logs = [0.0, *map(math.log, minimax)]
    plies = next((plies for plies, log in enumerate(logs) if log >= math.log(leaves)), len(logs) - 1)
    share = (math.log(leaves) - logs[plies - 1]) / (logs[plies] - logs[plies - 1])
    return depth / (plies - 1 + share)


def growth_ratio(depth: int, leaves: list[int], minimax: list[int]) -> float:
    """Growth by a ply, over the last two, divided by the root of minimax's factor at half the depth."""
    half = depth // 2
    return math.sqrt(leaves[1] / leaves[0]) / math.sqrt(minimax[half - 1] / minimax[half - 2])


def positions_by_game(quick: bool) -> list[tuple[str, dict[str, str]]]:
    """Games, each with positions by phase (FEN); a game may come twice. The quick ones are others than the plan's."""
    if quick:
        return list(championship_phases(slice(QUICK_GAMES)))
    return [*later_championship_phases(slice(None)), *championship_phases(slice(GAMES_SEEN, None))]


def measure(quick: bool, progress: Progress) -> Result:
    """A uniform tree, then every position."""
    depth = QUICK_DEPTH if quick else DEPTH
    games = positions_by_game(quick)
    progress.expect(2 + sum(len(phases) for _, phases in games))
    uniform = [progress.step(f"{MOVES} moves, {plies} plies", uniform_leaves, plies) for plies in (depth - 2, depth)]
    rows: list[tuple[Any, ...]] = []
    for name, phases in games:
        for phase, fen in phases.items():
            found: Leaves = progress.step(f"{name}, {phase}, {depth} plies: {fen}", leaves_of, fen, depth)
            best, first, minimax = found["best"], found["first"], found["minimax"]
            half = depth // 2
            rows.append(
                (
                    name,
                    phase,
                    *best,
                    *first,
                    depth_ratio(depth, best[1], minimax),
                    growth_ratio(depth, best, minimax),
                    depth_ratio(depth, first[1], minimax),
                    minimax[half - 2],
                    minimax[half - 1],
                )
            )
    in_best_order = geometric_mean((row[6] for row in rows), [row[0] for row in rows])
    return Result(
        measurements=(
            Measurement("times as deep, best order", in_best_order.value, error=in_best_order.error),
            Measurement("times as deep, tree of 40 moves", depth_ratio(depth, uniform[1], _powers(depth))),
        ),
        tables=(
            Table(UNIFORM, ("plies", "leaves"), ((depth - 2, uniform[0]), (depth, uniform[1]))),
            Table(
                EACH,
                (
                    "game",
                    "phase",
                    f"best order, {depth - 2} plies",
                    f"best order, {depth} plies",
                    f"first search, {depth - 2} plies",
                    f"first search, {depth} plies",
                    "times as deep",
                    "growth",
                    "times as deep, first search",
                    f"minimax, {half - 1} plies",
                    f"minimax, {half} plies",
                ),
                tuple(rows),
            ),
        ),
        conditions={"search": f"plain alpha-beta, no table cutoffs, Tartan's evaluation; {depth} plies"},
    )


def _powers(depth: int) -> list[int]:
    return [MOVES**plies for plies in range(1, depth + 1)]


def judge(
    tree: tuple[float, float], positions: list[tuple[str, float, float]], unordered: list[tuple[str, float]]
) -> Judgement:
    """Both as a mean over positions, errors by games, and in the tree of 40 moves, which repeats exactly.

    ``tree`` holds how many times as deep and the factor of growth, ``positions`` the game and the same;
    ``unordered`` game and times as deep of the search that hasn't seen the tree before.
    """
    games = [game for game, _, _ in positions]
    sample = len(set(games)), "games"
    deeper = geometric_mean((ratio for _, ratio, _ in positions), games)
    growth = geometric_mean((ratio for _, _, ratio in positions), games)
    first = geometric_mean((ratio for _, ratio in unordered), [game for game, _ in unordered])
    return Judgement(
        (
            in_all({CHESS: TWICE.judged(deeper, *sample), TREE: TWICE.judged(exactly(tree[0]))}),
            in_all({CHESS: ROOT.judged(growth, *sample), TREE: ROOT.judged(exactly(tree[1]))}),
        ),
        f"Without the best order, by captures, killers and history alone, it comes {first.value:.2f} "
        f"({first.low:.2f} to {first.high:.2f}) times as deep.",
    )


def kept(result: Result) -> tuple[Any, ...]:
    """The arguments of ``judge``, out of a stored result."""
    (_, earlier), (depth, last) = result.rows(UNIFORM)
    powers = _powers(depth)
    tree = depth_ratio(depth, last, powers), growth_ratio(depth, [earlier, last], powers)
    rows = result.rows(EACH)
    return tree, [(row[0], row[6], row[7]) for row in rows], [(row[0], row[8]) for row in rows]


def draw(result: Result, figure: Figure) -> None:
    """Times as deep and growth by phase in the best order, intervals over positions; the depth without it, too."""
    deeper, growth = figure.subplots(1, 2)
    rows = result.rows(EACH)
    tree, *_ = kept(result)
    series = ((deeper, 6, "best order", -0.1), (deeper, 8, "captures, killers and history only", 0.1))
    for axes, column, label, aside in (*series, (growth, 7, "best order", 0.0)):
        means = [geometric_mean(row[column] for row in rows if row[1] == phase) for phase in PHASES]
        places = [place + aside for place in range(len(PHASES))]
        intervals(axes, places, means, label=label)
    for axes, value in zip((deeper, growth), tree, strict=True):
        axes.plot([len(PHASES)], [value], "s", color="black", label=f"tree of {MOVES} moves, perfect order")
        axes.set_xticks(range(len(PHASES) + 1), [*PHASES, "tree"])
        axes.margins(x=0.1)
    deeper.axhspan(TWICE.low, TWICE.high, color="grey", alpha=0.15, label="claimed")
    growth.axhspan(0, ROOT.high, color="grey", alpha=0.15)
    growth.set_ylim(0, ROOT.high + 0.2)
    deeper.set_ylabel("alpha-beta's depth / minimax's, as many leaves")
    growth.set_ylabel("factor of a ply / root of minimax's")
    legend_above(figure, deeper, 2)
