"""The weighted sum as a whole: its symmetries, its parts, its memory."""

import chess
import pytest
from hypothesis import given

from evaluated import evaluator, taken_apart, value
from kiebitz.core.chess.position import Position
from kiebitz.core.evaluation.breakdown import Evaluation
from kiebitz.core.evaluation.classical.weighted_sum import MODULE_NAMES
from kiebitz.core.value import MAX_EVALUATION
from random_games import choices, few, play, scattered, set_up, starts

START = Position()
FULL_PHASE, FULL_SCALE = 24, 64


def put_together(evaluation: Evaluation) -> int:
    """White's view of the value, from the parts: mixed by phase, scaled and faded, rounded towards zero each time."""
    middlegame, endgame = (
        sum(white[phase] - black[phase] for white, black in evaluation.modules.values()) for phase in range(2)
    )
    value = middlegame * evaluation.phase + endgame * (FULL_PHASE - evaluation.phase)
    sign = 1 if value > 0 else -1
    value = abs(value) // FULL_PHASE * evaluation.scale // FULL_SCALE
    value = value * evaluation.fading[0] // evaluation.fading[1]
    return sign * min(value, MAX_EVALUATION)


def assert_whole(position: Position) -> None:
    evaluation = taken_apart(position)
    assert tuple(evaluation.modules) == MODULE_NAMES
    assert evaluation.total == (1 if position.turn else -1) * put_together(evaluation)


def assert_symmetric(board: chess.Board) -> None:
    """The same value with colours changed, and on the other wing where no castling right tells the wings apart."""
    assert value(set_up(board.mirror())) == value(set_up(board))
    board = board.copy(stack=False)
    board.castling_rights = chess.BB_EMPTY
    board.ep_square = None
    assert value(set_up(board.transform(chess.flip_horizontal))) == value(set_up(board))


@given(scattered())
def test_in_wild_positions_neither_colours_nor_wings_matter_and_the_parts_give_the_value(pair):
    board, position = pair
    assert_symmetric(board)
    assert_whole(position)


@few
@given(starts(), choices)
def test_along_a_game_memory_and_running_sums_change_nothing(board, numbers):
    remembering = evaluator()
    position = set_up(board)
    for _ in play(board, position, numbers):
        position.check_invariants()
        assert remembering.value(position) == value(position) == value(set_up(board))


@few
@given(starts(), choices)
def test_the_parts_give_the_value_of_games(board, numbers):
    position = set_up(board)
    for _ in play(board, position, numbers):
        assert_whole(position)
    assert_symmetric(board)


@pytest.mark.parametrize(
    "fen", ["QQQQQQQQ/QRRNNBB1/8/8/8/8/8/K6k b - - 0 1", "K6k/8/8/8/8/8/qrrnnbb1/qqqqqqqq w - - 0 1"]
)
def test_the_greatest_material_stays_below_known_wins(fen):
    assert -MAX_EVALUATION <= value(fen) < -10_000


def test_at_the_start_only_the_move_counts():
    start = taken_apart(START)
    for name, (white, black) in start.modules.items():
        if name != "tempo":
            assert white == black, name
    assert start.total == start.modules["tempo"][0][0]
