"""The motif is what Donninger's example says: an immobile rook, a bishop that sees it, an unprotected pawn between."""

import chess
import pytest

from kiebitz.engine import position_of
from kiebitz_claims.measuring.long_diagonal import COMING, FORMS, PRINTED, with_motif
from kiebitz_claims.measuring.positions import championship_positions


def motifs(form):
    found = [with_motif(sample, form) for sample in championship_positions("middlegame")]
    return [chess.Board(sample.fen) for sample in found if sample is not None]


@pytest.mark.check
@pytest.mark.parametrize("form", FORMS)
def test_the_rook_cannot_move_and_white_is_a_piece_up(form):
    boards = motifs(form)
    assert len(boards) > 40
    values = {chess.PAWN: 1, chess.KNIGHT: 3, chess.BISHOP: 3, chess.ROOK: 5, chess.QUEEN: 9, chess.KING: 0}
    for board in boards:
        assert board.is_valid()
        assert not board.is_check()
        position_of(board)  # refuses more pieces than pawns could have become
        white, black = (
            sum(values[kind] * len(board.pieces(kind, colour)) for kind in chess.PIECE_TYPES) for colour in chess.COLORS
        )
        assert 3 <= white - black <= 5
        board.turn = chess.WHITE
        assert not any(move.from_square == chess.A1 for move in board.generate_pseudo_legal_moves())


@pytest.mark.check
def test_the_bishop_attacks_the_rook_and_the_pawn_that_can_come_between_is_lost():
    for board in motifs(PRINTED):
        assert chess.G7 in board.attackers(chess.BLACK, chess.A1)
        move = chess.Move.from_uci("d2d4")
        assert move in board.pseudo_legal_moves
        board.push(move)
        assert chess.G7 in board.attackers(chess.BLACK, chess.D4)
        assert chess.G7 not in board.attackers(chess.BLACK, chess.A1)
        assert not board.attackers(chess.WHITE, chess.D4)


@pytest.mark.check
def test_the_bishop_comes_to_attack_the_unprotected_pawn():
    for board in motifs(COMING):
        assert board.turn == chess.BLACK
        board.push_uci("f8g7")
        assert chess.G7 in board.attackers(chess.BLACK, chess.D4)
        assert not board.attackers(chess.WHITE, chess.D4)


@pytest.mark.check
def test_a_king_in_the_way_leaves_no_position():
    (sample,) = championship_positions("middlegame", slice(1))
    board = chess.Board("4k3/8/8/8/3K4/8/8/7R w - - 0 1")
    assert with_motif(type(sample)("a king on d4", board.fen()), PRINTED) is None
