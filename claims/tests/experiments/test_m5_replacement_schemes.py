"""The rule of M5: depth helps in an empty table, gains less later, and clearing mends it; in the article's program."""

import pytest

from kiebitz.arena.match.elo import Estimate
from kiebitz_claims.claims.judging import Verdict
from kiebitz_claims.experiments.m5_replacement_schemes import SCHEMES, against, judge

HOLDS, CONDITIONALLY, FAILS, UNDECIDED, _ = Verdict
LESS, MORE, OPEN = 0.94, 1.06, 1.0
WINS, LOSES = Estimate(40, 10, 70), Estimate(-40, -70, -10)


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


def judged(**searches):
    rows = [row for style, found in searches.items() for row in game_rows(style, *found)]
    return judge(rows, {("clearing", "depth"): (WINS, 600), ("clearing", "always"): (LOSES, 600)})


def verdicts(**searches):
    return [part.verdict for part in judged(**searches).parts]


@pytest.mark.parametrize(
    ("first", "later", "cleared", "expected"),
    [
        (LESS, OPEN, LESS, [HOLDS, HOLDS, HOLDS, HOLDS]),
        # The gain need not be lost altogether to dwindle.
        (0.8, 0.97, LESS, [HOLDS, HOLDS, UNDECIDED, HOLDS]),
        (MORE, LESS, MORE, [FAILS, FAILS, FAILS, FAILS]),
        (OPEN, OPEN, OPEN, [UNDECIDED, UNDECIDED, UNDECIDED, UNDECIDED]),
        (LESS, MORE, OPEN, [HOLDS, HOLDS, HOLDS, UNDECIDED]),
    ],
)
def test_against_always_replacing(first, later, cleared, expected):
    assert verdicts(minimax=(first, later, cleared)) == expected


def test_another_search_than_the_articles_is_a_condition():
    of_its_time = (LESS, MORE, LESS)
    assert verdicts(minimax=of_its_time, today=of_its_time) == [HOLDS] * 4
    assert verdicts(minimax=of_its_time, today=(MORE, LESS, MORE)) == [CONDITIONALLY] * 4
    assert verdicts(minimax=(MORE, LESS, MORE), today=of_its_time) == [FAILS] * 4


def test_the_first_move_is_left_out_of_later_ones():
    assert against([1, 20, 45], [1_000, 10, 10]) == pytest.approx(3)
