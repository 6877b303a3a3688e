"""Seven algorithms on uniform trees in perfect, random and costliest order, and on random trees of any form.

Four things are checked. (1) On b/t-uniform trees in perfect order alpha-beta and its kin evaluate exactly
b^⌊t/2⌋ + b^⌈t/2⌉ − 1 leaves, and alpha-beta visits exactly the critical nodes. (2) On uniform trees in random order no
algorithm evaluates fewer. (3) The theorem behind it, on random trees of any form: the children can be permuted so that
every leaf that alpha-beta then evaluates was evaluated by the algorithm on the original; the permutation is built from
the proofs that the algorithm's leaves contain, as in the lecture's sketch. (4) There are trees on which alpha-beta
evaluates every leaf.

Two things in the lecture needed care. The figure that defines the node types is missing; they follow from statements
A1 to A3 of the proof. And the closed forms of k₂ and k₃ are printed the wrong way round, against the recurrences above
them (k₂(1) = b − 1, k₃(1) = 0); the table shows both. Their sum, and so the theorem, is right.

The figure shows what the order is worth. Principal variation search counts a leaf again when it searches again; MTD(f)
remembers every node, so it counts each leaf once, and pays with memory and passes over the tree that are not counted.
"""

from __future__ import annotations

from random import Random
from typing import Any

from kiebitz.classroom.theory.algorithms import ALGORITHMS
from kiebitz.classroom.theory.certificate import NoProofError, permuted
from kiebitz.classroom.theory.node import Node, true_values, walk
from kiebitz.classroom.theory.node_types import NodeType, critical_nodes, fewest_leaves, type_counts, type_counts_closed
from kiebitz.classroom.theory.planned import PlannedTree
from kiebitz.classroom.theory.trees import best_first, costliest, irregular, uniform
from kiebitz.classroom.theory.watch import LeafCount, Visits
from kiebitz_claims.claims.claim import Measurement, Result, Table
from kiebitz_claims.claims.drawing import Figure, intervals, legend_above, plain_logarithmic
from kiebitz_claims.claims.judging import Judgement, exactly
from kiebitz_claims.claims.study import Study
from kiebitz_claims.measuring.progress import Progress
from kiebitz_claims.measuring.statistics import mean

SHAPES = tuple((b, t) for b in (1, 2, 3, 4, 5, 8, 16) for t in range(9) if b**t <= 4_096)
QUICK_SHAPES = tuple((b, t) for b, t in SHAPES if b**t <= 81)
CUTTING = ("alphabeta", "negamax", "failsoft", "pvs")
"""The algorithms that visit nothing but critical nodes in perfect order."""
ORDERED_BY = (*CUTTING, "mtdf")
RANDOM_TREES, QUICK_RANDOM_TREES = 12_000, 150
TREES_A_STEP = 1_000
UNIFORM_SHARE = 3  # every third random tree is uniform
VALUE_RANGES = (1, 9, 99)  # narrow ranges make equal values common
MAX_CHILDREN, MAX_PLIES = 4, 6
MAX_UNIFORM_LEAVES = 300
SEED = 20_261_124
ORDER_BRANCHING, ORDER_PLIES, QUICK_ORDER_PLIES = 6, 6, 3
QUALITIES = (1 / ORDER_BRANCHING, 0.3, 0.5, 0.7, 0.9, 1.0)
ORDER_TREES, ORDER_SPREAD = 10, 100
ORDER_TITLE, ORDER_EACH = "Leaves evaluated by quality of the order", "The same of every tree"
ORDER_HEADING = "best move first with a chance of"

STUDY = Study(__file__, constants=globals(), shapes=len(SHAPES))
AT_LEAST, JUST_CRITICAL, WORST_CASE = STUDY.predictions.values()


def ordered_faults(branching: int, plies: int, rng: Random) -> dict[str, int]:
    """Faults against the theorem on a perfectly ordered tree and on the costliest one."""
    tree = best_first(uniform(branching, plies, rng))
    types = critical_nodes(tree)
    faults = {"leaves": 0, "nodes": 0, "types": 0, "worst": 0}
    for name in CUTTING:
        visits = Visits()
        ALGORITHMS[name].run(tree, visits)
        faults["leaves"] += visits.leaves != fewest_leaves(branching, plies)
        faults["nodes"] += visits.nodes != set(types)
    counted = [0, 0, 0]
    for node, depth in with_depth(tree):
        if depth == plies and node.number in types:
            counted[types[node.number] - NodeType.PRINCIPAL] += 1
    faults["types"] += tuple(counted) != type_counts(branching, plies)
    faults["types"] += tuple(counted) != type_counts_closed(branching, plies)
    count = LeafCount()
    ALGORITHMS["alphabeta"].run(costliest(branching, plies), count)
    faults["worst"] += count.leaves != branching**plies
    return faults


