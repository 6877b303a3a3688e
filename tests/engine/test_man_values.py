import chess
import pytest

from kiebitz.engine import FULL_PHASE, Engine
from kiebitz.engine.man_values import man_values

# With five pawns a knight and a rook have just their plain value.
FIVE_PAWNS = "4k3/8/8/8/8/8/PPPPP3/4K3 w - - 0 1"


@pytest.mark.parametrize("man", "PNBRQ")
def test_a_man_is_worth_what_the_evaluation_counts_for_him(man):
    board = chess.Board(FIVE_PAWNS)
    with Engine(hash_mb=1, era="classical") as engine:
        without = engine.evaluate(board).modules["piece_values"][0]
        board.set_piece_at(chess.D4, chess.Piece.from_symbol(man))
        middlegame, endgame = engine.evaluate(board).modules["piece_values"][0]
    assert (man_values(FULL_PHASE)[man], man_values(0)[man]) == (middlegame - without[0], endgame - without[1])


def test_values_are_mixed_by_phase():
    late, early = man_values(0), man_values(FULL_PHASE)
    halfway = man_values(FULL_PHASE // 2)
    assert list(halfway) == ["P", "N", "B", "R", "Q"]
    assert all(halfway[man] == (late[man] + early[man]) // 2 for man in halfway)
    with pytest.raises(ValueError, match="25"):
        man_values(25)
