"""negamax(v, α, β) on random trees with random windows, its result held against the true value.

The lemma: with x = negamax(v, α, β) and F(v) the minimax value, both in the view of the side to move, x ≤ α if
F(v) ≤ α, x = F(v) if α < F(v) < β, x ≥ β if F(v) ≥ β. Windows are drawn around the values so that all three cases are
common, with bounds that coincide with values of leaves. The same is asked of the fail-soft form and of principal
variation search, which the lemma does not mention; and of the fail-soft form also that a result outside the window is a
true bound, which the lecture's form can't give.
"""

from __future__ import annotations

from random import Random
from typing import Any

from kiebitz.classroom.theory.fail_soft import fail_soft
from kiebitz.classroom.theory.negamax import negamax
from kiebitz.classroom.theory.node import true_values
from kiebitz.classroom.theory.principal_variation_search import principal_variation_search
from kiebitz.classroom.theory.trees import irregular
from kiebitz.classroom.theory.watch import Watch
from kiebitz_claims.claims.claim import Measurement, Result
from kiebitz_claims.claims.judging import Judgement, exactly
from kiebitz_claims.claims.study import Study
from kiebitz_claims.measuring.progress import Progress

TREES, QUICK_TREES = 20_000, 500
WINDOWS_A_TREE = 4
REACH = 9
MAX_CHILDREN, MAX_PLIES = 4, 5
SEED = 20_261_124
SEARCHES = {
    "negamax, the lecture's form": negamax,
    "fail-soft": fail_soft,
    "principal variation search": principal_variation_search,
}
CASES = ("F ≤ α", "α < F < β", "F ≥ β")

STUDY = Study(__file__, constants=globals())
LEMMA = STUDY.predictions["lemma"]


def try_windows(trees: int) -> dict[str, dict[str, list[int]]]:
    """Windows tried and exceptions found, by search and case; for fail-soft also bounds that are none."""
    rng = Random(SEED)
    counts = {name: {case: [0, 0] for case in CASES} for name in SEARCHES}
    counts["fail-soft"]["bound"] = [0, 0]
    for _ in range(trees):
        tree = irregular(MAX_CHILDREN, MAX_PLIES, rng, least=-REACH, greatest=REACH)
        value = true_values(tree)[tree.number]
        truth = value if tree.is_max else -value
        for _ in range(WINDOWS_A_TREE):
            alpha = rng.randint(-REACH - 1, REACH)
            beta = rng.randint(alpha + 1, REACH + 1)
            case = CASES[0] if truth <= alpha else CASES[2] if truth >= beta else CASES[1]
            for name, search in SEARCHES.items():
                x = search(tree, alpha, beta, Watch())
                holds = {CASES[0]: x <= alpha, CASES[1]: x == truth, CASES[2]: x >= beta}[case]
                counts[name][case][0] += 1
                counts[name][case][1] += not holds
                if name == "fail-soft":
                    is_bound = (x >= truth) if x <= alpha else (x <= truth) if x >= beta else x == truth
                    counts[name]["bound"][0] += 1
                    counts[name]["bound"][1] += not is_bound
    return counts


def measure(quick: bool, progress: Progress) -> Result:
    """Random trees and windows."""
    progress.expect(1)
    trees = QUICK_TREES if quick else TREES
    counts = progress.step(f"{trees} trees, seed {SEED}", try_windows, trees)
    lemma = counts["negamax, the lecture's form"]
    tried, exceptions = (sum(lemma[case][index] for case in CASES) for index in (0, 1))
    rows = tuple((name, case, cases[case][0], cases[case][1]) for name, cases in counts.items() for case in CASES)
    bounds = counts["fail-soft"]["bound"]
    return STUDY.result(
        rows,
        figures=(
            Measurement("windows tried", tried),
            Measurement("exceptions", exceptions),
            Measurement("fail-soft results that are no bound", bounds[1]),
        ),
        conditions={
            "trees": f"of up to {MAX_PLIES} plies and {MAX_CHILDREN} children a node, values within ±{REACH}, "
            f"MAX or MIN at the root, seed {SEED}",
            "windows": "α < β, whole numbers",
        },
    )


def judge(exceptions: int) -> Judgement:
    """One exception refutes it."""
    return Judgement((LEMMA.judged(exactly(exceptions)),))


def kept(result: Result) -> tuple[Any, ...]:
    """The arguments of ``judge``, out of a stored result."""
    return (result.measured["exceptions"],)
