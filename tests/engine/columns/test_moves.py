"""A move in each of many positions, held against python-chess."""

import random

import chess
import polars
import pytest

from kiebitz import Board, FenWarning, Move, is_legal_batch, move_batch

pytestmark = pytest.mark.check

STRAYED = "7k/5K2/4R3/8/8/8/8/8 w KQ - 0 1"


def asked(count, seed):
    """Random positions with a move each, as UCI or SAN: legal, or from anywhere to anywhere."""
    numbers = random.Random(seed)
    fens, moves, after = [], [], []
    while len(fens) < count:
        board = chess.Board()
        for _ in range(numbers.randrange(100)):
            legal = list(board.legal_moves)
            if not legal:
                break
            board.push(numbers.choice(legal))
        legal = list(board.legal_moves)
        move = chess.Move(numbers.randrange(64), numbers.randrange(64))
        if legal and numbers.random() < 0.8:
            move = numbers.choice(legal)
        if not move:
            continue
        fens.append(board.fen())
        is_legal = board.is_legal(move)
        moves.append(board.san(move) if is_legal and numbers.random() < 0.5 else move.uci())
        if is_legal:
            board.push(move)
        after.append(board.fen() if is_legal else None)
    return fens, moves, after


@pytest.mark.parametrize(("jobs", "portion"), [(1, 4_096), (1, 7), (3, 7)])
def test_moves_are_those_of_python_chess_for_any_number_of_threads(jobs, portion, monkeypatch):
    monkeypatch.setattr("kiebitz.engine.columns.portions.PORTION", portion)
    fens, moves, after = asked(400, 5)
    batch = move_batch(fens, moves, jobs=jobs)
    assert batch["after"] == after
    assert [error is None for error in batch["error"]] == [fen is not None for fen in after]
    legal = is_legal_batch(fens, moves, jobs=jobs)
    assert legal["legal"].tolist() == [int(fen is not None) for fen in after]
    assert set(legal["error"]) == {None}


def test_what_is_no_plain_fen_has_its_row_too():
    fens = ["startpos", Board(), chess.Board(), "nonsense", None, STRAYED, STRAYED, "4k3/8/8/8/8/8/8/4K3 w - - 0 1"]
    moves = ["e4", Move.from_uci("e2e4"), chess.Move.from_uci("e2e5"), "e4", "e4", "Re1", "Rb1", None]
    with pytest.warns(FenWarning, match="in 2 of 8 positions"):
        batch = move_batch(fens, moves)
    start = chess.Board()
    start.push_san("e4")
    assert batch["after"] == [start.fen(), start.fen(), None, None, None, "7k/5K2/8/8/8/8/8/4R3 b - - 1 1", None, None]
    assert batch["error"][2].startswith("'e2e5' is not a legal move in rnbqkbnr/")
    assert "ranks" in batch["error"][3]
    assert batch["error"][4:8:2] == [
        "None is no position; give a FEN, 'startpos', a Board or a Position",
        f"'Rb1' is not a legal move in {STRAYED}",
    ]
    assert batch["error"][7] == "None is no move; give UCI text or SAN"
    with pytest.warns(FenWarning):
        legal = is_legal_batch(fens, moves)
    assert legal["legal"].tolist() == [1, 1, 0, None, None, 1, 0, None]
    assert list(legal.to_polars().columns) == ["fen", "move", "legal", "dropped", "error"]


def test_columns_of_frames():
    frame = polars.DataFrame({"fen": [chess.STARTING_FEN] * 2, "move": ["e2e4", "e2e5"]})
    assert is_legal_batch(frame["fen"], frame["move"]).to_polars()["legal"].to_list() == [1, 0]
    assert move_batch([], [])["after"] == []


def test_columns_must_be_as_long_as_each_other():
    with pytest.raises(ValueError, match="there are 2 positions and 1 moves"):
        move_batch(["startpos"] * 2, ["e4"])
    with pytest.raises(ValueError, match="jobs is 0"):
        is_legal_batch(["startpos"], ["e4"], jobs=0)
