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
