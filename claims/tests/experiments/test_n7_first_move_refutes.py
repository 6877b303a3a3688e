"""The rule of N7: about nine times of ten, in alpha-beta with the ordering of its time."""

import pytest

from kiebitz_claims.claims.judging import Verdict
from kiebitz_claims.experiments.n7_first_move_refutes import judge

HOLDS, CONDITIONALLY, FAILS, UNDECIDED, _ = Verdict


def counts(*shares):
    """Positions with 10,000 refuted nodes each, two of a game."""
    return [(f"game {number // 2}", 10_000, round(share * 10_000)) for number, share in enumerate(shares)]


NINETY, EIGHTY, ANY = counts(*[0.9] * 8), counts(*[0.8] * 8), counts(*[0.8, 0.8, 1.0, 1.0] * 2)


@pytest.mark.parametrize(
    ("plain", "nimzo", "today", "verdict"),
    [
        (NINETY, NINETY, NINETY, HOLDS),
        (NINETY, EIGHTY, NINETY, CONDITIONALLY),
        (NINETY, NINETY, EIGHTY, CONDITIONALLY),
        (NINETY, NINETY, ANY, CONDITIONALLY),
        (EIGHTY, NINETY, NINETY, FAILS),
        (ANY, NINETY, NINETY, UNDECIDED),
        (counts(*[0.85] * 8), NINETY, NINETY, HOLDS),
        (counts(*[0.951] * 8), NINETY, NINETY, FAILS),
    ],
)
def test_about_is_five_in_a_hundred_more_or_fewer(plain, nimzo, today, verdict):
    """Alpha-beta decides, in whatever order the searches come."""
    assert judge({"nimzo": nimzo, "today": today, "alpha-beta": plain}).verdict is verdict