def with_depth(root: Node) -> list[tuple[Node, int]]:
    """Every node with its depth."""
    depths = {root.number: 0}
    for node in walk(root):
        depths |= {child.number: depths[node.number] + 1 for child in node.children}
    return [(node, depths[node.number]) for node in walk(root)]


def random_faults(trees: int, seed: int) -> dict[str, int]:
    """Faults against the theorem on random trees, and the number of runs that were looked at."""
    rng = Random(seed)
    counts = {"trees": 0, "runs": 0, "wrong values": 0, "fewer leaves": 0, "no permutation": 0}
    for index in range(trees):
        reach = rng.choice(VALUE_RANGES)
        bound = 0
        if index % UNIFORM_SHARE == 0:
            branching, plies = rng.choice([(b, t) for b, t in SHAPES if b**t <= MAX_UNIFORM_LEAVES])
            tree = uniform(branching, plies, rng, least=-reach, greatest=reach)
            bound = fewest_leaves(branching, plies)
        else:
            tree = irregular(MAX_CHILDREN, MAX_PLIES, rng, least=-reach, greatest=reach)
        truth = true_values(tree)[tree.number]
        counts["trees"] += 1
        for algorithm in ALGORITHMS.values():
            visits = Visits()
            value = algorithm.run(tree, visits)
            counts["runs"] += 1
            counts["wrong values"] += value != truth
            counts["fewer leaves"] += visits.leaves < bound
            counts["no permutation"] += not permutation_exists(tree, visits.leaf_nodes, value)
    return counts


def permutation_exists(tree: Node, evaluated: set[int], value: float) -> bool:
    """True if the theorem's permutation can be built: alpha-beta then evaluates nothing that the algorithm didn't."""
    try:
        rearranged = permuted(tree, evaluated, value)
    except NoProofError:
        return False
    visits = Visits()
    ALGORITHMS["alphabeta"].run(rearranged, visits)
    return visits.leaf_nodes <= evaluated


def leaves_by_order(quality: float, plies: int) -> list[list[int]]:
    """The leaves of each algorithm but minimax, by tree, on trees whose best move is first with this chance.

    The trees' values differ, so that MTD(f), which begins at 0, is not told what it is to find out.
    """
    found = []
    for seed in range(SEED, SEED + ORDER_TREES):
        value = Random(seed).randint(-ORDER_SPREAD, ORDER_SPREAD)
        tree = PlannedTree(ORDER_BRANCHING, plies, quality=quality, seed=seed, value=value, spread=ORDER_SPREAD)
        counts = []
        for name in ORDERED_BY:
            count = LeafCount()
            ALGORITHMS[name].run(tree.root, count)
            counts.append(count.leaves)
        found.append(counts)
    return found


