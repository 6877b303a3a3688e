"""The weighted sum as a whole: its symmetries, its parts, its memory."""

from itertools import pairwise

import chess
import pytest
from hypothesis import given

from kiebitz.core.chess.position import Position
from kiebitz.core.evaluation.classical.weighted_sum import (
    MODULE_NAMES,
    Evaluator,
    break_down,
    evaluate_position,
    explain,
    phase_of,
)
from random_games import choices, play, scattered, set_up, starts

LIMIT = 20_000
START = Position()


def assert_symmetric(board: chess.Board) -> None:
    """The same value with colours changed, and on the other wing where no castling right tells the wings apart."""
    value = evaluate_position(set_up(board))
    assert abs(value) < LIMIT
    assert evaluate_position(set_up(board.mirror())) == value
    board = board.copy(stack=False)
    board.castling_rights = chess.BB_EMPTY
    board.ep_square = None
    value = evaluate_position(set_up(board))
    assert evaluate_position(set_up(board.transform(chess.flip_horizontal))) == value


@given(starts(), choices)
def test_neither_colours_nor_wings_matter(board, numbers):
    position = set_up(board)
    for _ in play(board, position, numbers):
        pass
    assert_symmetric(board)


@given(scattered())
def test_neither_colours_nor_wings_matter_in_wild_positions(pair):
    assert_symmetric(pair[0])


@given(starts(), choices)
def test_along_a_game_memory_and_running_sums_change_nothing(board, numbers):
    evaluator = Evaluator()
    position = set_up(board)
    for _ in play(board, position, numbers):
        position.check_invariants()
        value = evaluator.value(position)
        assert value == evaluate_position(position) == evaluator.value(position)
        assert value == evaluate_position(set_up(board))


@given(starts(), choices)
def test_the_parts_give_the_value(board, numbers):
    position = set_up(board)
    for _ in play(board, position, numbers):
        breakdown = break_down(position)
        assert breakdown.total == breakdown.weighted_sum() == evaluate_position(position)
        assert breakdown.phase == phase_of(position)
        assert tuple(breakdown.modules) == MODULE_NAMES
        assert explain(position) == breakdown.modules


@given(scattered())
def test_the_parts_give_the_value_in_wild_positions(pair):
    breakdown = break_down(pair[1])
    assert breakdown.total == breakdown.weighted_sum()


@pytest.mark.parametrize(
    "fen",
    [
        "QQQQQQQQ/QRRNNBB1/8/8/8/8/8/K6k b - - 0 1",
        "K6k/8/8/8/8/8/qrrnnbb1/qqqqqqqq w - - 0 1",
    ],
)
def test_the_greatest_material_stays_below_the_mate_scores(fen):
    assert 10_000 < abs(evaluate_position(Position(fen))) < LIMIT


def test_the_evaluation_leaves_the_position_alone():
    position = Position()
    Evaluator().value(position)
    position.check_invariants()
    assert position.fen() == START.fen()


def test_at_the_start_only_the_move_counts():
    modules = explain(START)
    for name, (white, black) in modules.items():
        if name != "tempo":
            assert white == black, name
    assert evaluate_position(START) == modules["tempo"][0][0]


def test_a_man_less_is_a_loss():
    """Each man of White's start position taken off costs White something, the dearer the man the more."""
    losses: dict[int, list[int]] = {}
    for square in chess.SquareSet(chess.BB_RANK_1 | chess.BB_RANK_2):
        board = chess.Board()
        piece = board.remove_piece_at(square)
        if piece is not None and piece.piece_type != chess.KING:
            loss = evaluate_position(START) - evaluate_position(Position(board.fen()))
            losses.setdefault(piece.piece_type, []).append(loss)
    order = [losses[kind] for kind in (chess.PAWN, chess.KNIGHT, chess.ROOK, chess.QUEEN)]
    assert min(order[0]) > 0
    for cheaper, dearer in pairwise(order):
        assert max(cheaper) < min(dearer)
