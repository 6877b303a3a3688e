"""The rule of T1: evaluations and cuts are the article's, and no order of the moves costs fewer."""

import pytest

from kiebitz.classroom.theory.node import true_values
from kiebitz.classroom.theory.trees import Branch, grow
from kiebitz_claims.claims.judging import Verdict
from kiebitz_claims.experiments.t1_seven_evaluations_of_sixteen import (
    Completions,
    Figures,
    Orders,
    cuts_of,
    evaluations_by_order,
    judge,
    orders,
)

HOLDS, FAILS = Verdict.HOLDS, Verdict.FAILS
CUTS = frozenset({7, 17, 19, 22}), frozenset({10})
BY_ORDER, COMPLETIONS = {7: 2, 8: 4, 14: 2}, [Completions(7, 100, 0), Completions(9, 0, 900)]


def judged(evaluations, cuts, by_order):
    """By evaluations (minimax, alpha-beta), nodes with alpha and beta cuts, and orders by what they cost."""
    rows = [Orders(*costs) for costs in by_order.items()]
    return judge(Figures(*evaluations, 0, 100, 900), cuts_of(*cuts), rows, COMPLETIONS)


@pytest.mark.parametrize(
    ("evaluations", "cuts", "by_order", "verdicts"),
    [
        ((16, 7), CUTS, BY_ORDER, [HOLDS, HOLDS, HOLDS, HOLDS]),
        ((15, 7), CUTS, BY_ORDER, [FAILS, HOLDS, HOLDS, HOLDS]),
        ((16, 8), CUTS, BY_ORDER, [HOLDS, FAILS, HOLDS, HOLDS]),
        ((16, 7), (CUTS[0] - {22}, CUTS[1]), BY_ORDER, [HOLDS, HOLDS, FAILS, HOLDS]),
        ((16, 7), (CUTS[0], frozenset()), BY_ORDER, [HOLDS, HOLDS, FAILS, HOLDS]),
        ((16, 7), CUTS, {6: 1, **BY_ORDER}, [HOLDS, HOLDS, HOLDS, FAILS]),
    ],
)
def test_all_must_be_as_the_article_says(evaluations, cuts, by_order, verdicts):
    assert [part.verdict for part in judged(evaluations, cuts, by_order).parts] == verdicts


def test_orders_and_completions_are_told():
    remark = judged((16, 7), CUTS, BY_ORDER).remark
    assert "Of 8 orders of the moves 2 cost 7 evaluations, the worst 14." in remark
    assert "Of 1,000 random completions" in remark
    assert "100 have the article's cuts" in remark


def test_a_tree_is_searched_in_every_order_of_its_moves():
    tree = grow([Branch("a", [Branch("b", 3), Branch("c", 5)]), Branch("d", [Branch("e", 2), Branch("f", 9)])])
    forms = list(orders(tree))
    assert len(forms) == len({str(form) for form in forms}) == 2**3
    assert {true_values(form)[form.number] for form in forms} == {3}
    # With the better move first the second is refuted by its first answer, if that is the right one.
    assert evaluations_by_order(tree) == {"3": 2, "4": 6}
