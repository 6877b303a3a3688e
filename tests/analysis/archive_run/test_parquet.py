"""Analysed games as columns: every row against its record, and the files as DuckDB and Polars read them."""

import sys

import chess
import duckdb
import polars
import pyarrow.parquet
import pytest

from kiebitz import Engine, Limit, analyse_game
from kiebitz.analysis.archive_run.batch import analyse_raw
from kiebitz.analysis.archive_run.parquet import COLUMNS, ParquetError, ParquetFolder, about, arrow_tables
from kiebitz.analysis.judging.annotate import AnalysisSettings
from kiebitz.analysis.reading.archive import RawGame

pytestmark = pytest.mark.check

TEXTS = (
    '[White "A"]\n[Black "B"]\n[WhiteElo "2850"]\n[BlackElo "?"]\n[Date "????.??.??"]\n[TimeControl "60+1"]\n\n'
    "1. f3 { [%clk 0:01:00] } e5 { [%clk 0:00:59] } 2. g4 { [%clk 0:00:56.5] } Qh4# 0-1",
    '[Variant "Atomic"]\n\n1. e4 *',
    '[Variant "Chess960"]\n[SetUp "1"]\n[FEN "bqnrkrnb/pppppppp/8/8/8/8/PPPPPPPP/BQNRKRNB w FDfd - 0 1"]\n\n1. g3 g6 *',
)
SETTINGS = AnalysisSettings(Limit(nodes=1500), multipv=2)
ABOUT = about(SETTINGS, "cafe")


@pytest.fixture(scope="module")
def records():
    raws = [RawGame("a.pgn", number, 10 * number, text, "utf-8") for number, text in enumerate(TEXTS, 1)]
    with Engine(hash_mb=1) as engine:
        return [analyse_raw(raw, engine, SETTINGS).record for raw in raws]


@pytest.fixture(scope="module")
def tables(records):
    return {name: table.to_pylist() for name, table in arrow_tables(records).items()}


@pytest.fixture
def folder(records, tmp_path):
    columns = ParquetFolder(tmp_path / "data")
    columns.check()
    columns.write(records, ABOUT)
    return columns


def test_each_game_has_a_row(tables, records):
    first, atomic, chess960 = tables["games"]
    assert (first["game"], first["file"], first["number"], first["line"]) == (1, "a.pgn", 1, 10)
    assert [row["status"] for row in tables["games"]] == ["analysed", "skipped", "analysed"]
    assert (first["White"], first["WhiteElo"], first["BlackElo"], first["Date"]) == ("A", 2850, None, None)
    assert (first["TimeControl"], first["UTCDate"], first["Result"]) == ("60+1", None, "0-1")
    assert (first["plies"], first["white_blunders"], first["white_moves"]) == (4, 1, 2)
    assert first["white_accuracy"] == records[0]["white"]["accuracy"]
    assert first["nodes"] == records[0]["nodes"]
    assert (atomic["plies"], atomic["white_accuracy"], atomic["nodes"]) == (0, None, None)
    assert chess960["FEN"].startswith("bqnrkrnb/")
    assert tables["openings"] == [{"game": 1, "eco": "A00", "name": "Barnes Opening: Fool's Mate"}]


def test_each_move_has_a_row(tables, records):
    rows = tables["moves"]
    assert [(row["game"], row["ply"], row["san"]) for row in rows] == [
        (1, 1, "f3"), (1, 2, "e5"), (1, 3, "g4"), (1, 4, "Qh4#"), (3, 1, "g3"), (3, 2, "g6"),
    ]  # fmt: skip
    for row, move in zip(rows, [*records[0]["moves"], *records[2]["moves"]], strict=True):
        for name, field in (("move", "uci"), ("cp_lost", "loss_cp"), ("win_percent_lost", "loss_win_percent")):
            assert row[name] == move[field]
        for name in ("color", "number", "phase", "best", "cp", "mate", "judgement", "accuracy", "seconds"):
            assert row[name] == move[name]
    assert [row["clock"] for row in rows] == [60, 59, 56.5, None, None, None]
    assert [row["seconds"] for row in rows[:4]] == [None, None, 4.5, None]
    assert (rows[2]["judgement"], rows[2]["mate"], rows[3]["mate"]) == ("blunder", -1, 0)


