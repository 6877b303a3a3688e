"""Pawn features, each shown by two positions that differ in it."""

import chess
import pytest

from kiebitz.core.chess.position import Position
from kiebitz.core.evaluation.classical.weighted_sum import evaluate_position, explain


def structure(pawns: str, kings: str = "Kh1 kh8") -> tuple[int, int]:
    """White's (middlegame, endgame) for pawns: 'Pe4 pd5'."""
    board = chess.Board(None)
    for man in (pawns + " " + kings).split():
        board.set_piece_at(chess.parse_square(man[1:]), chess.Piece.from_symbol(man[0]))
    return explain(Position(board.fen()))["pawn_structure"][0]


# Black pawns on a7 and h7 and such keep the white ones from being passed.
@pytest.mark.parametrize(
    ("better", "worse"),
    [
        pytest.param("Pd4 Pe4 pd7 pe7", "Pd4 Pg4 pd7 pg7", id="isolated"),
        pytest.param("Pd3 Pe3 pd7 pe7", "Pd3 Pd4 pd7 pe7", id="doubled"),
        pytest.param("Pd4 Pe4 pd7 pe6", "Pd4 Pe3 pd6 pd5", id="backward"),
        pytest.param("Pd4 Pe3 pd7 pe7", "Pd4 Pe2 pd7 pe7", id="supported"),
        pytest.param("Pd4 Pe4 pd7 pe7", "Pd4 Pe2 pd7 pe7", id="phalanx"),
        pytest.param("Pd4 pd3", "Pd4 pd7", id="passed"),
    ],
)
def test_better_and_worse_pawns(better, worse):
    good, bad = structure(better), structure(worse)
    assert good[0] > bad[0]
    assert good[1] > bad[1]


def test_an_isolated_pawn_is_weaker_on_an_open_file():
    assert structure("Pd4 pe7 pd7") > structure("Pd4 pe7 pc7")


@pytest.mark.parametrize("file", "abcdefgh")
def test_a_passed_pawn_is_worth_more_the_farther_it_is(file):
    values = [structure(f"P{file}{rank}", "Kd1 kd8") for rank in range(2, 7)]
    assert [pair[1] for pair in values] == sorted(pair[1] for pair in values)
    totals = []
    for rank in range(2, 8):
        board = chess.Board("3k4/pp6/8/8/8/8/PP6/3K4 w - - 0 1")
        board.set_piece_at(chess.square("abcdefgh".index("h"), rank - 1), chess.Piece.from_symbol("P"))
        totals.append(evaluate_position(Position(board.fen())))
    assert totals == sorted(totals)
    assert len(set(totals)) == len(totals)


def test_the_enemy_king_at_the_pawn_makes_it_worth_less():
    assert structure("Pa5", "Kh1 kh8")[1] > structure("Pa5", "Kh1 kb8")[1]


def test_a_blocked_passed_pawn_is_worth_less():
    assert structure("Pa6", "Kh1 kh8 na7")[1] < structure("Pa6", "Kh1 kh8 nh7")[1]


def test_a_rook_behind_the_passed_pawn_helps():
    behind, elsewhere = structure("Pa5", "Kh1 kh8 Ra1 rb8"), structure("Pa5", "Kh1 kh8 Rc1 rb8")
    assert behind[1] > elsewhere[1]
    assert structure("Pa5", "Kh1 kh8 Rc1 ra1")[1] < elsewhere[1]


@pytest.mark.parametrize(("turn", "escapes"), [("w", True), ("b", False)])
def test_the_rule_of_the_square(turn, escapes):
    """The pawn on a4 needs four moves; the king on f5 stands outside its square by one step."""
    with_pawns = explain(Position(f"8/7p/8/5k2/P7/8/7P/7K {turn} - - 0 1"))["pawn_structure"][0][1]
    in_the_square = explain(Position(f"8/7p/8/4k3/P7/8/7P/7K {turn} - - 0 1"))["pawn_structure"][0][1]
    assert (with_pawns - in_the_square > 200) == escapes
