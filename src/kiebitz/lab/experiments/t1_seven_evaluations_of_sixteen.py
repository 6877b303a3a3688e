"""The article's tree of figure 3, completed, is searched by minimax and by alpha-beta, and the evaluations are counted.

The figure itself is lost. The text gives its form and some of its moves and values; the rest is ours, chosen so that
everything stated holds, so the completed tree alone shows no more than that the statements fit together. Therefore the
values that the text leaves open (nodes 12, 13, 15, 16 and 20 to 31) are also drawn at random, many times: wherever a
draw makes e2-e4 with value 0 the best move and cuts fall exactly where the article has them, the evaluations are
counted again, and so are they where the cuts fall elsewhere.
"""

from __future__ import annotations

import math
from random import Random
from typing import Any

from kiebitz.lab.claims.claim import Claim, Measurement, Result, Table
from kiebitz.lab.claims.documents import TARTAN
from kiebitz.lab.claims.judging import Judgement, Prediction, exactly
from kiebitz.lab.claims.plan import Plan
from kiebitz.lab.measuring.progress import Progress
from kiebitz.lab.theory.alphabeta import alphabeta
from kiebitz.lab.theory.minimax import minimax
from kiebitz.lab.theory.node import Node, Value, true_values, walk
from kiebitz.lab.theory.tartan_tree import (
    ALPHA_CUTS,
    BETA_CUTS,
    EVALUATIONS_WITH_CUTS,
    EVALUATIONS_WITHOUT_CUTS,
    STATED_VALUES,
    tartan_tree,
)
from kiebitz.lab.theory.watch import Visits

CLAIM = Claim(
    id="T1",
    title="Seven evaluations instead of sixteen",
    statement="The article's binary tree of four plies costs 7 evaluations with alpha-beta instead of 16: alpha cuts "
    "at nodes 7, 17, 19 and 22, a beta cut at node 10.",
    source=TARTAN,
)

DRAWS, QUICK_DRAWS = 40_000, 1_000
LEAST, GREATEST = -40, 40
SEED = 1991
CUTS, COMPLETIONS = "Cuts", "Evaluations by alpha-beta on random completions in which e2-e4 with value 0 is best"

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
EVERY_COMPLETION = Prediction(
    "seven whatever the lost values were",
    "random completions with the article's cuts that cost another number of evaluations",
    0,
    0,
    "exceptions",
    margin="the figure is lost; without this the tree would show only that the statements fit together",
)
PLAN = Plan(
    version=1,
    original="Zufällig ist der Baum in unserem Beispieldiagramm für das Alpha-Beta-Verfahren gerade optimal sortiert. "
    "Statt 16mal wird die Bewertungsfunktion nur noch siebenmal aufgerufen.",
    translation="By chance the tree of our diagram is in the very best order for alpha-beta. Instead of 16 times the "
    "evaluation is called only seven times.",
    predictions=(MINIMAX_LEAVES, ALPHABETA_LEAVES, CUT_NODES, EVERY_COMPLETION),
    sample=f"the article's tree, completed, and {DRAWS:,} random completions",
    seeds=str(SEED),
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
    """The completed tree, and random completions."""
    progress.expect(1)
    draws = QUICK_DRAWS if quick else DRAWS
    tree = tartan_tree()
    visits = Visits()
    minimax(tree, visits)
    value, leaves, alpha_cuts, beta_cuts = search(tree)
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
    evaluations: tuple[int, int], cuts: tuple[frozenset[int], frozenset[int]], completions: dict[str, int]
) -> Judgement:
    """The tree's evaluations (minimax, alpha-beta) and cuts (alpha, beta) must be the article's.

    So must the evaluations (as text) of all random completions with these cuts; they are counted by their evaluations.
    """
    misplaced = sum(len(found ^ stated) for found, stated in zip(cuts, (ALPHA_CUTS, BETA_CUTS), strict=True))
    others = sum(count for number, count in completions.items() if number != str(EVALUATIONS_WITH_CUTS))
    return Judgement(
        (
            MINIMAX_LEAVES.judged(exactly(evaluations[0])),
            ALPHABETA_LEAVES.judged(exactly(evaluations[1])),
            CUT_NODES.judged(exactly(misplaced)),
            EVERY_COMPLETION.judged(exactly(others)),
        ),
        f"{sum(completions.values()):,} random completions have the article's cuts.",
    )


def kept(result: Result) -> tuple[Any, ...]:
    """What ``judge`` is asked, out of a stored result."""
    evaluations = result.measured["evaluations by minimax"], result.measured["evaluations by alpha-beta"]
    cuts = tuple(frozenset(node for cut, node in result.rows(CUTS) if cut == kind) for kind in ("alpha", "beta"))
    return evaluations, cuts, {str(number): count for number, count, _ in result.rows(COMPLETIONS) if count}
