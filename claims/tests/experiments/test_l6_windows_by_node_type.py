"""The rule of L6, one exception refutes a statement; and what is counted as one."""

import pytest

from kiebitz.classroom.theory.trees import grow
from kiebitz_claims.claims.judging import Verdict
from kiebitz_claims.experiments import l6_windows_by_node_type as l6

HOLDS, FAILS = Verdict.HOLDS, Verdict.FAILS


@pytest.mark.parametrize(
    ("uniform", "real", "verdicts"),
    [
        ([0, 0, 0, 0, 0], [0, 0, 0, 0, 0], [HOLDS] * 5),
        ([1, 1, 1, 1, 1], [0, 0, 0, 0, 0], [FAILS] * 5),
        ([0, 0, 0, 0, 9], [0, 0, 0, 0, 0], [HOLDS] * 4 + [FAILS]),
        ([0, 0, 0, 0, 0], [0, 1, 0, 2, 0], [HOLDS, FAILS, HOLDS, FAILS, HOLDS]),
    ],
)
def test_one_exception_in_any_kind_of_tree_refutes(uniform, real, verdicts):
    assert [part.verdict for part in l6.judge({"uniform trees": uniform, "real trees": real}).parts] == verdicts


def test_a_small_tree_by_hand():
    """MAX, MIN, MAX, leaves: (5, 3), (9, 7) and (4, 2), (8, 6): worth 5, which is α below the second move."""
    found = l6.exceptions(grow([[[5, 3], [9, 7]], [[4, 2], [8, 6]]]))
    # Types 1, 1, 1, 1 | 2, 3, 2, 2 | and of the principal line's others: a 2 with its 3, and a leaf of type 2.
    assert found["nodes"] == 11
    assert found["successors of type 3 as printed"] == 2
    assert sum(found[kind] for kind in l6.KINDS[:4]) == 0


def test_a_window_that_differs_is_an_exception(monkeypatch):
    plain = l6.negamax
    monkeypatch.setattr(l6, "negamax", lambda v, a, b, watch: plain(v, -100, 100, watch))
    found = l6.exceptions(grow([[[5, 3], [9, 7]], [[4, 2], [8, 6]]]))
    assert found["type 1"] == 4
    assert found["type 3"] == 2