def test_each_line_of_a_position_has_a_row(tables):
    rows = tables["positions"]
    assert [(row["ply"], row["rank"]) for row in rows if row["game"] == 1] == [
        (ply, rank) for ply in range(4) for rank in (1, 2)
    ], "the mate that ends the game is no position to search"
    board = chess.Board()
    for ply, san in enumerate([None, "f3", "e5", "g4"]):
        if san:
            board.push_san(san)
        first, second = (row for row in rows if (row["game"], row["ply"]) == (1, ply))
        assert first["fen"] == second["fen"] == board.epd()
        assert first["line"].split()[0] != second["line"].split()[0]
        for row in (first, second):
            after = board.copy()
            for move in row["line"].split():
                after.push_uci(move)
            assert row["knodes"] == 2, "1,500 nodes, rounded up"
            assert row["depth"] >= 1
    assert (first["mate"], first["line"]) == (-1, "d8h4"), "White's view"
    assert {row["fen"].split()[2] for row in rows if row["game"] == 3} == {"FDfd"}


def test_of_centipawns_and_mate_there_is_exactly_one(tables):
    for name in ("moves", "positions"):
        assert tables[name]
        assert all((row["cp"] is None) != (row["mate"] is None) for row in tables[name])


def test_no_names_differ_by_case_alone():
    """DuckDB doesn't tell them apart."""
    for columns in COLUMNS.values():
        assert len({name.lower() for name in columns}) == len(columns)


def test_files_are_read_by_polars_and_duckdb(folder, tables):
    for name, rows in tables.items():
        file = folder.path / f"{name}.parquet"
        assert polars.read_parquet(file).to_dicts() == rows
        assert duckdb.sql(f"SELECT count(*) FROM '{file}'").fetchall() == [(len(rows),)]
        said = duckdb.sql(f"SELECT decode(key), decode(value) FROM parquet_kv_metadata('{file}')").fetchall()
        assert dict(said).items() >= {**ABOUT, "kiebitz.table": name}.items()
    assert ABOUT["kiebitz.limit"] == "1500 nodes"
    assert (ABOUT["kiebitz.network"], about(SETTINGS, None)["kiebitz.network"]) == ("cafe", "")


def test_many_rows_come_in_pieces(folder, records, tables, monkeypatch):
    monkeypatch.setattr("kiebitz.analysis.archive_run.parquet.ROWS_AT_ONCE", 3)
    folder.write(records, ABOUT)
    assert pyarrow.parquet.read_metadata(folder.path / "moves.parquet").num_row_groups > 1
    assert polars.read_parquet(folder.path / "moves.parquet").to_dicts() == tables["moves"]


def test_what_is_cut_short_leaves_the_old_files(folder, records):
    before = {path: path.read_bytes() for path in folder.path.iterdir()}

    def cut_short():
        yield records[0]
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        folder.write(cut_short(), ABOUT)
    assert {path: path.read_bytes() for path in folder.path.iterdir()} == before


def test_what_others_wrote_is_not_replaced(folder):
    folder.check()
    file = folder.path / "moves.parquet"
    for foreign in (b"somebody's", b""):
        file.write_bytes(foreign)
        with pytest.raises(ParquetError, match=r"moves\.parquet was not written by Kiebitz"):
            folder.check()
    polars.DataFrame({"a": [1]}).write_parquet(file)
    with pytest.raises(ParquetError, match="not written by Kiebitz"):
        folder.check()
    with pytest.raises(ParquetError, match="is no folder"):
        ParquetFolder(file).check()
    with pytest.raises(ParquetError, match="no directory"):
        ParquetFolder(folder.path / "none" / "data").check()


def test_without_pyarrow_the_message_names_the_extra(monkeypatch, tmp_path):
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(ParquetError, match=r"pip install 'kiebitz\[data\]'"):
        ParquetFolder(tmp_path).check()


def test_a_game_of_the_library():
    analysed = analyse_game(TEXTS[0], Limit(nodes=500))
    moves = arrow_tables([analysed.record])["moves"].to_pydict()
    assert moves["move"] == [move.uci for move in analysed.analysis.moves]
