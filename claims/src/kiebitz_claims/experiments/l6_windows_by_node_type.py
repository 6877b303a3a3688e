"""The windows with which alpha-beta comes to the critical nodes of well-ordered trees, node by node.

The lecture proves its theorem by three statements, A1 to A3, on nodes of type 1, 2 and 3, and each says with which
window ``negamax`` is called for such a node and for its successors. Here trees are put in order, best move first;
``negamax`` as printed searches them with (−∞, ∞) under a watch; and every call, cut and value is held against the
statements. The trees are random ones of any form, uniform ones, and real ones: all legal moves of a chess position to
some plies, the leaves judged by Tartan's evaluation, in an opening, a middlegame and an ending of each of some games.

Two things have to be read into the print. In A1 the others of type 1 are called with −F(vᵢ) as their upper bound, which
is right if F is in the view of the side to move at v, not at vᵢ. In A3 the successors of a node that was called with
(α, ∞) are called with (−∞, α): the printed ``negamax`` hands them (−∞, −α). So A3 is asked twice, for the node's own
window and for the print.
"""

from __future__ import annotations

import math
from collections import Counter
from random import Random
from typing import Any

from kiebitz.classroom.theory.negamax import negamax
from kiebitz.classroom.theory.node import GameNode, Node, Value, true_values, walk
from kiebitz.classroom.theory.node_types import NodeType, critical_nodes
from kiebitz.classroom.theory.trees import best_first, irregular, uniform
from kiebitz.classroom.theory.watch import Watch
from kiebitz.engine.eras import ERAS
from kiebitz_claims.claims.claim import Measurement, Result
from kiebitz_claims.claims.judging import Judgement, exactly, in_all
from kiebitz_claims.claims.study import Study
from kiebitz_claims.measuring.chess_tree import chess_tree
from kiebitz_claims.measuring.positions import PHASES, championship_phases, taken_games
from kiebitz_claims.measuring.progress import Progress

TREES, QUICK_TREES = 6_000, 200
TREES_A_STEP = 1_000
VALUE_RANGES = (1, 9, 99)  # narrow ranges make equal values common
MAX_CHILDREN, MAX_PLIES = 4, 6
SHAPES = tuple((b, t) for b in (1, 2, 3, 4, 6, 8) for t in range(1, 9) if b**t <= 1_300)
SEED, QUICK_SEED = 2009, 1
GAMES, QUICK_GAMES = 10, 1
DEPTHS = {"opening": 3, "middlegame": 3, "ending": 4}
QUICK_DEPTHS = {"opening": 2, "middlegame": 2, "ending": 3}
SETTINGS = ERAS["tartan"].options
RANDOM, UNIFORM, REAL = "random trees", "uniform trees", "real trees"
EACH = "Exceptions in every batch of trees"
KINDS = ("type 1", "others of type 1", "type 2", "type 3", "successors of type 3 as printed")

STUDY = Study(
    __file__,
    constants=globals(),
    shapes=len(SHAPES),
    positions=GAMES * len(PHASES),
    planned=", ".join(f"{plies} plies in the {phase}" for phase, plies in DEPTHS.items()),
)
PREDICTIONS = tuple(STUDY.predictions.values())


class Calls(Watch):
    """Keeps how each node was called and how it ended, in the view of the side to move there."""

    def __init__(self) -> None:
        """Nothing called yet."""
        self.windows: dict[int, tuple[Value, Value]] = {}
        self.values: dict[int, Value] = {}

    def enter(self, node: GameNode, alpha: Value = -math.inf, beta: Value = math.inf) -> None:
        """Keep the window."""
        self.windows[node.number] = alpha, beta

    def value(self, node: GameNode, value: Value) -> Value:
        """Keep a leaf's value."""
        self.values[node.number] = value
        return value

    def cut(self, node: GameNode, value: Value) -> Value:
        """Keep the bound that a node was cut off with."""
        self.values[node.number] = value
        return value

    def leave(self, node: GameNode, value: Value) -> Value:
        """Keep the value of a node that was searched to its end."""
        self.values[node.number] = value
        return value


