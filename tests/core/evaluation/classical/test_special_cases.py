"""Draws are worth nothing, known wins lead to mate, and thin advantages count less."""

import chess
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kiebitz.core.chess.position import Position
from kiebitz.core.evaluation.classical.weighted_sum import break_down, evaluate_position


def value(fen: str) -> int:
    return evaluate_position(Position(fen))


def placed(men: str, *squares: int) -> chess.Board:
    board = chess.Board(None)
    board.set_piece_map({square: chess.Piece.from_symbol(man) for man, square in zip(men, squares, strict=True)})
    return board


@pytest.mark.parametrize(
    "fen",
    [
        pytest.param("8/8/4k3/8/8/3K4/8/8 w - - 0 1", id="bare kings"),
        pytest.param("8/8/4k3/8/8/3K4/8/6N1 w - - 0 1", id="knight"),
        pytest.param("8/8/4k3/8/8/3K4/8/6B1 b - - 0 1", id="bishop"),
        pytest.param("8/8/4k3/8/8/3K4/8/5NN1 w - - 0 1", id="two knights"),
        pytest.param("8/8/4k3/8/8/3K4/8/B5B1 b - - 0 1", id="bishops of one colour"),
        pytest.param("8/8/4k1b1/8/8/3K4/8/6N1 w - - 0 1", id="bishop against knight"),
        pytest.param("8/8/8/4k3/8/4K3/4P3/8 w - - 0 1", id="no opposition"),
        pytest.param("k7/8/8/8/8/8/P7/K7 w - - 0 1", id="rook's pawn"),
        pytest.param("k7/8/8/8/P7/P7/8/K1B5 w - - 0 1", id="wrong bishop"),
        pytest.param("8/8/8/8/8/p7/8/K1k2b2 b - - 0 1", id="wrong bishop, black"),
    ],
)
def test_what_cannot_be_won_is_worth_nothing(fen):
    assert value(fen) == 0


@pytest.mark.parametrize(
    "fen",
    [
        pytest.param("8/8/4k3/8/8/3K4/8/B6B w - - 0 1", id="bishop pair"),
        pytest.param("8/8/4k3/8/8/3K4/8/5NNN w - - 0 1", id="three knights"),
        pytest.param("8/8/4k3/8/8/4K3/4P3/8 w - - 0 1", id="opposition"),
        pytest.param("8/8/4k3/8/8/3K4/8/4N1B1 w - - 0 1", id="bishop and knight"),
    ],
)
def test_what_can_be_won_is_worth_much(fen):
    assert value(fen) > 300


def test_the_bishop_of_the_right_colour_wins():
    assert value("k7/8/8/8/P7/P7/8/K4B2 w - - 0 1") > 300


@pytest.mark.parametrize("men", ["KQk", "KRk", "KBBk"])
def test_the_lone_king_is_driven_to_the_rim(men):
    squares = {"KQk": (chess.B4, chess.H1), "KRk": (chess.B4, chess.H1), "KBBk": (chess.B4, chess.G1, chess.H1)}[men]
    way = [chess.E5, chess.F6, chess.F7, chess.G8]
    # The own king keeps its distance: only the rim counts.
    values = [special_bonus(placed(men, *squares, king)) for king in way]
    assert values == sorted(values)
    assert values[0] < values[-1]


def special_bonus(board: chess.Board) -> int:
    """The endgame bonus of White, the kings' distance taken out."""
    distance = chess.square_distance(board.king(chess.WHITE), board.king(chess.BLACK))
    return break_down(Position(board.fen())).modules["special_cases"][0][1] + 6 * distance


def test_the_kings_approach():
    bonuses = [
        break_down(Position(placed("KRk", king, chess.B2, chess.H5).fen())).modules["special_cases"][0][1]
        for king in (chess.A1, chess.C1, chess.E4, chess.F5)
    ]
    assert bonuses == sorted(bonuses)
    assert len(set(bonuses)) == len(bonuses)


def test_bishop_and_knight_drive_to_the_bishops_corner():
    # A light-squared bishop mates on a8 or h1.
    right = placed("KBNk", chess.C6, chess.D3, chess.C5, chess.A8)
    wrong = placed("KBNk", chess.F6, chess.D3, chess.F5, chess.H8)
    assert special_bonus(right) > special_bonus(wrong) + 100


def test_a_known_win_is_worth_more_than_its_material():
    assert value("8/8/4k3/8/8/3K4/8/6R1 w - - 0 1") > value("8/8/4k2p/8/8/3K3P/8/6R1 w - - 0 1")


@pytest.mark.parametrize(
    ("plain", "scaled"),
    [
        # Rook against knight; without pawns it is drawn.
        ("8/5kn1/6p1/8/8/5KP1/6P1/1R6 w - - 0 1", "8/5kn1/8/8/8/5K2/8/1R6 w - - 0 1"),
        # Two pawns more; with opposite bishops it is often drawn.
        ("8/4bk2/6p1/8/8/1P3KP1/1P3B2/8 w - - 0 1", "8/4bk2/6p1/8/8/1P3KP1/1P2B3/8 w - - 0 1"),
    ],
)
def test_drawish_material_is_scaled_down(plain, scaled):
    assert value(scaled) < value(plain)
    assert break_down(Position(scaled)).scale < 64


def test_the_value_fades_with_the_fifty_moves():
    values = [value(f"8/8/4k2p/8/8/3K3P/8/6R1 w - - {plies} 80") for plies in (0, 40, 70, 99)]
    assert values == sorted(values, reverse=True)
    assert values[-1] < 0.6 * values[0]


@given(st.integers(0, 150))
def test_the_fading_never_turns_the_value(plies):
    assert value(f"8/8/4k2p/8/8/3K3P/8/6R1 w - - {plies} 80") >= 0
