"""The rule of Y6: full clusters common at half use, some entry overwritten at a tenth, both as chance has it."""

import pytest

from kiebitz_claims.claims.judging import Verdict
from kiebitz_claims.experiments.y6_full_clusters import (
    HALF,
    QUICK_HASH_MB,
    TENTH,
    Filled,
    fill,
    full_at,
    is_about,
    judge,
    overwritten,
    overwritten_at,
)
from kiebitz_claims.measuring.positions import phase_positions

HOLDS, _, FAILS, UNDECIDED, _ = Verdict
FEN = phase_positions("opening")[2].fen
HALF_FULL, TENTH_FULL = full_at(HALF), full_at(TENTH)


def tables(half=(HALF_FULL,), tenth=(TENTH_FULL,), overwritten=(5,), count=30):
    """So many tables at each use; what is given of them comes round and round."""
    return [
        *(Filled(HALF, HALF, half[number % len(half)], None) for number in range(count)),
        *(
            Filled(TENTH, TENTH, tenth[number % len(tenth)], overwritten[number % len(overwritten)])
            for number in range(count)
        ),
    ]


@pytest.mark.parametrize(
    ("found", "verdicts"),
    [
        (tables(), [HOLDS, HOLDS, HOLDS]),
        (tables(half=(0.05,)), [FAILS, HOLDS, FAILS]),
        (tables(half=(HALF_FULL * 1.3,)), [HOLDS, HOLDS, FAILS]),
        (tables(half=(0.01, 0.2)), [UNDECIDED, HOLDS, FAILS]),
        (tables(overwritten=(0,)), [HOLDS, FAILS, HOLDS]),
        (tables(overwritten=(0, 1)), [HOLDS, UNDECIDED, HOLDS]),
        # Half as many full clusters as by chance, where few are full.
        (tables(tenth=(TENTH_FULL / 2,)), [HOLDS, HOLDS, FAILS]),
        (tables(tenth=(TENTH_FULL / 2, TENTH_FULL * 1.4)), [HOLDS, HOLDS, UNDECIDED]),
        ([], [UNDECIDED, UNDECIDED, UNDECIDED]),
        # Tables of another use than the sentence speaks of say nothing.
        ([Filled(HALF, 0.6, 0.4, None), Filled(TENTH, 0.05, 0.0, 0)], [UNDECIDED, UNDECIDED, UNDECIDED]),
    ],
)
def test_common_overwritten_and_as_chance_has_it(found, verdicts):
    assert [part.verdict for part in judge(found).parts] == verdicts


def test_a_table_is_filled_to_the_use_asked_for():
    nodes, *by_fill = fill(FEN, TENTH, QUICK_HASH_MB)
    used = sum(count * number for count, number in enumerate(by_fill))
    assert is_about(used / (3 * sum(by_fill)), TENTH)
    # Not many, and what was seen is no more than chance may bring.
    assert 0 < overwritten(FEN, nodes, QUICK_HASH_MB) < 3 * overwritten_at(TENTH) * used


def test_a_search_that_is_stopped_earlier_has_overwritten_nothing_in_a_table_far_too_large():
    assert overwritten(FEN, 4_000, 16) == 0
