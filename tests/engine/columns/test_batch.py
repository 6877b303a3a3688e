"""Columns of any library in, columns of any library out."""

import warnings

import chess
import numpy as np
import pandas
import polars
import pyarrow
import pytest

from kiebitz import Batch, FenWarning, evaluate_batch
from kiebitz.engine import Position
from kiebitz.engine.columns.batch import positions_of

pytestmark = pytest.mark.check

MATE = "6k1/5ppp/8/8/8/8/8/R6K w - - 0 1"
FENS = [chess.STARTING_FEN, "nonsense", MATE]
BATCH = Batch(
    {"fen": ["a", None], "centipawns": [35, None], "mate": [None, 2], "error": [None, "no king"]}, is_whole=True
)


def test_columns_of_any_library_come_in():
    lists = (FENS, tuple(FENS), (fen for fen in FENS), np.array(FENS), np.array(FENS, dtype=object))
    arrow = (pyarrow.array(FENS), pyarrow.chunked_array([FENS[:1], FENS[1:]]))
    for column in (*lists, *arrow, polars.Series(FENS), pandas.Series(FENS), polars.DataFrame({"fen": FENS})["fen"]):
        assert positions_of(column) == FENS, type(column)


def test_columns_of_bytes_are_text():
    data = [fen.encode() for fen in FENS]
    arrow = (pyarrow.array(data), pyarrow.array(data, pyarrow.large_binary()), pyarrow.array(data).dictionary_encode())
    for column in (
        data,
        np.array(data),
        np.array(data, dtype=object),
        *arrow,
        polars.Series(data),
        pandas.Series(data),
    ):
        assert positions_of(column) == FENS, type(column)
    assert positions_of([None, b"\xff"]) == [None, "\ufffd"]
    assert evaluate_batch(data)["error"][0] is None


def test_a_column_of_no_positions_is_warned_of():
    with pytest.warns(FenWarning, match="none of the 2 positions can be used; the first: "):
        evaluate_batch(["nonsense", "more of it"])
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        evaluate_batch(FENS)
        evaluate_batch(["nonsense"])
        evaluate_batch([])


def test_of_a_table_its_column_of_positions_is_taken():
    columns, alone = {"id": [1, 2, 3], "fen": FENS}, {"position": FENS}
    frames = [library.DataFrame(made) for library in (polars, pandas) for made in (columns, alone)]
    for table in (*frames, pyarrow.table(columns), columns, Batch({"fen": FENS, "error": [None] * 3}, is_whole=True)):
        assert positions_of(table) == FENS, type(table)
        assert evaluate_batch(table)["fen"] == FENS


@pytest.mark.parametrize(
    ("table", "said"),
    [
        (polars.DataFrame({"white": ["a"], "id": [1]}), "columns white, id"),
        (pandas.DataFrame({"a": [1], "b": [2]}), "columns a, b"),
        ({}, "without columns"),
        (np.array([FENS, FENS]), "2 dimensions"),
        *[(single, "one position is no batch") for single in (chess.STARTING_FEN, chess.Board(), Position())],
        (7, "not iterable"),
    ],
)
def test_a_table_without_one_and_a_single_position_are_refused(table, said):
    with pytest.raises(TypeError, match=said):
        positions_of(table)


def test_a_missing_value_is_a_row_with_an_error():
    batch = evaluate_batch(polars.Series([MATE, None]))
    assert (batch["fen"], batch["centipawns"].tolist()[1]) == ([MATE, None], None)
    assert "no position" in batch["error"][1]


def test_rows_and_columns():
    assert len(BATCH) == 2
    assert list(BATCH) == [
        {"fen": "a", "centipawns": 35, "mate": None, "error": None},
        {"fen": None, "centipawns": None, "mate": 2, "error": "no king"},
    ]
    with pytest.raises(KeyError):
        BATCH["colour"]


def test_columns_go_out_with_their_types():
    frame = BATCH.to_polars()
    assert frame.schema == {
        "fen": polars.String, "centipawns": polars.Int64, "mate": polars.Int64, "error": polars.String
    }  # fmt: skip
    assert frame["mate"].to_list() == [None, 2]
    assert BATCH.to_pandas().dtypes.astype(str).to_list() == ["string", "Int64", "Int64", "string"]
    assert BATCH.to_pandas()["mate"].isna().to_list() == [True, False]
    table = BATCH.to_arrow()
    assert table.to_pydict() == BATCH.to_dict()
    assert [str(field.type) for field in table.schema] == ["string", "int64", "int64", "string"]
    arrays = BATCH.to_numpy()
    assert arrays["centipawns"].dtype == np.float64
    assert np.isnan(arrays["centipawns"]).tolist() == [False, True]
    assert arrays["fen"].tolist() == ["a", None]


def test_columns_without_a_value_keep_their_types():
    batch = evaluate_batch([])
    assert (len(batch), batch.is_whole, batch.to_polars().shape, batch.to_pandas().shape) == (0, True, (0, 4), (0, 4))
    nothing = evaluate_batch(["nonsense"])
    assert nothing.to_polars().schema["centipawns"] == polars.Int64


def test_a_missing_library_is_named(monkeypatch):
    monkeypatch.setitem(__import__("sys").modules, "pandas", None)
    with pytest.raises(ImportError, match="pip install pandas"):
        BATCH.to_pandas()
