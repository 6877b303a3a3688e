"""Facts of positions, held against python-chess and their definitions (``fact_oracle``)."""

import random

import chess
import numpy as np
import pytest
from hypothesis import given, settings

import kiebitz
from fact_oracle import position_facts, side_facts
from kiebitz.engine.columns.facts import FACTS, POSITION_FACTS, SIDE_FACTS
from random_games import scattered
from sources import ROOT

BROKEN = "nonsense"
STRAYED = "7k/5K2/4R3/8/8/8/8/8 w KQ - 0 1"


def told_of(found, row, name):
    """A fact of a row; a set of squares as a set, if it is one."""
    value = found[name][row]
    return set(chess.SquareSet(int(value))) if found[name].dtype == np.uint64 and name != "key" else value


def compare(boards, found):
    for row, board in enumerate(boards):
        expected = position_facts(board)
        expected |= {f"white_{name}": value for name, value in side_facts(board, chess.WHITE).items()}
        expected |= {f"black_{name}": value for name, value in side_facts(board, chess.BLACK).items()}
        assert expected.keys() == set(found.columns) - {"fen", "key", "dropped", "error"}
        wrong = {name: (told_of(found, row, name), value) for name, value in expected.items()}
        assert {name: pair for name, pair in wrong.items() if pair[0] != pair[1]} == {}, board.fen()


@pytest.mark.check
@pytest.mark.parametrize(("jobs", "portion"), [(1, 4_096), (3, 7)])
def test_facts_of_games_are_their_definitions(jobs, portion, monkeypatch):
    monkeypatch.setattr("kiebitz.engine.columns.portions.PORTION", portion)
    numbers = random.Random(jobs)
    text = (ROOT / "examples" / "kasparov-deep-blue-1997.pgn").read_text()
    boards = [board for game in kiebitz.read_games(text) for board in game.boards]
    boards = [board.to_chess() for board in numbers.sample(boards, 60)]
    found = kiebitz.facts([board.fen() for board in boards], jobs=jobs)
    assert (len(found), len(FACTS)) == (60, 138)
    assert found["key"].tolist() == [kiebitz.Board.from_chess(board).zobrist_key() for board in boards]
    compare(boards, found)


@pytest.mark.check
@settings(max_examples=60)
@given(scattered())
def test_facts_of_any_men_are_their_definitions(board_and_position):
    board, position = board_and_position
    compare([board], kiebitz.facts([position]))


def test_the_best_known_ones():
    pin, fork, mate = (
        "4k3/4n3/8/8/8/8/4R3/4K3 b - - 0 1",
        "r3k3/2N5/8/8/8/8/8/4K3 b q - 0 1",
        "R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 1",
    )
    names = ["black_pinned", "white_forking", "is_checkmate", "black_back_rank_is_weak"]
    found = kiebitz.facts([pin, fork, mate], names)
    assert found["black_pinned"].tolist() == [1 << chess.E7, 0, 0]
    assert found["white_forking"].tolist() == [0, 1 << chess.C7, 0]
    assert found["is_checkmate"].tolist() == [False, False, True]
    assert found["black_back_rank_is_weak"].tolist() == [False, False, True]
    assert [found[name].dtype for name in names] == [np.uint64, np.uint64, np.bool_, np.bool_]


def test_bad_rows_and_bad_names():
    with pytest.warns(kiebitz.FenWarning):
        found = kiebitz.facts([chess.STARTING_FEN, BROKEN, STRAYED])
    assert [error is None for error in found["error"]] == [True, False, True]
    assert (found["dropped"][2] is not None, found["men"].tolist()) == (True, [32, 0, 3])
    with pytest.raises(ValueError, match="there is no fact 'pins'"):
        kiebitz.facts([], ["pins"])
    with pytest.raises(KeyError):
        found["pins"]
    assert repr(found) == "Facts(138 of 3 positions; 1 with an error)"


@pytest.mark.check
def test_facts_go_out_as_arrow_and_may_be_positions_again():
    found = kiebitz.facts([chess.STARTING_FEN, BROKEN], ["legal_moves", "is_check", "white_attacked"])
    polars = pytest.importorskip("polars", reason="frames need kiebitz[data]")
    frame = polars.DataFrame(found)
    assert frame.equals(found.to_polars())
    assert frame["legal_moves"].to_list() == [20, None]
    assert kiebitz.facts(found, ["men"])["men"].tolist() == [32, 0]
    assert frame.columns == ["fen", "legal_moves", "is_check", "white_attacked", "dropped", "error"]


def test_the_page_prints_the_definitions():
    page = (ROOT / "docs" / "facts.md").read_text(encoding="utf-8")
    for facts in (SIDE_FACTS, POSITION_FACTS):
        for name, definition in facts.items():
            assert f"| `{name}` | {definition} |" in page
