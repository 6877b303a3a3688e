"""The recursion against random trees that are really searched."""

from random import Random

import pytest

from kiebitz_claims.measuring.error_filter import back_up, balanced, decision_error, leaves

TREES = 20_000


def random_tree(random, branching, height, won, error):
    """(truth, saying) of a random tree's root for the side to move, and of its children."""
    if height == 0:
        truth = random.random() < won
        return (truth, truth != (random.random() < error)), []
    children = [random_tree(random, branching, height - 1, won, error)[0] for _ in range(branching)]
    return (not all(truth for truth, _ in children), not all(said for _, said in children)), children


@pytest.mark.check
@pytest.mark.parametrize(("branching", "height"), [(2, 1), (2, 4), (3, 3)])
def test_recursion_and_simulation_agree(branching, height):
    random, won, error = Random(height), balanced(branching), 0.2
    level = leaves(won, error)
    for _ in range(height - 1):
        level = back_up(level, branching)
    root = back_up(level, branching)
    wrong = chosen_wrong = won_roots = 0
    for _ in range(TREES):
        (truth, said), children = random_tree(random, branching, height, won, error)
        wrong += truth != said
        if truth:
            won_roots += 1
            best = [child for child in children if not child[1]] or children
            chosen_wrong += random.choice(best)[0]
    tolerance = 4 * (0.25 / TREES) ** 0.5
    assert wrong / TREES == pytest.approx(root.error, abs=tolerance)
    assert won_roots / TREES == pytest.approx(root.won, abs=tolerance)
    assert chosen_wrong / won_roots == pytest.approx(decision_error(level, branching), abs=2 * tolerance)


def test_without_errors_nothing_goes_wrong():
    level = leaves(0.6, 0.0)
    for _ in range(5):
        assert decision_error(level, 3) == pytest.approx(0, abs=1e-12)
        level = back_up(level, 3)
        assert level.error == pytest.approx(0, abs=1e-12)


def test_balanced_leaves_stay_balanced():
    for branching in (2, 3, 8):
        level = leaves(balanced(branching), 0.1)
        for _ in range(6):
            level = back_up(level, branching)
            assert level.won == pytest.approx(balanced(branching), abs=1e-9)


def test_tall_trees_in_which_every_saying_is_the_same():
    """Errors grow on the way up until the search says the same of every node; the choice is then blind."""
    level = leaves(balanced(8), 0.1)
    for _ in range(30):
        error = decision_error(level, 8)
        level = back_up(level, 8)
        assert 0 <= error <= 1
    assert error == pytest.approx((balanced(8) - balanced(8) ** 8) / (1 - balanced(8) ** 8), abs=0.01)
