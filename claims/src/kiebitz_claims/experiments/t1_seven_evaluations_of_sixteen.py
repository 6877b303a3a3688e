"""The article's tree of figure 3, completed, is searched by minimax and by alpha-beta, and the evaluations are counted.

The figure itself is lost. The text gives its form and some of its moves and values; the rest is ours, chosen so that
everything stated holds. So the first three statements show that what is printed fits together, and no more: where the
cuts fall settles how many leaves are left. That the order of the moves is the very best is asked of the tree itself: in
every other order of its moves alpha-beta is run again.

How often such a tree comes about by chance is told beside it: the values that the text leaves open (nodes 12, 13, 15,
16 and 20 to 31) are drawn at random, many times, and where e2-e4 with value 0 is the best move the evaluations are
counted, by whether the cuts fall where the article has them.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator
from itertools import product
from random import Random
from typing import Any

from kiebitz.classroom.theory.alphabeta import alphabeta
from kiebitz.classroom.theory.minimax import minimax
from kiebitz.classroom.theory.node import Node, Value, true_values, walk
from kiebitz.classroom.theory.tartan_tree import (
    ALPHA_CUTS,
    BETA_CUTS,
    EVALUATIONS_WITH_CUTS,
    EVALUATIONS_WITHOUT_CUTS,
    STATED_VALUES,
    tartan_tree,
)
from kiebitz.classroom.theory.watch import Visits
from kiebitz_claims.claims.claim import Claim, Measurement, Result, Table
from kiebitz_claims.claims.documents import TARTAN
from kiebitz_claims.claims.judging import Judgement, Prediction, exactly
from kiebitz_claims.claims.plan import Earlier, Plan
from kiebitz_claims.measuring.progress import Progress

CLAIM = Claim(
    id="T1",
    title="Seven evaluations instead of sixteen",
    statement="The article's binary tree of four plies costs 7 evaluations with alpha-beta instead of 16: alpha cuts "
    "at nodes 7, 17, 19 and 22, a beta cut at node 10.",
    source=TARTAN,
)

DRAWS, QUICK_DRAWS = 40_000, 1_000
LEAST, GREATEST = -40, 40
SEED = 20_261_124
CUTS, COMPLETIONS = "Cuts", "Evaluations by alpha-beta on random completions in which e2-e4 with value 0 is best"
ORDERS = "Evaluations by alpha-beta in every order of the tree's moves"

MINIMAX_LEAVES = Prediction(
    "sixteen evaluations by minimax", "leaves evaluated in the article's tree", *2 * (EVALUATIONS_WITHOUT_CUTS,)
)
ALPHABETA_LEAVES = Prediction(
    "seven by alpha-beta", "leaves evaluated in the article's tree", *2 * (EVALUATIONS_WITH_CUTS,)
)
CUT_NODES = Prediction(
    "alpha cuts at 7, 17, 19 and 22, a beta cut at 10",
    "nodes with a cut too many, too few or of the other kind",
    0,
    0,
    "exceptions",
)
VERY_BEST = Prediction(
    "in the very best order",
    "evaluations in the best of all orders of the tree's moves",
    *2 * (EVALUATIONS_WITH_CUTS,),
)
PLAN = Plan(
    version=3,
    original="Zufällig ist der Baum in unserem Beispieldiagramm für das Alpha-Beta-Verfahren gerade optimal sortiert. "
    "Statt 16mal wird die Bewertungsfunktion nur noch siebenmal aufgerufen.",
    translation="By chance the tree of our diagram is in the very best order for alpha-beta. Instead of 16 times the "
    "evaluation is called only seven times.",
    predictions=(MINIMAX_LEAVES, ALPHABETA_LEAVES, CUT_NODES, VERY_BEST),
    sample=f"the article's tree, completed, in every order of its moves; beside it {DRAWS:,} random completions",
    seeds=str(SEED),
    earlier=(
        Earlier(
            "holds",
            "2026-11-23",
            "The fourth statement, that random completions with the article's cuts cost seven evaluations, could not "
            "fail: the cuts settle the number. That the order is the very best is in the sentence and was not asked.",
        ),
        Earlier(
            "holds",
            "2026-11-24",
            "The random completions had been drawn before there was a plan, with the same seed. Others are drawn.",
        ),
    ),
)


def with_values(root: Node, values: dict[int, Value]) -> Node:
    """The same tree with other values at some leaves."""
    children = tuple(with_values(child, values) for child in root.children)
    return Node(root.number, root.is_max, children, values.get(root.number, root.value), root.move)


def search(root: Node) -> tuple[Value, int, frozenset[int], frozenset[int]]:
    """Alpha-beta: the value, the evaluations, the nodes with an alpha cut and those with a beta cut."""
    visits = Visits()
    value = alphabeta(root, -math.inf, math.inf, visits)
    cut = {
        node.number: node.is_max
        for node in walk(root)
        if node.number in visits.nodes and any(child.number not in visits.nodes for child in node.children)
    }
    alpha_cuts = frozenset(number for number, is_max in cut.items() if not is_max)
    return value, visits.leaves, alpha_cuts, frozenset(cut) - alpha_cuts


def orders(root: Node) -> Iterator[Node]:
    """The same tree in every order of its moves."""
    if root.is_leaf:
        yield root
        return
    for first, second in product(*(list(orders(child)) for child in root.children)):
        for children in ((first, second), (second, first)):
            yield Node(root.number, root.is_max, children, root.value, root.move)


def evaluations_by_order(root: Node) -> dict[str, int]:
    """Evaluations (as text) and the number of orders that cost them."""
    counts: Counter[str] = Counter()
    for ordered in orders(root):
        visits = Visits()
        alphabeta(ordered, -math.inf, math.inf, visits)
        counts[str(visits.leaves)] += 1
    return dict(counts)


def draw_completions(draws: int) -> dict[str, dict[str, int]]:
    """Evaluations (as text) and how often, for completions with the article's cuts and for all others."""
    rng = Random(SEED)
    tree = tartan_tree()
    open_leaves = [node.number for node in walk(tree) if node.is_leaf and node.number not in STATED_VALUES]
    counts: dict[str, dict[str, int]] = {"as in the article": {}, "elsewhere": {}}
    for _ in range(draws):
        drawn = with_values(tree, {number: rng.randint(LEAST, GREATEST) for number in open_leaves})
        values = true_values(drawn)
        first, second = drawn.children
        if not values[first.number] == 0 >= values[second.number]:
            continue  # e2-e4 with value 0 is not the best move
        _, leaves, alpha_cuts, beta_cuts = search(drawn)
        place = "as in the article" if (alpha_cuts, beta_cuts) == (ALPHA_CUTS, BETA_CUTS) else "elsewhere"
        counts[place][str(leaves)] = counts[place].get(str(leaves), 0) + 1
    return counts


