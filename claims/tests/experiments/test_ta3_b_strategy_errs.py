"""The rule of TA3: errors in one position of twenty, and no more than a ply deeper; and what an error is."""

import pytest

from kiebitz.classroom.board.mailbox import Mailbox
from kiebitz.classroom.board.tartan import Strategy, best_move
from kiebitz_claims.claims.judging import Verdict
from kiebitz_claims.experiments import ta3_b_strategy_errs
from kiebitz_claims.experiments.ta3_b_strategy_errs import PAWN, compare, judge, value_of
from kiebitz_claims.measuring.positions import suite

HOLDS, _, FAILS, UNDECIDED, _ = Verdict


@pytest.mark.parametrize(
    ("errors", "deeper", "verdicts"),
    [
        ((30, 100), [2, 3] * 50, [HOLDS, HOLDS]),
        ((0, 100), [7, 8] * 50, [FAILS, FAILS]),
        ((6, 100), [2, 6] * 5, [UNDECIDED, UNDECIDED]),
        ((30, 100), [7, 8] * 50, [HOLDS, FAILS]),
    ],
)
def test_errors_and_plies(errors, deeper, verdicts):
    judgement = judge({"games": errors, "tactics": (40, 100)}, {"games": deeper, "tactics": [0, 1] * 20}, {})
    assert [part.verdict for part in judgement.parts] == verdicts


def test_the_weakest_kind_of_position_decides():
    judgement = judge({"games": (30, 100), "tactics": (0, 100)}, {"games": [0, 1], "tactics": [0] * 9}, {})
    assert judgement.parts[0].verdict is FAILS


def test_an_error_is_what_the_a_strategy_judges_worse():
    (task,) = (task for task in suite("win_at_chess") if task.name == "WAC.299")
    every, few = (best_move(Mailbox(task.fen), Strategy(2, width)) for width in (None, 5))
    found = compare(task.fen, 2)["5"]
    assert found["moves"][:2] == [str(every.move), str(few.move)]
    assert found["loss"] == abs(every.value - value_of(Mailbox(task.fen), few.move, 2)) > PAWN
    assert found["positions"] == [every.positions, few.positions]


def test_a_position_that_takes_too_many_is_left_out(monkeypatch):
    (task,) = (task for task in suite("win_at_chess") if task.name == "WAC.299")
    positions = compare(task.fen, 2)["5"]["positions"][0]
    monkeypatch.setattr(ta3_b_strategy_errs, "MOST", positions // 2)
    assert compare(task.fen, 2) == {}


def test_the_value_of_the_best_move_is_the_value_of_the_position():
    board = Mailbox("r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5Q2/PPPP1PPP/RNB1K1NR b KQkq - 3 3")
    for depth in (1, 2):
        found = best_move(board, Strategy(depth))
        assert value_of(board, found.move, depth) == found.value
