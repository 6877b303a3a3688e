"""The rule of D2: nine of ten null moves of who stands very badly fail, and leaving them out saves nodes."""

import pytest

from kiebitz.lab.claims.judging import Verdict
from kiebitz.lab.experiments.d2_stands_very_badly import EVERYBODY, count, judge

HOLDS, _, FAILS, UNDECIDED, _ = Verdict


def counts(share, saved, scatter=1, badly=100):
    """Of twelve positions: how many of a hundred such null moves fail, and the nodes left of ten thousand."""
    return {
        f"game {number}": (
            badly,
            round(badly * share) + scatter * (number % 3 - 1),
            500,
            100,
            10_000,
            round(10_000 * saved) + 10 * scatter * (number % 3 - 1),
        )
        for number in range(12)
    }


@pytest.mark.parametrize(
    ("found", "verdicts"),
    [
        (counts(0.97, 0.9), [HOLDS, HOLDS]),
        (counts(0.5, 0.9), [FAILS, HOLDS]),
        (counts(0.97, 1.1), [HOLDS, FAILS]),
        (counts(0.9, 1.0, scatter=9), [UNDECIDED, UNDECIDED]),
        (counts(0, 0.9, scatter=0, badly=0), [UNDECIDED, HOLDS]),
    ],
)
def test_in_vain_and_saved(found, verdicts):
    judgement = judge(found)
    assert [part.verdict for part in judgement.parts] == verdicts
    assert judgement.remark == "Of the other null moves 20% failed."


def test_null_moves_are_counted_by_how_badly_one_stands():
    """White is a queen down, so that most of its null moves are of one who stands very badly."""
    fen = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNB1KBNR w KQkq - 0 1"
    badly, failed, others, others_failed, everybody, with_exception = count(fen, 3)
    assert 0 <= failed <= badly
    assert 0 < others_failed <= others
    assert 0 < with_exception <= everybody
    assert count(fen, 3) == [badly, failed, others, others_failed, everybody, with_exception]
    assert EVERYBODY > 1000
