"""What notebooks show: well-formed HTML that says what the objects say, and nothing unescaped."""

from dataclasses import replace
from xml.etree import ElementTree

import chess
import pytest

from kiebitz import Batch, Engine, Info, Limit, Line, MateSolver, Score
from kiebitz.engine.notebook.display import rows_html

MATED = "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1"
CHESS960 = "4k3/8/8/8/8/8/8/1R2K1R1 w GB - 0 1"


@pytest.fixture(scope="module")
def engine():
    with Engine(hash_mb=1) as engine:
        yield engine


def text_of(html):
    """The text of HTML that is well-formed XML, too."""
    return " ".join(ElementTree.fromstring(f"<x>{html}</x>").itertext())


def test_an_outcome_is_a_board_with_arrows_beside_its_lines(engine):
    board = chess.Board("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1")
    info = engine.analyse(board, Limit(depth=5), multipv=2)
    html = info._repr_html_()
    for line in info.lines:
        assert str(line.white_score) in text_of(html)
        assert board.variation_san(line.pv) in text_of(html)
        assert board.variation_san(line.pv) in text_of(line._repr_html_())
    assert html.count("<polygon") == 2
    assert html.count("<svg") == 1
    castling = engine.analyse(chess.Board(CHESS960, chess960=True), Limit(depth=2), searchmoves=["e1g1"])
    assert "O-O" in text_of(castling._repr_html_())
    mated = engine.analyse(MATED, Limit(depth=1))._repr_html_()
    assert "no legal move" in text_of(mated)
    assert mated.count("<svg") == 1


def test_bounds_and_lines_without_a_root_are_shown():
    line = Line(Score(centipawns=30), ("e2e4",), 3, 4, 100, 1, 0, True, bound="lower")
    text = text_of(Info((line,), 100, 1)._repr_html_())
    assert "≥ +0.30" in text
    assert "e2e4" in text


@pytest.mark.check
def test_columns_of_an_outcome(engine):
    info = engine.analyse(chess.Board(), Limit(depth=4), multipv=3)
    frame = info.to_polars()
    assert frame["move"].to_list() == [line.moves[0] for line in info.lines]
    assert frame["mate"].to_list() == [None] * 3
    assert info.to_pandas()["centipawns"].to_list() == [line.score.centipawns for line in info.lines]
    assert engine.analyse(MATED, Limit(depth=1)).to_polars().shape == (0, 8)


def test_a_trace_and_a_table_are_counted(engine):
    pytest.importorskip("pandas")
    trace = engine.trace(chess.Board(), Limit(depth=4))
    text = text_of(trace._repr_html_())
    assert all(f"{count:,}" in text for count in trace.reasons().values())
    assert len(trace.to_pandas()) == len(trace)
    survey = engine.table.survey()
    assert f"{survey.used:,} of {survey.entries:,} entries in use" in text_of(engine.table._repr_html_())
    assert "ended by" in text_of(trace.within(0)._repr_html_())


def test_long_tables_are_cut_and_text_is_escaped():
    batch = Batch({"fen": ["<b>&"] * 30, "error": [None] * 30}, is_whole=True)
    text = text_of(batch._repr_html_())
    assert "30 rows, 10 of them not shown" in text
    assert text.count("<b>&") == 20
    assert "0 rows" in text_of(rows_html({"fen": []}))
    assert text_of(Score(mate=-2)._repr_html_()) == "#-2"


def test_what_is_long_has_a_short_repr(engine):
    trace = engine.trace(chess.Board(), Limit(depth=6))
    assert f"{len(trace):,} searches of {trace.nodes:,} nodes" in repr(trace)
    batch = Batch({"fen": ["a"] * 5000, "error": [None, "no king"] * 2500}, is_whole=True)
    assert "5,000 rows of fen, error; 2,500 with" in repr(batch)


def test_mates_show_themselves():
    solver = MateSolver(hash_mb=1)
    text = solver.solve("6k1/5ppp/8/8/8/8/8/R6K w - - 0 1", moves=2, exact=True)._repr_html_()
    assert "<svg" in text
    assert "mate in 1 , proved, and no shorter one" in text_of(text)
    assert "no mate , proved" in text_of(solver.solve("7k/8/8/8/8/8/8/R6K w - - 0 1", moves=1)._repr_html_())
    unknown = replace(solver.solve("startpos", moves=1), mate=None)
    assert "a limit came first" in text_of(unknown._repr_html_())
    shogi = solver.solve("8k/9/8G/9/9/9/9/9/9 b G 1")
    assert "8k/9/8G" in shogi._repr_html_()
    assert "mate in" in replace(shogi, position=None, mate=True, plies=1)._repr_html_()