def measure(quick: bool, progress: Progress) -> Result:
    """Ordered trees, random trees, and the price of a bad order."""
    shapes = QUICK_SHAPES if quick else SHAPES
    trees = QUICK_RANDOM_TREES if quick else RANDOM_TREES
    plies = QUICK_ORDER_PLIES if quick else ORDER_PLIES
    batches = [min(TREES_A_STEP, trees - first) for first in range(0, trees, TREES_A_STEP)]
    progress.expect(1 + len(batches) + len(QUALITIES))

    def ordered() -> dict[str, int]:
        rng = Random(SEED)
        faults: dict[str, int] = {}
        for branching, depth in shapes:
            for name, count in ordered_faults(branching, depth, rng).items():
                faults[name] = faults.get(name, 0) + count
        return faults

    on_ordered = progress.step(f"{len(shapes)} uniform trees in perfect order", ordered)
    on_random: dict[str, int] = {}
    for number, size in enumerate(batches):
        name = f"random trees, batch {number + 1} of {size}, seed {SEED + number}"
        counts = progress.step(name, random_faults, size, SEED + number)
        for what, count in counts.items():
            on_random[what] = on_random.get(what, 0) + count
    rows: list[tuple[float, ...]] = []
    each: list[tuple[float, ...]] = []
    for quality in QUALITIES:
        name = f"order of quality {quality:.3f}, {plies} plies, {ORDER_TREES} trees one by one"
        leaves = progress.step(name, leaves_by_order, quality, plies)
        rows.append((quality, *(sum(column) / len(column) for column in zip(*leaves, strict=True))))
        each += [(quality, seed, *counts) for seed, counts in enumerate(leaves)]
    fewest = fewest_leaves(ORDER_BRANCHING, plies)
    titles = [ALGORITHMS[name].title for name in ORDERED_BY]
    return Result(
        measurements=(
            Measurement("random trees", on_random["trees"]),
            Measurement("runs on random trees", on_random["runs"]),
            Measurement("runs with fewer leaves than the bound", on_random["fewer leaves"]),
            Measurement("runs without the theorem's permutation", on_random["no permutation"]),
            Measurement("runs with a wrong value", on_random["wrong values"]),
            Measurement("ordered trees: leaves differ from the formula", on_ordered["leaves"]),
            Measurement("ordered trees: visited nodes differ from the critical nodes", on_ordered["nodes"]),
            Measurement("ordered trees: nodes of a type differ from the recurrences", on_ordered["types"]),
            Measurement("costliest trees: not every leaf visited", on_ordered["worst"]),
        ),
        tables=(
            Table(ORDER_TITLE, (ORDER_HEADING, *titles), tuple(rows)),
            _type_table(),
            Table(ORDER_EACH, (ORDER_HEADING, "tree", *titles), tuple(each)),
        ),
        conditions={
            "random trees": f"every third uniform with at most {MAX_UNIFORM_LEAVES} leaves, the others of up to "
            f"{MAX_PLIES} plies and {MAX_CHILDREN} children a node; values within ±1, ±9 or ±99; seeds from {SEED}",
            "order": f"b = {ORDER_BRANCHING}, t = {plies}, mean of {ORDER_TREES} trees of "
            f"{ORDER_BRANCHING**plies:,} leaves, at least {fewest:,}; other moves 0 to {ORDER_SPREAD} worse",
        },
    )


def judge(on_random: int, on_ordered: int, on_costliest: int) -> Judgement:
    """One exception refutes it: on random trees, on ordered ones, or on the costliest."""
    return Judgement(
        (
            AT_LEAST.judged(exactly(on_random)),
            JUST_CRITICAL.judged(exactly(on_ordered)),
            WORST_CASE.judged(exactly(on_costliest)),
        ),
        "“Every algorithm” is the seven of this laboratory. The closed forms of the numbers of critical nodes of types "
        "2 and 3 are printed the wrong way round; their sum, on which the theorem rests, is right.",
    )


def _type_table() -> Table:
    """The node counts of a small tree: by the recurrences, solved, and as printed."""
    branching = 3
    rows = []
    for plies in range(6):
        _, cut, everything = type_counts(branching, plies)
        rows.append((plies, cut, everything, branching ** (plies // 2) - 1, branching ** ((plies + 1) // 2) - 1))
    headings = ("t", "k₂ by the recurrence", "k₃ by the recurrence", "k₂ as printed", "k₃ as printed")
    return Table(f"Critical nodes of types 2 and 3 at depth t, b = {branching}", headings, tuple(rows))


def kept(result: Result) -> tuple[Any, ...]:
    """The arguments of ``judge``, out of a stored result."""
    _, _, fewer, impossible, wrong, leaves, nodes, types, worst = result.measured.values()
    return fewer + impossible + wrong, leaves + nodes + types, worst


def draw(result: Result, figure: Figure) -> None:
    """Leaves by quality of the order, with intervals over the trees."""
    axes = figure.subplots()
    table = result.table(ORDER_EACH)
    chances = sorted(set(table.numbers(ORDER_HEADING)))
    for heading in table.headings[2:]:
        means = [mean(table.numbers(heading, **{ORDER_HEADING: chance})) for chance in chances]
        intervals(
            axes, chances, means, fmt="o-" if heading != ALGORITHMS["negamax"].title else "x:", capsize=3, label=heading
        )
    axes.set_yscale("log")
    plain_logarithmic(axes.yaxis)
    axes.set(xlabel=ORDER_HEADING, ylabel="leaves evaluated (mean)")
    axes.set_title(result.conditions["order"], fontsize="medium")
    legend_above(figure, axes, 3)
