import chess
import pytest

from kiebitz.engine import position_of
from kiebitz.engine.game_end import GameEnd, game_end

OF_PYTHON_CHESS = {
    chess.Termination.CHECKMATE: GameEnd.CHECKMATE,
    chess.Termination.STALEMATE: GameEnd.STALEMATE,
    chess.Termination.INSUFFICIENT_MATERIAL: GameEnd.INSUFFICIENT_MATERIAL,
}


@pytest.mark.parametrize(
    ("fen", "moves", "end"),
    [
        (chess.STARTING_FEN, "e4", None),
        (chess.STARTING_FEN, "f3 e5 g4 Qh4#", GameEnd.CHECKMATE),
        ("6k1/5ppp/8/8/8/8/8/R5K1 w - - 99 80", "Ra8#", GameEnd.CHECKMATE),
        ("7k/5Q2/8/6K1/8/8/8/8 w - - 0 1", "Kg6", GameEnd.STALEMATE),
        ("4k3/8/8/8/8/8/3p4/4K3 w - - 0 1", "Kxd2", GameEnd.INSUFFICIENT_MATERIAL),
        ("4k3/8/8/8/8/8/8/R3K3 w - - 99 80", "Ra2", GameEnd.FIFTY_MOVES),
        (chess.STARTING_FEN, "Nf3 Nf6 Ng1 Ng8 " * 2, GameEnd.REPETITION),
        (chess.STARTING_FEN, "Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1", None),
    ],
)
def test_the_rules_end_a_game_as_python_chess_has_them(fen, moves, end):
    board = chess.Board(fen)
    for move in moves.split():
        board.push_san(move)
    assert game_end(position_of(board)) is end
    outcome = board.outcome()
    assert (outcome is not None, board.is_repetition(3), board.is_fifty_moves()) == (
        end in OF_PYTHON_CHESS.values(),
        end is GameEnd.REPETITION,
        end is GameEnd.FIFTY_MOVES,
    )
    assert outcome is None or OF_PYTHON_CHESS[outcome.termination] is end
