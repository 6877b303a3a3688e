"""A program as a teacher: it values what positions are worth, and a network learns it."""

import itertools
import sys

import chess
import numpy as np
import pytest

from commands import refused
from kiebitz import Limit
from kiebitz.arena.teacher import stream as streams
from kiebitz.arena.teacher.program import WON, teacher_of
from kiebitz.arena.teacher.stream import Stream
from kiebitz.arena.train.trained_game import CHESS
from kiebitz.core.chess.position import Position
from kiebitz.core.evaluation.network.file import Network
from kiebitz.core.training.packed_position import packed_bytes, unpacked_fen

pytestmark = pytest.mark.check
OWN = f"{sys.executable} -m kiebitz uci;Hash=1;Threads=1"
FENS = (
    chess.STARTING_FEN,
    "4k3/8/8/8/8/8/8/Q3K3 w - - 0 1",
    "4k3/8/8/8/8/8/8/Q3K3 b - - 0 1",
    "k7/8/KQ6/8/8/8/8/8 w - - 0 1",
)


def packed(*fens: str) -> np.ndarray:
    return np.frombuffer(b"".join(packed_bytes(Position(fen)) for fen in fens), CHESS.position).copy()


def test_values_are_whites_and_bounded():
    positions = packed(*FENS)
    with teacher_of(f"uci:{OWN}", Limit(nodes=200)) as teacher:
        teacher.label(positions.view(np.uint8).data)
        assert "at 200 nodes" in teacher.name
    start, queen_up, queen_up_too, mate = positions["score"].tolist()
    assert abs(start) < 100
    assert min(queen_up, queen_up_too) > 300
    assert mate == WON


def test_what_is_packed_is_told_without_rights():
    for fen in FENS:
        board = chess.Board(fen)
        board.set_castling_fen("-")
        assert unpacked_fen(packed_bytes(Position(fen))) == board.fen()
    with pytest.raises(ValueError, match="32 bytes"):
        unpacked_fen(b"7")


def test_a_network_learns_from_it(monkeypatch):
    monkeypatch.setattr(streams, "POSITIONS_OF_A_PROGRAM", 64)
    with teacher_of(f"uci:{OWN}", Limit(depth=1)) as teacher:
        stream = Stream(teacher, None, seed=1, jobs=2, window=2_000, tasks=2)
        (state,) = itertools.islice(stream.rounds(lambda: 0.0), 1)
    assert state.shown > 0
    network = Network(stream.network().data)
    assert "taught by" in network.made
    assert network.scale == CHESS.scale


def test_a_program_that_can_not_be_asked_is_refused(tmp_path):
    asked = ("train", "--hours", "0.01", "--directory", tmp_path, "--teacher")
    assert "there is no program" in refused(*asked, "uci:no-such-program")
    assert "no network of Stockfish" in refused(*asked, __file__)
