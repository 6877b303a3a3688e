"""``pl.col("fen").kiebitz``: columns of Polars are asked in its own expressions."""

import chess
import polars as pl
import pytest

import kiebitz
import kiebitz.polars

pytestmark = pytest.mark.check

MATE = "6k1/5ppp/8/8/8/8/8/R6K w - - 0 1"
FRAME = pl.DataFrame({"id": [1, 2, 3], "fen": [chess.STARTING_FEN, "nonsense", MATE], "move": ["e4", "e4", "a1b8"]})
FEN = pl.col("fen")


def test_evaluations_are_those_of_the_batch():
    expected = kiebitz.evaluate_batch(FRAME["fen"])["centipawns"].tolist()
    for frame in (FRAME, FRAME.lazy()):
        found = frame.with_columns(cp=FEN.kiebitz.evaluate()).lazy().collect()
        assert found["cp"].to_list() == expected
        assert found.schema["cp"] == pl.Int64
    classical = FRAME.select(FEN.kiebitz.evaluate(era="classical", jobs=1))
    assert classical["fen"].to_list() == kiebitz.evaluate_batch(FRAME["fen"], era="classical")["centipawns"].tolist()
    assert FRAME.filter(FEN.kiebitz.evaluate() > 300)["id"].to_list() == [3]


def test_searches_are_a_struct():
    limit = kiebitz.Limit(nodes=500)
    found = FRAME.lazy().select(FEN.kiebitz.search(limit).struct.unnest()).collect()
    batch = kiebitz.search_batch(FRAME["fen"], limit)
    assert found.columns == ["move", "centipawns", "mate", "depth", "nodes", "pv", "dropped", "error"]
    assert found.to_dict(as_series=False) == {name: batch.to_dict()[name] for name in found.columns}
    assert FRAME.select(FEN.kiebitz.search(limit).struct.field("mate"))["mate"].to_list() == [None, None, 1]


def test_moves_are_played_and_asked():
    found = FRAME.select("id", after=FEN.kiebitz.move("move"), legal=FEN.kiebitz.is_legal(pl.col("move")))
    board = chess.Board()
    board.push_san("e4")
    assert found["after"].to_list() == [board.fen(), None, None]
    assert found["legal"].to_list() == [True, None, False]
    assert FRAME.select(FEN.kiebitz.is_legal("move")).schema == {"fen": pl.Boolean}


@pytest.mark.parametrize("rows", [0, 5])
def test_no_rows_and_nothing_but_nulls(rows):
    frame = pl.DataFrame({"fen": [None] * rows}, schema={"fen": pl.String})
    found = frame.select(value=FEN.kiebitz.evaluate(), legal=FEN.kiebitz.is_legal("fen"))
    assert found.to_dict(as_series=False) == {"value": [None] * rows, "legal": [None] * rows}
