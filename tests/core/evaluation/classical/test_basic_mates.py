"""Of basic mates the men and the way to the mate count, whichever evaluation there is beside the classical one."""

import pytest

from evaluated import taken_apart

BY_NETWORK = pytest.mark.parametrize("evaluation", ["network", "hybrid"])


def worth(men, evaluation="network"):
    return taken_apart(f"{men} w - - 0 1", evaluation=evaluation).total


@BY_NETWORK
@pytest.mark.parametrize("side", ["w", "b"])
def test_the_network_has_no_share_in_a_basic_mate(evaluation, side):
    parts = taken_apart(f"8/8/4k3/8/8/3K4/8/6Q1 {side} - - 0 1", evaluation=evaluation)
    white, black = parts.modules["special_cases"]
    assert white == (abs(parts.total), abs(parts.total))
    assert (parts.total > 0) == (side == "w")
    assert (black, parts.network.share) == ((0, 0), 0)
    mirrored = taken_apart(f"6q1/8/3k4/8/8/4K3/8/8 {'w' if side == 'b' else 'b'} - - 0 1", evaluation=evaluation)
    assert mirrored.total == parts.total


def test_nearer_to_the_rim_and_to_the_other_king_is_worth_more():
    assert worth("8/4k3/8/8/8/3K4/8/6Q1") > worth("8/8/4k3/8/8/3K4/8/6Q1") > worth("8/8/4k3/8/8/8/3K4/6Q1")


@pytest.mark.parametrize(
    ("men", "right", "wrong"),
    [("5BN1", "k7", "7k"), ("2B3N1", "7k", "k7")],
)
def test_bishop_and_knight_drive_to_a_corner_of_the_bishop_s_colour(men, right, wrong):
    middle = f"8/3k4/8/8/8/3K4/8/{men}"
    assert worth(f"{right}/8/8/8/8/3K4/8/{men}") > worth(middle) > worth(f"{wrong}/8/8/8/8/3K4/8/{men}")


def test_no_corner_counts_where_one_of_the_two_may_be_taken():
    """The search would see the corner and not the knight that can't get away."""
    attacked = "8/8/4k3/4N3/8/3K4/6B1/8"
    assert 0 < worth(attacked) < worth("8/8/4k3/4N3/3K4/8/6B1/8") - 400
    assert taken_apart(f"{attacked} b - - 0 1", evaluation="network").total == 0


def test_nothing_is_given_up_to_have_bishop_and_knight_left():
    cornered = worth("k7/8/8/8/8/3K4/8/5BN1")
    for more in ("8/8/3k4/8/8/3K4/P7/5BN1", "8/8/3k4/8/8/3K4/8/4QBN1", "8/8/3k4/8/8/3K4/8/4BBN1"):
        assert worth(more) > cornered
