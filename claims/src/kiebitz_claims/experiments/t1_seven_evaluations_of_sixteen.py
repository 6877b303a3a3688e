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
from collections.abc import Iterable, Iterator
from itertools import product
from random import Random
from typing import NamedTuple

from kiebitz.classroom.theory.alphabeta import alphabeta
from kiebitz.classroom.theory.minimax import minimax
from kiebitz.classroom.theory.node import Node, Value, true_values, walk
from kiebitz.classroom.theory.tartan_tree import ALPHA_CUTS, BETA_CUTS, STATED_VALUES, tartan_tree
from kiebitz.classroom.theory.watch import Visits
from kiebitz_claims.claims.claim import Result
from kiebitz_claims.claims.judging import Judgement, exactly
from kiebitz_claims.claims.study import Study
from kiebitz_claims.measuring.progress import Progress

DRAWS, QUICK_DRAWS = 40_000, 1_000
LEAST, GREATEST = -40, 40
SEED = 20_261_124
ALPHA, BETA = "alpha", "beta"


class Figures(NamedTuple):
    """Evaluations of the article's tree, its value, and how many random completions have the article's cuts."""

    minimax: int
    alpha_beta: int
    root: float
    as_stated: int
    elsewhere: int


class Cut(NamedTuple):
    """One cut in the article's tree."""

    cut: str
    at_node: int


class Orders(NamedTuple):
    """Number of orders of the tree's moves that cost so many evaluations."""

    evaluations: int
    orders: int


class Completions(NamedTuple):
    """Number of random completions that cost so many evaluations."""

    evaluations: int
    as_stated: int
    elsewhere: int


STUDY = Study(
    __file__, Cut, Orders, Completions, figures=Figures, draws=DRAWS, least=LEAST, greatest=GREATEST, seed=SEED
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


def cuts_of(alpha_cuts: Iterable[int], beta_cuts: Iterable[int]) -> list[Cut]:
    """The cuts at these nodes, as rows."""
    return [Cut(kind, node) for kind, nodes in ((ALPHA, alpha_cuts), (BETA, beta_cuts)) for node in sorted(nodes)]


def measure(quick: bool, progress: Progress) -> Result:
    """The completed tree in its order and in all others, and random completions."""
    progress.expect(2)
    draws = QUICK_DRAWS if quick else DRAWS
    tree = tartan_tree()
    visits = Visits()
    minimax(tree, visits)
    value, leaves, alpha_cuts, beta_cuts = search(tree)
    by_order = progress.step("every order of the moves", evaluations_by_order, tree)
    counts = progress.step(f"{draws} completions, seed {SEED}", draw_completions, draws)
    as_stated, elsewhere = counts["as in the article"], counts["elsewhere"]
    return STUDY.result(
        cuts_of(alpha_cuts, beta_cuts),
        [Orders(int(number), by_order[number]) for number in sorted(by_order, key=int)],
        [
            Completions(int(number), as_stated.get(number, 0), elsewhere.get(number, 0))
            for number in sorted({*as_stated, *elsewhere}, key=int)
        ],
        figures=Figures(visits.leaves, leaves, value, sum(as_stated.values()), sum(elsewhere.values())),
        draws=draws,
    )


def judge(figures: Figures, cuts: list[Cut], orders: list[Orders], completions: list[Completions]) -> Judgement:
    """The tree's evaluations (minimax, alpha-beta) and cuts (alpha, beta) must be the article's, its order the best."""
    misplaced = set(cuts) ^ set(cuts_of(ALPHA_CUTS, BETA_CUTS))
    best, worst = min(orders), max(orders)
    own, other = sum(row.as_stated for row in completions), sum(row.elsewhere for row in completions)
    return STUDY.judgement(
        f"Of {sum(row.orders for row in orders):,} orders of the moves {best.orders:,} cost {best.evaluations} "
        f"evaluations, the worst {worst.evaluations}. Of {own + other:,} random completions in which e2-e4 with value "
        f"0 is best {own:,} have the article's cuts.",
        by_minimax=exactly(figures.minimax),
        by_alpha_beta=exactly(figures.alpha_beta),
        cuts=exactly(len(misplaced)),
        very_best=exactly(best.evaluations),
    )
