"""The rule of M5: depth helps in an empty table, spoils later moves, and clearing mends it; in its time's search."""

import pytest

from kiebitz.lab.claims.judging import Verdict
from kiebitz.lab.experiments.m5_replacement_schemes import SCHEMES, against, judge
from kiebitz.match.elo import Estimate

HOLDS, CONDITIONALLY, FAILS, UNDECIDED, _ = Verdict
LESS, MORE, OPEN = 0.94, 1.06, 1.0
WINS, LOSES, DRAWS = Estimate(40, 10, 70), Estimate(-40, -70, -10), Estimate(5, -25, 35)


def game_rows(style, first, later, cleared):
    """Ten games with 1 MB and with 4: nodes of 'depth' at first and later moves, and of clearing, by always's."""
    rows = []
    for number in range(10):
        scatter = 1.02 ** (number % 5 - 2)
        firsts = dict.fromkeys(SCHEMES, 100_000) | {"depth": round(100_000 * first * scatter)}
        laters = dict.fromkeys(SCHEMES, 1.0) | {"depth": later * scatter, "clearing": cleared / scatter}
        for size in (1, 4):
            rows += [
                (style, size, scheme, f"game {number}", firsts[scheme], 1_000_000, laters[scheme]) for scheme in SCHEMES
            ]
    return rows


def verdicts(matches=(WINS, WINS), **searches):
    rows = [row for style, found in searches.items() for row in game_rows(style, *found)]
    cured, stronger = matches
    played = {("clearing", "depth"): (cured, 600), ("clearing", "always"): (stronger, 600)}
    return [part.verdict for part in judge(rows, played).parts]


@pytest.mark.parametrize(
    ("first", "later", "cleared", "expected"),
    [
        (LESS, MORE, LESS, [HOLDS, HOLDS, HOLDS]),
        (MORE, LESS, MORE, [FAILS, FAILS, FAILS]),
        (OPEN, OPEN, OPEN, [UNDECIDED, UNDECIDED, UNDECIDED]),
        (LESS, MORE, MORE, [HOLDS, HOLDS, UNDECIDED]),
    ],
)
def test_against_always_replacing(first, later, cleared, expected):
    assert verdicts(ordered=(first, later, cleared))[:3] == expected


def test_another_search_than_that_of_the_time_is_a_condition():
    of_its_time = (LESS, MORE, LESS)
    assert verdicts(ordered=of_its_time, today=of_its_time)[:3] == [HOLDS] * 3
    assert verdicts(ordered=of_its_time, today=(MORE, LESS, MORE))[:3] == [CONDITIONALLY] * 3
    assert verdicts(ordered=(MORE, LESS, MORE), today=of_its_time)[:3] == [FAILS] * 3


@pytest.mark.parametrize(
    ("matches", "expected"),
    [((WINS, WINS), [HOLDS, HOLDS]), ((LOSES, DRAWS), [FAILS, UNDECIDED]), ((DRAWS, LOSES), [UNDECIDED, FAILS])],
)
def test_strength_is_played_out(matches, expected):
    assert verdicts(matches, ordered=(LESS, MORE, LESS))[3:] == expected


def test_the_first_move_is_left_out_of_later_ones():
    assert against([1, 20, 45], [1_000, 10, 10]) == pytest.approx(3)
