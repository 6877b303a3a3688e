"""Pawn features: each is worth its weight, and the weights are of a size that a player would believe."""

import chess
import pytest

from evaluated import Pair, difference, module, times, value, weights
from kiebitz.core.evaluation.classical.weights import NUMBERS


def structure(men: str, kings: str = "Kh1 kh8", turn: chess.Color = chess.WHITE) -> Pair:
    """White's (middlegame, endgame) for its pawns: 'Pe4 pd5'."""
    board = chess.Board(None)
    board.turn = turn
    for man in (men + " " + kings).split():
        board.set_piece_at(chess.parse_square(man[1:]), chess.Piece.from_symbol(man[0]))
    return module(board.fen(), "pawn_structure")


def urgency(rank: int) -> int:
    """How much the way of a passed pawn counts on a rank from 1 to 8."""
    return NUMBERS["urgency"].values[rank - 1]


# Black pawns keep the white ones from being passed.
@pytest.mark.parametrize(
    ("men", "features"),
    [
        pytest.param("Pd4 pd7", ("isolated",), id="isolated"),
        pytest.param("Pd4 pe7 pc7", ("isolated", "weak_on_open_file"), id="isolated on an open file"),
        pytest.param("Pd3 Pd4 pd7", ("isolated", "isolated", "doubled"), id="doubled"),
        pytest.param("Pd4 Pe4 pd7 pe7", (("connected", 3), ("connected", 3)), id="phalanx"),
        pytest.param("Pd4 Pe3 pd7 pe7", ("supported", ("connected", 3)), id="supported"),
        pytest.param(
            "Pd4 Pe3 pf5 pd5", ("backward", "weak_on_open_file", "supported", ("connected", 3)), id="backward"
        ),
    ],
)
def test_a_pawn_is_worth_the_sum_of_its_features(men, features):
    assert structure(men) == weights(*features)


@pytest.mark.parametrize(("rank", "least", "most"), [(2, 60, 150), (4, 100, 250), (6, 350, 700), (7, 500, 900)])
def test_a_passed_pawn_in_the_endgame(rank, least, most):
    """On the h-file against two pawns each: from a pawn on rank 2 to more than a rook on rank 7, for it queens."""
    board = chess.Board("3k4/pp6/8/8/8/8/PP6/3K4 w - - 0 1")
    without = value(board.fen())
    board.set_piece_at(chess.square(7, rank - 1), chess.Piece.from_symbol("P"))
    assert least < value(board.fen()) - without < most


@pytest.mark.parametrize("file", "abcdefgh")
def test_a_passed_pawn_is_worth_more_the_farther_it_is(file):
    worths = [structure(f"P{file}{rank}", "Kd1 kd8")[1] for rank in range(2, 7)]
    assert worths == sorted(worths)
    assert 80 < worths[-1] - worths[0] < 600


def test_the_enemy_king_at_the_pawn_makes_it_worth_less():
    """From h8 the king is five steps or more from a6; on b8 two, and its attacks make the way unsafe."""
    far, near = structure("Pa5 nh7", "Kh1 kh8"), structure("Pa5 nh7", "Kh1 kb8")
    nearer = times(weights("passed_enemy_king"), 5 - 2)
    per_urgency = (nearer[0] + weights("passed_safe_path")[0], nearer[1] + weights("passed_safe_path")[1])
    assert difference(far, near) == times(per_urgency, urgency(5))


def test_a_blocked_passed_pawn_is_worth_less():
    free, blocked = structure("Pa6", "Kh1 kh8 nh7"), structure("Pa6", "Kh1 kh8 na7")
    way = weights("passed_free_stop", "passed_safe_stop", "passed_safe_path")
    assert difference(free, blocked) == times(way, urgency(6))
    assert 50 < difference(free, blocked)[1] < 150


def test_a_rook_behind_the_passed_pawn_helps():
    behind, elsewhere = structure("Pa5", "Kh1 kh8 Ra1 rb8"), structure("Pa5", "Kh1 kh8 Rc1 rb8")
    assert difference(behind, elsewhere) == times(weights("passed_defended_stop"), urgency(5))
    attacked = structure("Pa5", "Kh1 kh8 Rc1 ra1")
    assert difference(elsewhere, attacked) == times(weights("passed_safe_stop"), urgency(5))


@pytest.mark.parametrize(("turn", "escapes"), [(chess.WHITE, True), (chess.BLACK, False)])
def test_the_rule_of_the_square(turn, escapes):
    """The pawn on a4 needs four moves; the king on f5 stands outside its square by one step, the one on e5 inside."""
    outside, inside = (structure("Pa4 Ph2 ph7", kings, turn) for kings in ("Kh1 kf5", "Kh1 ke5"))
    step = times(weights("passed_enemy_king"), urgency(4))[1]
    gain = difference(outside, inside)
    assert gain == (0, step + (weights("passed_unstoppable")[1] if escapes else 0))
    assert 200 < weights("passed_unstoppable")[1] < 600
