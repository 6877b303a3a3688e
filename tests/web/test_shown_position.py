import chess
import pytest

from kiebitz.web.shown_position import shown_position

CASTLING_960 = "1rk2r2/pppppppp/8/8/8/8/PPPPPPPP/1RK2R2 w FBfb - 0 1"


def shown_after(*moves, fen=chess.STARTING_FEN):
    board = chess.Board(fen, chess960=fen == CASTLING_960)
    for move in moves:
        board.push_san(move)
    return shown_position(board, 7)


def test_a_board_is_told_all_that_it_shows():
    shown = shown_after("e4", "e5", "Nf3", "Nc6", "Bb5")
    assert (shown.node, shown.turn, shown.last, shown.check, shown.outcome) == (7, "b", ["f1", "b5"], "", "")
    assert shown.opening == "C60 Ruy Lopez"
    assert {row[0] for row in shown.legal} == {move.uci() for move in chess.Board(shown.fen).legal_moves}


def test_check_and_mate_are_told():
    shown = shown_after("f3", "e5", "g4", "Qh4#")
    assert (shown.check, shown.outcome, shown.legal) == ("e1", "checkmate", [])


@pytest.mark.parametrize(
    ("fen", "castling", "squares"),
    [
        ("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "e1g1", [["e1", "g1"], ["e1", "h1"]]),
        ("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "e1c1", [["e1", "c1"], ["e1", "a1"]]),
        (CASTLING_960, "c1f1", [["c1", "f1"], ["c1", "g1"]]),
        # On this side the king stands where it castles to: only the rook can be aimed at.
        (CASTLING_960, "c1b1", [["c1", "b1"]]),
    ],
)
def test_castling_can_be_aimed_at_king_s_square_and_rook(fen, castling, squares):
    assert [row[1:] for row in shown_after(fen=fen).legal if row[0] == castling] == squares
