"""Exact mate search: a mate in N is found as such, and no shorter one is claimed."""

import re

import chess
import pytest

from kiebitz import Engine, Limit
from sources import DATA

SUITE = DATA / "epd" / "mates_dm1_15.epd"


def mates_in(moves):
    """The FENs of the suite's mates in so many moves."""
    wanted = re.compile(rf"\bdm {moves};")
    fens = []
    for line in SUITE.read_text().splitlines():
        if wanted.search(line):
            board = chess.Board()
            board.set_epd(line)
            fens.append(board.fen())
    return fens


@pytest.mark.parametrize("moves", [1, 2, 3, pytest.param(4, marks=pytest.mark.full)])
def test_mates_are_exact(moves):
    fens = mates_in(moves)
    assert len(fens) == {1: 4, 2: 17, 3: 23, 4: 40}[moves]
    with Engine(hash_mb=64) as engine:
        for fen in fens:
            assert engine.analyse(fen, Limit(mate=moves)).score.mate == moves, fen
            if moves > 1:
                shorter = engine.analyse(fen, Limit(mate=moves - 1))
                assert shorter.score.mate is None, fen


def test_a_mate_found_stands_when_the_search_is_stopped_before_its_iteration_ends():
    fen = "8/8/5pp1/6k1/6p1/6K1/8/7Q w - - 0 1"
    with Engine(hash_mb=4) as engine:
        whole = engine.analyse(fen, Limit(mate=4))
        assert whole.score.mate == 4
        engine.new_game()
        cut_short = engine.analyse(fen, Limit(mate=4, nodes=whole.nodes - 1))
        assert cut_short.nodes == whole.nodes - 1
        assert (cut_short.score.mate, cut_short.best_move) == (4, whole.best_move)


def test_a_search_for_mate_leaves_ordinary_searches_as_they_were():
    fen = mates_in(2)[0]
    with Engine(hash_mb=4) as engine:
        before = engine.analyse(fen, Limit(depth=6)).nodes
        engine.analyse(fen, Limit(mate=2))
        engine.new_game()
        assert engine.analyse(fen, Limit(depth=6)).nodes == before
