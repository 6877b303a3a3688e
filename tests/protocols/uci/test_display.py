"""Positions and evaluations as text."""

import chess
import pytest

from kiebitz import Engine
from kiebitz.engine import position_from
from kiebitz.protocols.uci.display import board_lines, evaluation_lines, mirrored_fen, position_lines


def test_the_board_with_white_below():
    lines = board_lines("4k3/8/8/8/8/8/4r3/4K2R w K - 0 1")
    assert lines[1] == " |   |   |   |   | k |   |   |   | 8"
    assert lines[13] == " |   |   |   |   | r |   |   |   | 2"
    assert lines[15] == " |   |   |   |   | K |   |   | R | 1"
    assert lines[-1] == "   a   b   c   d   e   f   g   h"
    assert len({len(line) for line in lines[:-1:2]}) == 1


def test_what_d_shows_can_be_used_again():
    lines = position_lines(position_from("4k3/8/8/8/8/8/4r3/4K2R w K - 0 1"))
    assert lines[-3] == "Fen: 4k3/8/8/8/8/8/4r3/4K2R w K - 0 1"
    assert lines[-1] == "Checkers: e2"
    key = int(lines[-2].removeprefix("Key: "), 16)
    assert key == position_from("4k3/8/8/8/8/8/4r3/4K2R w K -").hash_key
    assert position_lines(position_from())[-1] == "Checkers:"
    assert "w H - " in position_lines(position_from("4k3/8/8/8/8/8/4r3/4K2R w K - 0 1", chess960=True))[-3]


@pytest.mark.parametrize(
    "fen",
    [
        chess.STARTING_FEN,
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQk - 3 9",
        "k7/8/8/1pP5/2K5/8/8/8 w - b6 0 2",
        "bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w HFhf - 0 1",
        "1r2kr2/p7/8/8/8/8/8/1R2KR2 w BFbf - 0 1",
    ],
)
def test_mirrored_twice_is_the_same(fen):
    position = position_from(fen)
    mirror = position_from(mirrored_fen(position))
    assert mirror.turn != position.turn
    assert position_from(mirrored_fen(mirror)).fen() == position.fen()


def test_the_evaluation_of_the_real_engine():
    position = position_from()
    with Engine(hash_mb=1) as engine:
        evaluation = engine.evaluate(position)
    lines = evaluation_lines(evaluation, white_moves=True)
    for module in evaluation.modules:
        assert any(line.startswith(module) for line in lines)
