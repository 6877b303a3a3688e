"""A kept evaluation says what an engine's does, of whatever is a position."""

import chess
import numpy as np
import pytest

import kiebitz
from kiebitz.engine import position_from
from sources import ROOT

MATE = "6k1/5ppp/8/8/8/8/8/R6K w - - 0 1"
STRAYED = "7k/5K2/4R3/8/8/8/8/8 w KQ - 0 1"


@pytest.mark.check
@pytest.mark.parametrize("options", [{}, {"era": "classical"}, {"era": "tartan"}])
def test_values_are_those_of_an_engine(options):
    game = next(kiebitz.read_games(ROOT / "examples" / "kasparov-deep-blue-1997.pgn"))
    boards = list(game.boards)
    evaluator = kiebitz.Evaluator(**options)
    with kiebitz.Engine(**options) as engine:
        expected = [engine.evaluate(board).total for board in boards]
    assert [evaluator.value(board) for board in boards] == expected
    assert evaluator.values(boards).tolist() == expected
    assert evaluator.values([board.fen() for board in boards]).tolist() == expected
    assert evaluator.break_down(boards[20]).total == expected[20]


def test_every_kind_of_position():
    evaluator = kiebitz.Evaluator()
    kinds = ("startpos", chess.STARTING_FEN, chess.Board(), kiebitz.Board(), position_from())
    assert len({evaluator.value(board) for board in kinds}) == 1
    values = evaluator.values([MATE, chess.Board(MATE), *kinds])
    assert values.dtype == np.int32
    assert values.tolist()[:2] == [evaluator.value(MATE)] * 2
    assert len(evaluator.values([])) == 0
    with pytest.warns(kiebitz.FenWarning):
        assert evaluator.values([STRAYED])[0] == evaluator.value(STRAYED.replace("KQ", "-"))


def test_what_is_no_position_is_refused():
    evaluator = kiebitz.Evaluator()
    for board, error in (("nonsense", kiebitz.FenError), (7, TypeError), (None, TypeError)):
        with pytest.raises(error):
            evaluator.value(board)
        with pytest.raises(error):
            evaluator.values([MATE, board])
    with pytest.raises(kiebitz.OptionError):
        kiebitz.Evaluator(colour=1)
