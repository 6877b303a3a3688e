"""The rule of M5: depth helps in an empty table, spoils later moves, and clearing mends it; in its time's search."""

import pytest

from kiebitz.lab.claims.judging import Verdict, unsure
from kiebitz.lab.experiments.m5_replacement_schemes import SCHEMES, judge
from kiebitz.match.elo import Estimate

HOLDS, CONDITIONALLY, FAILS, UNDECIDED, _ = Verdict
LESS, MORE, OPEN = Estimate(0.94, 0.92, 0.96), Estimate(1.05, 1.02, 1.08), Estimate(1.0, 0.9, 1.1)
MOVES = {"ordered": 45, "today": 30}


def verdicts(**searches):
    """By first moves with 'depth', later moves with 'depth' and with clearing, of each search."""
    ratios = {(style, 1, scheme): OPEN for style in searches for scheme in SCHEMES}
    for style, (_, later, cleared) in searches.items():
        ratios |= {(style, 1, "depth"): later, (style, 1, "clearing"): cleared}
    first_moves = {style: first for style, (first, _, _) in searches.items()}
    return [part.verdict for part in judge(ratios, first_moves, 1, MOVES).parts]


@pytest.mark.parametrize(
    ("first", "later", "cleared", "expected"),
    [
        (LESS, MORE, LESS, [HOLDS, HOLDS, HOLDS]),
        (MORE, LESS, MORE, [FAILS, FAILS, FAILS]),
        (unsure(0.98), OPEN, OPEN, [UNDECIDED, UNDECIDED, UNDECIDED]),
        (LESS, MORE, MORE, [HOLDS, HOLDS, UNDECIDED]),
    ],
)
def test_against_always_replacing(first, later, cleared, expected):
    assert verdicts(ordered=(first, later, cleared)) == expected


def test_another_search_than_that_of_the_time_is_a_condition():
    of_its_time = (LESS, MORE, LESS)
    assert verdicts(ordered=of_its_time, today=of_its_time) == [HOLDS] * 3
    assert verdicts(ordered=of_its_time, today=(MORE, LESS, MORE)) == [CONDITIONALLY] * 3
    assert verdicts(ordered=(MORE, LESS, MORE), today=of_its_time) == [FAILS] * 3
