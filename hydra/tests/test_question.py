import chess
import pytest

from kiebitz_hydra.question import EMPTY_SQUARE, NotForHardwareError, question_of


def test_what_is_asked():
    board = chess.Board("4k2r/8/8/8/3Pp3/8/8/R3K3 b Qk d3 0 1")
    question = question_of(board, 3, -10, 20)
    assert set(question.men) == {
        (chess.A1, chess.ROOK, False),
        (chess.E1, chess.KING, False),
        (chess.D4, chess.PAWN, False),
        (chess.E4, chess.PAWN, True),
        (chess.H8, chess.ROOK, True),
        (chess.E8, chess.KING, True),
    }
    assert (question.black, question.rights, question.en_passant) == (True, 0b0110, chess.D3)
    assert (question.depth, question.alpha, question.beta, question.perft) == (3, -10, 20, False)
    assert question_of(chess.Board(), 1).rights == 0b1111
    assert question_of(chess.Board(), 1).en_passant == EMPTY_SQUARE


@pytest.mark.parametrize("number", [0, 300, 959])
def test_chess960_castles_elsewhere(number):
    with pytest.raises(NotForHardwareError, match="castles from e1 and e8"):
        question_of(chess.Board.from_chess960_pos(number), 1)


def test_without_rights_it_may_start_anywhere():
    board = chess.Board.from_chess960_pos(0)
    board.castling_rights = 0
    assert len(question_of(board, 1).men) == 32
