"""Searches of random positions of both games, as the build with sanitizers asks them by the million."""

import random
from itertools import islice

import chess
import pytest

import many_searches
from kiebitz import Limit, ShogiEngine
from kiebitz.core.shogi.position import ShogiPosition


@pytest.mark.check
def test_best_moves_are_legal_in_positions_of_every_kind(monkeypatch, capsys):
    monkeypatch.setattr("sys.argv", ["many_searches", "--searches", "900", "--seed", "11"])
    assert many_searches.main() == 0
    assert "900 searches, 0 faults" in capsys.readouterr().out


def test_positions_follow_from_the_seed():
    first, again = (
        [position.sfen() for position in islice(many_searches.shogi_positions(random.Random(5)), 150)] for _ in range(2)
    )
    assert first == again
    assert len(set(first)) > 100


def test_another_positions_move_is_a_fault():
    info = ShogiEngine().analyse(ShogiPosition(), Limit(nodes=10))
    assert not many_searches.is_wrong(info, list(info.lines[0].moves[:1]))
    assert many_searches.is_wrong(info, [move.uci() for move in chess.Board().legal_moves])