def measure(quick: bool, progress: Progress) -> Result:
    """The completed tree in its order and in all others, and random completions."""
    progress.expect(2)
    draws = QUICK_DRAWS if quick else DRAWS
    tree = tartan_tree()
    visits = Visits()
    minimax(tree, visits)
    value, leaves, alpha_cuts, beta_cuts = search(tree)
    by_order = progress.step("every order of the moves", lambda: evaluations_by_order(tree))
    counts = progress.step(f"{draws} completions, seed {SEED}", lambda: draw_completions(draws))
    as_stated, elsewhere = counts["as in the article"], counts["elsewhere"]
    return Result(
        measurements=(
            Measurement("evaluations by minimax", visits.leaves),
            Measurement("evaluations by alpha-beta", leaves),
            Measurement("value of the root (White's view)", value, "1/128 pawn"),
            Measurement("random completions with the article's cuts", sum(as_stated.values())),
            Measurement("random completions with other cuts", sum(elsewhere.values())),
        ),
        tables=(
            Table(
                CUTS,
                ("cut", "at node"),
                tuple(
                    (kind, node)
                    for kind, nodes in (("alpha", alpha_cuts), ("beta", beta_cuts))
                    for node in sorted(nodes)
                ),
            ),
            Table(
                ORDERS,
                ("evaluations", "orders"),
                tuple((int(number), by_order[number]) for number in sorted(by_order, key=int)),
            ),
            Table(
                COMPLETIONS,
                ("evaluations", "cuts as in the article", "cuts elsewhere"),
                tuple(
                    (int(number), as_stated.get(number, 0), elsewhere.get(number, 0))
                    for number in sorted({*as_stated, *elsewhere}, key=int)
                ),
            ),
        ),
        conditions={
            "tree": "figure 3 of the article, completed by us: the figure is lost",
            "completions": f"{draws:,} draws, open values from {LEAST} to {GREATEST}, seed {SEED}",
        },
    )


def judge(
    evaluations: tuple[int, int],
    cuts: tuple[frozenset[int], frozenset[int]],
    by_order: dict[int, int],
    completions: tuple[int, int],
) -> Judgement:
    """The tree's evaluations (minimax, alpha-beta) and cuts (alpha, beta) must be the article's, its order the best.

    ``by_order`` is how many orders of its moves cost so many evaluations, ``completions`` how many random completions
    have the article's cuts and how many have others.
    """
    misplaced = sum(len(found ^ stated) for found, stated in zip(cuts, (ALPHA_CUTS, BETA_CUTS), strict=True))
    least, all_orders = min(by_order), sum(by_order.values())
    own, other = completions
    return Judgement(
        (
            MINIMAX_LEAVES.judged(exactly(evaluations[0])),
            ALPHABETA_LEAVES.judged(exactly(evaluations[1])),
            CUT_NODES.judged(exactly(misplaced)),
            VERY_BEST.judged(exactly(least)),
        ),
        f"Of {all_orders:,} orders of the moves {by_order[least]:,} cost {least} evaluations, the worst "
        f"{max(by_order)}. Of {own + other:,} random completions in which e2-e4 with value 0 is best {own:,} have the "
        "article's cuts.",
    )


def kept(result: Result) -> tuple[Any, ...]:
    """What ``judge`` is asked, out of a stored result."""
    evaluations = result.measured["evaluations by minimax"], result.measured["evaluations by alpha-beta"]
    cuts = tuple(frozenset(node for cut, node in result.rows(CUTS) if cut == kind) for kind in ("alpha", "beta"))
    rows = result.rows(COMPLETIONS)
    completions = sum(row[1] for row in rows), sum(row[2] for row in rows)
    return evaluations, cuts, dict(result.rows(ORDERS)), completions
