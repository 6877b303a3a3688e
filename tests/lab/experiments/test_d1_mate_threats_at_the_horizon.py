"""The rule of D1: one null move in a hundred wrong at most, nine of ten of these by mates, half of them quiet ones."""

import chess
import pytest

from kiebitz.lab.claims.judging import Verdict
from kiebitz.lab.experiments.d1_mate_threats_at_the_horizon import (
    QUIET,
    SHARP,
    has_quiet_mate_after_pass,
    judge,
    overlooked,
)
from kiebitz.lab.measuring.positions import phase_positions, suite

HOLDS, CONDITIONALLY, FAILS, UNDECIDED, _ = Verdict


def counts(wrong, mates, quiet, positions=40):
    """Of so many positions: a hundred null moves each, of which in turn so many are wrong, mates, and quiet ones."""
    return [(100, wrong[number % 2], mates[number % 2], quiet[number % 2]) for number in range(positions)]


NONE = counts((0, 0), (0, 0), (0, 0))


@pytest.mark.parametrize(
    ("sharp", "quiet", "verdicts"),
    [
        (counts((0, 1), (0, 1), (0, 1)), counts((0, 1), (0, 1), (0, 1)), [HOLDS, HOLDS, HOLDS]),
        (counts((4, 6), (1, 1), (0, 0)), counts((0, 1), (0, 1), (0, 1)), [FAILS, FAILS, FAILS]),
        (counts((0, 2), (0, 2), (0, 1)), NONE, [UNDECIDED, CONDITIONALLY, CONDITIONALLY]),
        (counts((1, 1), (1, 1), (0, 1)), NONE, [HOLDS, CONDITIONALLY, UNDECIDED]),
        (counts((0, 1), (0, 1), (0, 1)), counts((4, 6), (0, 1), (0, 0)), [CONDITIONALLY] * 3),
        (NONE, NONE, [HOLDS, UNDECIDED, UNDECIDED]),
        ([(0, 0, 0, 0)] * 3, NONE, [UNDECIDED, UNDECIDED, UNDECIDED]),
    ],
)
def test_tactics_decide_and_middlegames_are_the_condition(sharp, quiet, verdicts):
    judgement = judge({SHARP: sharp, QUIET: quiet})
    assert [part.verdict for part in judgement.parts] == verdicts
    assert list(judgement.parts[0].settings) == [SHARP, QUIET]


def test_a_quiet_mate_after_a_pass_is_seen():
    """Black threatens Ra1 mate; in the second position only a capture mates, in the third nothing does."""
    assert has_quiet_mate_after_pass(chess.Board("r5k1/8/8/8/8/8/5PPP/6K1 w - - 0 1"))
    assert not has_quiet_mate_after_pass(chess.Board("r5k1/8/8/8/8/8/5PPP/N5K1 w - - 0 1"))
    assert not has_quiet_mate_after_pass(chess.Board("r5k1/8/8/8/8/7P/5PP1/6K1 w - - 0 1"))


def test_counts_repeat_and_fit_one_another():
    fen = phase_positions("middlegame")[1].fen
    found = overlooked(fen, 3, 10)
    assert found == overlooked(fen, 3, 10)
    drawn, wrong, mates, quiet = found
    assert 0 <= quiet <= mates <= wrong <= drawn == 10


def test_a_mate_is_overlooked_in_a_tactical_position():
    """Of all null moves near the horizon, one at least is refuted by a quiet mate; material is lost or kept besides."""
    drawn, wrong, mates, quiet = overlooked(suite("win_at_chess", 1)[0].fen, 5, 10_000)
    assert 1 <= quiet <= mates <= wrong < drawn
