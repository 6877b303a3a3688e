"""What is called a dead draw is one: tablebases say so, and searches end there."""

import random

import chess
import chess.syzygy
import pytest

from kiebitz import Engine, Limit
from kiebitz.core.chess.dead_draw import is_dead
from kiebitz.core.syzygy.shipped import SHIPPED
from kiebitz.engine import Position
from sources import DATA

POSITIONS = 800


def drawn_positions(rng, men):
    """Legal positions with these men, by lot."""
    while True:
        board = chess.Board(None)
        for man, square in zip(men, rng.sample(chess.SQUARES, len(men)), strict=True):
            board.set_piece_at(square, chess.Piece.from_symbol(man))
        board.turn = rng.random() < 0.5
        if board.is_valid():
            yield board


@pytest.mark.parametrize("men", ["KPk", "KBPk"])
def test_tablebases_agree(men):
    boards = drawn_positions(random.Random(44), men)
    dead = 0
    with chess.syzygy.open_tablebase(str(DATA / "syzygy")) as tables:
        tables.add_directory(str(SHIPPED))
        for _ in range(POSITIONS):
            board = next(boards)
            is_drawn = tables.probe_wdl(board) == 0
            if is_dead(Position(board.fen())):
                assert is_drawn, board.fen()
                dead += 1
            else:
                # Of king and pawn against king all draws are known.
                assert men != "KPk" or not is_drawn, board.fen()
    assert dead > (200 if men == "KPk" else 0)


@pytest.mark.parametrize(
    ("fen", "is_drawn"),
    [
        pytest.param("4k3/8/p3b3/8/8/8/8/K7 w - - 0 2", True, id="in the corner"),
        pytest.param("8/8/p3b3/8/3k4/8/1K6/8 b - - 0 2", True, id="beside it"),
        pytest.param("8/8/p3b3/8/3k4/8/2K5/8 b - - 0 2", False, id="not there yet"),
        pytest.param("1b6/8/5b2/8/8/6kp/8/7K w - - 0 1", True, id="two bishops of the wrong colour"),
        pytest.param("8/4b3/5b2/8/8/6kp/8/7K w - - 0 1", True, id="and two again"),
        pytest.param("8/8/4bb2/8/8/6kp/8/7K w - - 0 1", False, id="one of the right colour"),
        pytest.param("k7/8/8/P7/P7/P7/8/K1B5 w - - 0 1", True, id="three pawns"),
        pytest.param("k7/8/8/PP6/8/8/8/K1B5 w - - 0 1", False, id="a pawn beside"),
        pytest.param("k7/7p/8/P7/8/8/8/K1B5 w - - 0 1", False, id="a pawn of the weak side"),
        pytest.param("k6n/8/8/P7/8/8/8/K1B5 w - - 0 1", False, id="more than the king"),
        pytest.param("k7/8/8/P7/8/8/8/K1N5 w - - 0 1", False, id="a knight"),
        pytest.param("8/8/8/4k3/8/4K3/4P3/8 w - - 0 1", True, id="no opposition"),
        pytest.param("8/8/4k3/8/8/4K3/4P3/8 w - - 0 1", False, id="opposition"),
    ],
)
def test_each_condition(fen, is_drawn):
    assert is_dead(Position(fen)) == is_drawn
    assert is_dead(Position(chess.Board(fen).mirror().fen())) == is_drawn


@pytest.mark.parametrize("fen", ["4k3/8/p3b3/8/8/8/8/K7 w - - 0 2", "1b6/8/5b2/8/8/6kp/8/7K w - - 0 1"])
def test_a_search_calls_it_a_draw(fen):
    with Engine(hash_mb=1) as engine:
        assert engine.analyse(fen, Limit(nodes=3000)).score.centipawns == 0