def exceptions(tree: Node) -> Counter[str]:
    """Number of nodes looked at, and of those that are not as each of the statements says (KINDS), best move first."""
    tree = best_first(tree)
    calls = Calls()
    negamax(tree, -math.inf, math.inf, calls)
    types, truth = critical_nodes(tree), true_values(tree)
    found: Counter[str] = Counter({"nodes": len(types)})
    for node in walk(tree):
        kind = types.get(node.number)
        if kind is None:
            continue
        alpha, beta = calls.windows[node.number]
        value = calls.values[node.number]
        windows = [calls.windows.get(child.number) for child in node.children]
        match kind:
            case NodeType.PRINCIPAL:
                worth = truth[node.number] if node.is_max else -truth[node.number]
                found["type 1"] += (alpha, beta, value) != (-math.inf, math.inf, worth)
                for child, window in zip(node.children[1:], windows[1:], strict=True):
                    is_cut = calls.values.get(child.number, -math.inf) >= -worth
                    found["others of type 1"] += window != (-math.inf, -worth) or not is_cut
            case NodeType.CUT:
                as_said = alpha == -math.inf and math.isfinite(beta) and value >= beta
                if node.children:
                    first = calls.values.get(node.children[0].number, math.inf)
                    as_said &= windows[0] == (-beta, math.inf) and first <= -beta
                    as_said &= all(window is None for window in windows[1:])
                found["type 2"] += not as_said
            case NodeType.ALL:
                as_said = math.isfinite(alpha) and beta == math.inf and value <= alpha
                found["type 3"] += not as_said or None in windows
                found["successors of type 3 as printed"] += sum(window != (-math.inf, alpha) for window in windows)
    return found


def of_random_trees(trees: int, seed: int) -> Counter[str]:
    """The exceptions in trees of any form."""
    rng = Random(seed)
    found: Counter[str] = Counter()
    for _ in range(trees):
        reach = rng.choice(VALUE_RANGES)
        found += exceptions(irregular(MAX_CHILDREN, MAX_PLIES, rng, least=-reach, greatest=reach))
    return found


def of_uniform_trees(seed: int) -> Counter[str]:
    """The exceptions in uniform trees, one of each shape and range of values."""
    rng = Random(seed)
    found: Counter[str] = Counter()
    for branching, plies in SHAPES:
        for reach in VALUE_RANGES:
            found += exceptions(uniform(branching, plies, rng, least=-reach, greatest=reach))
    return found


def of_position(fen: str, depth: int) -> Counter[str]:
    """The exceptions in the tree of a chess position."""
    return exceptions(chess_tree(fen, depth, SETTINGS))


def measure(quick: bool, progress: Progress) -> Result:
    """Every critical node of three kinds of trees."""
    trees, first_seed = (QUICK_TREES, QUICK_SEED) if quick else (TREES, SEED)
    # A first look takes other trees and games than the plan's.
    games = championship_phases(taken_games(quick, GAMES, QUICK_GAMES))
    batches = [min(TREES_A_STEP, trees - first) for first in range(0, trees, TREES_A_STEP)]
    progress.expect(len(batches) + 1 + len(games) * len(PHASES))
    rows: list[tuple[str, str, int, *tuple[int, ...]]] = []

    def keep(world: str, name: str, found: dict[str, int]) -> None:
        rows.append((world, name, found["nodes"], *(found.get(kind, 0) for kind in KINDS)))

    for number, size in enumerate(batches):
        name = f"{size} trees, seed {first_seed + number}"
        keep(RANDOM, name, progress.step(name, of_random_trees, size, first_seed + number))
    name = f"{len(SHAPES) * len(VALUE_RANGES)} trees, seed {first_seed}"
    keep(UNIFORM, name, progress.step(f"uniform, {name}", of_uniform_trees, first_seed))
    for name, phases in games:
        for phase, fen in phases.items():
            depth = (QUICK_DEPTHS if quick else DEPTHS)[phase]
            step = f"{name}, {phase}, {depth} plies"
            keep(REAL, step, progress.step(f"{step}: {fen}", of_position, fen, depth))
    return STUDY.result(
        rows,
        figures=(Measurement("critical nodes", sum(row[2] for row in rows)),),
        conditions={
            "random trees": f"up to {MAX_PLIES} plies and {MAX_CHILDREN} children a node; values within ±1, ±9 or ±99",
            "real trees": "all legal moves, leaves judged by Tartan's evaluation without playing captures out",
        },
    )


def judge(counts: dict[str, list[int]]) -> Judgement:
    """One exception refutes a statement, in whichever kind of tree.

    ``counts`` are exceptions to each statement by kind of tree.
    """
    return Judgement(
        tuple(
            in_all({world: prediction.judged(exactly(found[number])) for world, found in counts.items()})
            for number, prediction in enumerate(PREDICTIONS)
        ),
        "By negamax as printed the successors of type 3 are called with (−∞, −α), which is how A2 has it of type 2.",
    )


def kept(result: Result) -> tuple[Any, ...]:
    """The arguments of ``judge``, out of a stored result."""
    counts: dict[str, list[int]] = {}
    for world, _, _, *found in result.rows(EACH):
        so_far = counts.get(world, [0] * len(KINDS))
        counts[world] = [before + here for before, here in zip(so_far, found, strict=True)]
    return (counts,)
