"""Alpha-beta on random trees under a watch: which nodes it enters, and with which window.

For every node v, α(v) and β(v) are computed from true values alone: the best left sibling of a MIN node on the way from
the root to v, and the best (for MIN) left sibling of a MAX node. The theorem says that alpha-beta, called with
(−∞, ∞), examines v exactly when α(v) < β(v); the lecture adds that it is then called with exactly this window. Both are
checked for every node, for the lecture's two forms.

The lecture's indices in the definition of α(v) and β(v) ("i even", "i odd") fit if i counts the level of the node whose
children are compared: MAX nodes stand on even levels.
"""

from __future__ import annotations

import math
from random import Random
from typing import Any

from kiebitz.classroom.theory.algorithms import ALGORITHMS
from kiebitz.classroom.theory.bounds import bounds_before
from kiebitz.classroom.theory.node import GameNode, Value
from kiebitz.classroom.theory.trees import irregular, uniform
from kiebitz.classroom.theory.watch import Watch
from kiebitz_claims.claims.claim import Measurement, Result, Table
from kiebitz_claims.claims.judging import Judgement, exactly
from kiebitz_claims.claims.study import Study
from kiebitz_claims.measuring.progress import Progress

FORMS = ("alphabeta", "negamax")
TREES, QUICK_TREES = 12_000, 300
VALUE_RANGES = (1, 9, 99)
MAX_CHILDREN, MAX_PLIES = 4, 6
UNIFORM_SHAPES = ((2, 4), (2, 6), (3, 3), (3, 4), (4, 3), (6, 2))
UNIFORM_SHARE = 3
SEED = 20_261_124
BY_FORM = "Nodes by form"

STUDY = Study(__file__, constants=globals(), forms=len(FORMS))
EXAMINED, WINDOW = STUDY.predictions.values()


class Windows(Watch):
    """Keeps the window with which each node is entered, MAX's view."""

    def __init__(self, *, is_negamax: bool) -> None:
        """``is_negamax``: whether windows come in the mover's view."""
        self._is_negamax = is_negamax
        self.entered: dict[int, tuple[Value, Value]] = {}

    def enter(self, node: GameNode, alpha: Value = -math.inf, beta: Value = math.inf) -> None:
        """Keep the window."""
        turned = self._is_negamax and not node.is_max
        self.entered[node.number] = (-beta, -alpha) if turned else (alpha, beta)


def compare(trees: int) -> dict[str, dict[str, int]]:
    """Cases looked at and cases that disagreed, by form."""
    rng = Random(SEED)
    names = ("nodes", "examined", "examined though not α < β", "not examined though α < β", "other window")
    counts = {form: dict.fromkeys(names, 0) for form in FORMS}
    for index in range(trees):
        reach = rng.choice(VALUE_RANGES)
        if index % UNIFORM_SHARE == 0:
            tree = uniform(*rng.choice(UNIFORM_SHAPES), rng, least=-reach, greatest=reach)
        else:
            tree = irregular(MAX_CHILDREN, MAX_PLIES, rng, least=-reach, greatest=reach)
        bounds = bounds_before(tree)
        for form in FORMS:
            windows = Windows(is_negamax=ALGORITHMS[form].is_negamax)
            ALGORITHMS[form].run(tree, windows)
            count = counts[form]
            for number, (alpha, beta) in bounds.items():
                is_examined = number in windows.entered
                count["nodes"] += 1
                count["examined"] += is_examined
                count["examined though not α < β"] += is_examined and not alpha < beta
                count["not examined though α < β"] += not is_examined and alpha < beta
                count["other window"] += is_examined and windows.entered[number] != (alpha, beta)
    return counts


def measure(quick: bool, progress: Progress) -> Result:
    """Every node of random trees."""
    progress.expect(1)
    trees = QUICK_TREES if quick else TREES
    counts = progress.step(f"{trees} trees, seed {SEED}", compare, trees)
    headings = tuple(counts[FORMS[0]])
    faults = sum(count[name] for count in counts.values() for name in headings[2:])
    total = sum(count["nodes"] for count in counts.values())
    return Result(
        measurements=(
            Measurement("random trees", trees),
            Measurement("nodes compared", total),
            Measurement("exceptions", faults),
        ),
        tables=(
            Table(
                BY_FORM,
                ("form", *headings),
                tuple((ALGORITHMS[form].title, *counts[form].values()) for form in FORMS),
            ),
        ),
        conditions={
            "trees": f"every third uniform, the others of up to {MAX_PLIES} plies and {MAX_CHILDREN} children a "
            f"node; values within ±1, ±9 or ±99; seed {SEED}",
        },
    )


def judge(examined_wrongly: int, other_windows: int) -> Judgement:
    """One exception refutes it."""
    return Judgement((EXAMINED.judged(exactly(examined_wrongly)), WINDOW.judged(exactly(other_windows))))


def kept(result: Result) -> tuple[Any, ...]:
    """The arguments of ``judge``, out of a stored result."""
    rows = result.rows(BY_FORM)
    return sum(row[3] + row[4] for row in rows), sum(row[5] for row in rows)
