"""Draws are worth nothing, known wins lead to mate, and thin advantages count less."""

import chess
import pytest

from evaluated import Pair, difference, module, taken_apart, times, value, weights
from kiebitz.core.evaluation.classical.weights import NUMBERS

FULL_SCALE = 64


def number(name: str) -> int:
    return NUMBERS[f"scale_{name}"].values[0]


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
        pytest.param("k7/8/8/8/P7/P7/8/K4B2 w - - 0 1", id="right bishop"),
    ],
)
def test_what_can_be_won_is_worth_much(fen):
    assert 300 < value(fen) < 2_000


def bonus(board: chess.Board) -> Pair:
    """What White gets for a known win."""
    return module(board.fen(), "special_cases")


@pytest.mark.parametrize(
    ("men", "squares"),
    [("KQk", (chess.B4, chess.H1)), ("KRk", (chess.B4, chess.H1)), ("KBBk", (chess.B4, chess.G1, chess.H1))],
)
@pytest.mark.parametrize(("king", "from_centre"), [(chess.E5, 0), (chess.F6, 2), (chess.F7, 3), (chess.G8, 5)])
def test_the_lone_king_is_driven_to_the_rim(men, squares, king, from_centre):
    rim = times(weights("mop_up_rim"), from_centre)
    kings = times(weights("mop_up_kings"), 7 - chess.square_distance(squares[0], king))
    assert bonus(placed(men, *squares, king)) == tuple(map(sum, zip(weights("known_win"), rim, kings, strict=True)))


def test_bishop_and_knight_drive_to_the_bishops_corner():
    # A light-squared bishop mates on a8 or h1; from h8 it is seven steps to either.
    right = placed("KBNk", chess.C6, chess.D3, chess.C5, chess.A8)
    wrong = placed("KBNk", chess.F6, chess.D3, chess.F5, chess.H8)
    assert difference(bonus(right), bonus(wrong)) == times(weights("mop_up_corner"), 7)


WALL = "1p1p1p1p/pPpPpPpP/P1P1P1P1"


@pytest.mark.parametrize(
    ("fen", "scale"),
    [
        pytest.param("8/5kn1/8/8/8/5K2/8/1R6", number("pawnless_minor"), id="rook against knight"),
        pytest.param("6r1/5k2/8/8/8/5K2/6N1/1R6", number("pawnless_more"), id="rook and knight against rook"),
        pytest.param("8/5kp1/8/8/8/5K2/4NN2/8", number("two_knights"), id="two knights against a pawn"),
        # Rook against knight with two pawns; opposite bishops with one passed pawn; these and rooks.
        ("8/5kn1/6p1/8/8/5KP1/6P1/1R6", number("pawns_base") + 2 * number("pawns_step")),
        ("8/4bk2/6p1/8/8/1P3KP1/1P2B3/8", number("opposite_base") + number("opposite_passed")),
        ("5r2/4bk2/6p1/8/8/1P3KP1/1P2B3/5R2", number("opposite_pieces_base") + number("opposite_pieces_step")),
        pytest.param("8/5k2/6p1/8/8/5KP1/6P1/1R6", FULL_SCALE, id="a rook ahead"),
        pytest.param(f"3kb3/8/8/{WALL}/8/2BQK3", number("walled_off"), id="a wall"),
        pytest.param(f"2bqk3/8/{WALL}/8/8/3KB3", number("walled_off"), id="a wall, Black ahead"),
        pytest.param(f"3kb3/8/8/{WALL}/8/2NQK3", FULL_SCALE, id="a knight leaps over the wall"),
        pytest.param(f"3kb3/8/Q7/{WALL}/8/2B1K3", FULL_SCALE, id="a queen beyond the wall"),
        pytest.param("3kb3/8/8/1p1p1p2/pPpPpP2/P1P1P3/8/2BQK3", FULL_SCALE, id="a wall that ends"),
        pytest.param("3kb3/8/8/1p1p1p2/pPpPpPpp/P1P1P1PP/8/2BQK3", FULL_SCALE, id="a pawn that can take"),
        pytest.param("3kb3/8/7p/1p1p1p1P/pPpPpPp1/P1P1P1P1/8/2BQK3", FULL_SCALE, id="a gap in the wall"),
    ],
)
def test_drawish_material_is_scaled_down(fen, scale):
    assert taken_apart(f"{fen} w - - 0 1").scale == scale


@pytest.mark.parametrize(("plies", "left"), [(0, 176), (12, 176), (13, 175), (40, 148), (99, 89), (188, 0), (300, 0)])
def test_the_value_fades_with_the_fifty_moves(plies, left):
    fresh, faded = (taken_apart(f"8/8/4k2p/8/8/3K3P/8/6R1 w - - {count} 80") for count in (0, plies))
    assert faded.fading == (left, 176)
    assert faded.total == fresh.total * left // 176
