"""Searches of random positions of both games, as the build with sanitizers asks them by the million."""

import random
from itertools import islice

import pytest

import many_searches
from kiebitz.core.parameters import SHOGI, defaults
from kiebitz.core.search.shogi_worker import ShogiWorker
from kiebitz.core.shogi.notation import legal_moves
from kiebitz.core.shogi.position import ShogiPosition
from kiebitz.core.table.table import Table


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


@pytest.mark.parametrize("legal", [lambda position: [], lambda position: ["7g7e"]], ids=["none", "others"])
def test_another_positions_move_is_a_fault(legal):
    position = ShogiPosition()
    settings = defaults(SHOGI)
    for moves, said in ((legal_moves, ""), (legal, str(position))):
        searcher = many_searches.Searcher(ShogiWorker(Table(1)), None, settings | {"evaluation": 0}, moves)
        assert searcher.fault(position) == said
