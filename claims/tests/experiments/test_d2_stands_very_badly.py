"""The rule of D2: nine of ten null moves of who stands very badly fail, and leaving them out saves nodes."""

import pytest

from kiebitz_claims.claims.judging import Verdict
from kiebitz_claims.experiments.d2_stands_very_badly import EVERYBODY, PLIES, after_moves, count, judge
from kiebitz_claims.measuring.positions import phase_positions

HOLDS, _, FAILS, UNDECIDED, _ = Verdict


def counts(share, saved, scatter=1, badly=1000):
    """Of sixty positions: how many of a thousand such null moves fail, and the nodes left of ten thousand.

    A thousand nodes more lie below null moves near the horizon.
    """
    return {
        f"game {number}": (
            badly,
            round(badly * share) + scatter * (number % 3 - 1),
            *(300, 299),
            *(500, 100),
            *(11_000, 1_000, round(10_000 * saved) + 10 * scatter * (number % 3 - 1)),
        )
        for number in range(60)
    }


@pytest.mark.parametrize(
    ("found", "verdicts"),
    [
        (counts(0.97, 0.9), [HOLDS, HOLDS]),
        (counts(0.5, 0.9), [FAILS, HOLDS]),
        (counts(0.97, 1.05), [HOLDS, FAILS]),
        (counts(0.9, 1.0, scatter=9), [UNDECIDED, UNDECIDED]),
        (counts(1, 0.9, scatter=0), [HOLDS, HOLDS]),
        (counts(0, 0.9, scatter=0, badly=0), [UNDECIDED, HOLDS]),
    ],
)
def test_in_vain_and_saved(found, verdicts):
    """What lies below null moves near the horizon is no saving, or 1.05 would be one."""
    assert [part.verdict for part in judge(found).parts] == verdicts


def test_figures_near_the_end_of_the_range_keep_their_digits():
    found = counts(1, 0.9, scatter=0)
    assert judge(found).parts[0].figures == "100 (95 to 100) %"
    found["game 0"] = (1000, 998, *found["game 0"][2:])
    assert judge(found).parts[0].figures == "99.9967 (99.9900 to 100.0000) %"


def test_null_moves_are_counted_by_how_badly_one_stands_and_how_deep():
    fen = phase_positions("middlegame", 1)[0].fen
    badly, failed, near, near_failed, others, others_failed, everybody, below, with_exception = count(fen, 6)
    assert 0 < failed <= badly
    assert 0 < near_failed == near <= below < everybody
    assert 0 < others_failed <= others
    assert 0 < with_exception != everybody
    shallow = count(fen, 3)
    assert shallow[0] == shallow[1] == 0 < shallow[2]
    assert EVERYBODY > 1000


def test_a_position_of_each_game_after_twelve_moves():
    samples = after_moves()
    assert len(dict(samples)) == 60
    assert all(int(fen.split()[-1]) >= PLIES // 2 + 1 for _, fen in samples)
