"""The rule of N11, and what counts as a line's end."""

import pytest

from kiebitz_claims.claims.judging import Verdict
from kiebitz_claims.experiments.n11_absurd_lines import SEARCHES, WITH, WITHOUT, Lines, judge, lines

HOLDS, FAILS, OPEN = Verdict.HOLDS, Verdict.FAILS, Verdict.UNDECIDED


def rows(shallow, deep, left):
    """Positions with so many absurd lines of 10,000 at two and five plies, and so many at five with the null move."""
    return [
        Lines(f"game {game}", null_move, depth, 10_000, absurd + game)
        for game in range(20)
        for null_move, depth, absurd in (
            (WITHOUT, 2, shallow),
            (WITHOUT, 5, deep),
            (WITH, 2, shallow),
            (WITH, 5, left),
        )
    ]


@pytest.mark.parametrize(
    ("shallow", "deep", "left", "verdicts"),
    [
        (5_000, 9_900, 900, (HOLDS, HOLDS, HOLDS)),
        (9_000, 8_000, 900, (FAILS, FAILS, HOLDS)),
        (5_000, 9_900, 7_000, (HOLDS, HOLDS, FAILS)),
    ],
)
def test_the_share_its_growth_and_what_is_left(shallow, deep, left, verdicts):
    assert tuple(part.verdict for part in judge(rows(shallow, deep, left)).parts) == verdicts


def test_a_line_ends_where_its_depth_is_used_up():
    """A king that takes the last pawn: two kings alone; one that doesn't leaves half a pawn's worth to the other."""
    ends, absurd = lines("7k/8/8/8/8/8/5p2/6K1 w - - 0 1", SEARCHES[WITHOUT], 1)
    assert (ends, absurd) == (0, 0), "no balance at the root"
    ends, absurd = lines("7k/8/8/3pP3/8/8/8/K7 w - d6 0 1", SEARCHES[WITHOUT], 1)
    assert ends >= 3
    assert absurd < ends
