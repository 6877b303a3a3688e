"""The rule of D1: one null move in a hundred overlooks a mate or a pawn, nine of ten are mates, half quiet."""

import chess
import pytest

from kiebitz_claims.claims.judging import Verdict
from kiebitz_claims.experiments.d1_mate_threats_at_the_horizon import (
    FAR,
    QUIET,
    SHARP,
    fallen_short,
    has_quiet_mate_after_pass,
    is_overlooked,
    judge,
)
from kiebitz_claims.measuring.positions import phase_positions, suite

HOLDS, CONDITIONALLY, FAILS, UNDECIDED, _ = Verdict
QUIET_MATE, OTHER_MATE, PAWN, NOISE = (20, -FAR, 1, 1), (20, -FAR, 1, 0), (20, -80, 0, 0), (20, -79, 0, 0)


def counts(*events, null_moves=100, positions=40):
    """Of so many positions: null moves drawn of each, and in turn such searches that fell short."""
    return [(null_moves, list(events[number % len(events)])) for number in range(positions)]


NONE = counts([])
MATES = counts([], [QUIET_MATE])


@pytest.mark.parametrize(
    ("sharp", "quiet", "verdicts"),
    [
        (counts([], [QUIET_MATE], positions=80), counts([], [QUIET_MATE], positions=80), [HOLDS, HOLDS, HOLDS]),
        (counts([PAWN] * 4, [OTHER_MATE] + [PAWN] * 5), MATES, [FAILS, FAILS, FAILS]),
        (counts([], [QUIET_MATE, OTHER_MATE], positions=80), NONE, [UNDECIDED, CONDITIONALLY, UNDECIDED]),
        (counts([OTHER_MATE], [QUIET_MATE], positions=80), NONE, [HOLDS, CONDITIONALLY, UNDECIDED]),
        (
            counts([], [QUIET_MATE], positions=80),
            counts([PAWN] * 4, [OTHER_MATE] + [PAWN] * 5),
            [CONDITIONALLY, CONDITIONALLY, CONDITIONALLY],
        ),
        (counts([NOISE] * 5), counts([NOISE] * 5), [HOLDS, UNDECIDED, UNDECIDED]),
        (NONE, NONE, [HOLDS, UNDECIDED, UNDECIDED]),
        (counts([], null_moves=1, positions=299), NONE, [UNDECIDED, UNDECIDED, UNDECIDED]),
        (counts([], null_moves=1, positions=300), NONE, [HOLDS, UNDECIDED, UNDECIDED]),
        (counts([], null_moves=0), NONE, [UNDECIDED, UNDECIDED, UNDECIDED]),
    ],
)
def test_tactics_decide_and_middlegames_are_the_condition(sharp, quiet, verdicts):
    judgement = judge({SHARP: sharp, QUIET: quiet})
    assert [part.verdict for part in judgement.parts] == verdicts
    assert list(judgement.parts[0].settings) == [SHARP, QUIET]


@pytest.mark.parametrize(("mates", "verdict"), [(1, UNDECIDED), (35, UNDECIDED), (36, HOLDS)])
def test_a_few_mates_do_not_say_that_all_are(mates, verdict):
    """36 are the fewest of which all being mates excludes that one in ten is none."""
    found = [(10_000, [QUIET_MATE]) for _ in range(mates)] + counts([])
    assert judge({SHARP: found}).parts[1].verdict is verdict


def test_less_than_a_pawn_is_told_and_not_counted():
    assert [is_overlooked(event) for event in (QUIET_MATE, OTHER_MATE, PAWN, NOISE)] == [True, True, True, False]
    assert judge({SHARP: counts([PAWN, NOISE]), QUIET: NONE}).parts[0].measured.value == pytest.approx(1.0)


def test_a_quiet_mate_after_a_pass_is_seen():
    """Black threatens Ra1 mate; in the second position only a capture mates, in the third nothing does."""
    assert has_quiet_mate_after_pass(chess.Board("r5k1/8/8/8/8/8/5PPP/6K1 w - - 0 1"))
    assert not has_quiet_mate_after_pass(chess.Board("r5k1/8/8/8/8/8/5PPP/N5K1 w - - 0 1"))
    assert not has_quiet_mate_after_pass(chess.Board("r5k1/8/8/8/8/7P/5PP1/6K1 w - - 0 1"))


def test_events_repeat_and_fit_one_another():
    fen = phase_positions("middlegame")[1].fen
    found = fallen_short(fen, 3, 10)
    assert found == fallen_short(fen, 3, 10)
    assert found[0] == 10


def test_a_mate_is_overlooked_in_a_tactical_position():
    """Of all null moves near the horizon, one at least is refuted by a quiet mate; material is lost or kept besides."""
    drawn, found = fallen_short(suite("win_at_chess", 1)[0].fen, 5, 10_000)
    events = [event for _, _, event in found]
    assert all(value < beta for beta, value, _, _ in events)
    assert all(is_quiet <= is_mated for *_, is_mated, is_quiet in events)
    assert 1 <= sum(is_quiet for *_, is_quiet in events) <= len(events) < drawn
