"""Evaluations kept in a repertoire: asked for once a position, as python-chess reads them."""

import io
import re

import chess.pgn
import pytest
from typer.testing import CliRunner

from kiebitz.cli import app
from kiebitz.collection.repertoire.evaluations import evaluation_of, keep_evaluation, to_evaluate, worst
from kiebitz.collection.repertoire.repertoire import Repertoire
from kiebitz.engine import Engine
from kiebitz.engine.limit import Limit
from kiebitz.engine.score import Score

# Two orders of moves to one position, one of which tells its evaluation; and a mate.
LINES = """[Orientation "white"]

1. d4 {[%eval 0.2,9] the queen's pawn} d5 (1... Nf6 2. Nf3 d5 {[%eval -0.1]}) 2. Nf3 Nf6 *

[Orientation "white"]

1. e4 f6 2. d4 g5 3. Qh5# *
"""


def read(text):
    file = io.StringIO(text)
    return Repertoire(iter(lambda: chess.pgn.read_game(file), None))


@pytest.fixture
def lines():
    return read(LINES)


def way_to(lines, *moves):
    key = lines.roots[0]
    for move in moves:
        way = lines.places[key].ways[move]
        key = way.to
    return way


def test_what_one_order_of_moves_tells_another_is_told(lines):
    assert evaluation_of(way_to(lines, "d2d4")) == Score(20)
    by_other = way_to(lines, "d2d4", "d7d5", "g1f3", "g8f6")
    assert evaluation_of(by_other) is None
    left = to_evaluate(lines)
    assert evaluation_of(by_other) == Score(-10)
    # 1.d4, what two orders lead to and the mate aren't searched.
    assert len(left) == len(lines.places) - 1 - 3
    assert len(to_evaluate(lines, again=True)) == len(lines.places) - 1 - 1


@pytest.mark.check
def test_a_search_is_kept_for_good(lines):
    with Engine() as engine:
        for key in to_evaluate(lines):
            keep_evaluation(lines, key, engine.analyse(lines.places[key].board(), Limit(nodes=300)))
    assert to_evaluate(lines) == []
    assert "the queen's pawn" in way_to(lines, "d2d4").comment
    again = read(lines.text())
    assert to_evaluate(again) == []
    # White's view, whoever moves: after 2...g5 there is a mate.
    assert evaluation_of(way_to(again, "e2e4", "f7f6", "d2d4", "g7g5")) == Score(mate=1)
    black = Repertoire(again.games(), is_white=False)
    own = {(black.places[key].text(), move): pawns for pawns, key, move in worst(black)}
    # The two sides see the same number from either end.
    assert own["1. d4 d5 2. Nf3", "g8f6"] == 0.1


KEPT = """[Event "Ch 1"]
[Annotator "me"]
[Orientation "white"]

{ intro } 1. e4 e5 ( { why } 1... c5 2. Nf3 ) 2. Nf3 { [%eval 0.9] } -- 3. Nxe5 *

[Event "Ch 2"]
[Orientation "black"]

1. e4 e5 2. Nf3 *

[Event "Ch 3"]
[Variant "Atomic"]

1. e4 *
"""


@pytest.mark.check
def test_a_file_stays_as_it_is_but_for_evaluations(tmp_path):
    file = tmp_path / "mine.pgn"
    file.write_text(KEPT)

    def run(*words):
        return CliRunner().invoke(app, ["repertoire", "evaluate", *map(str, words), "--overwrite", "--nodes", "300"])

    told = run(file, "-o", file)
    assert told.exit_code == 0, told.output
    text = file.read_text()
    stripped = " ".join(re.sub(r"\{ \[%eval [^]]*\] \}", "", text).split())
    for kept in ('[Event "Ch 1"]', '[Annotator "me"]', '[Event "Ch 2"]', '[Orientation "black"]', '[Variant "Atomic"]'):
        assert kept in stripped
    assert "{ intro } 1. e4 1... e5 ( { why } 1... c5 2. Nf3 ) 2. Nf3 2... -- 3. Nxe5 *" in stripped
    assert stripped.endswith("1. e4 *")
    first = chess.pgn.read_game(io.StringIO(text))
    assert first.comment == "intro"
    assert text.count("[%eval 0.9]") == 1
    assert text.count("[%eval 0.90]") == 1  # the same position in the other chapter
    assert "0 positions evaluated" in run(file, "-o", file).output
    assert file.read_text() == text
    run(file, "-o", file, "--again")
    assert "[%eval 0.9" not in file.read_text()


@pytest.mark.check
def test_lines_of_chess960_are_evaluated(tmp_path):
    file = tmp_path / "960.pgn"
    file.write_text(
        '[Variant "Chess960"]\n[SetUp "1"]\n[FEN "nrkbbqnr/pppppppp/8/8/8/8/PPPPPPPP/NRKBBQNR w KQkq - 0 1"]\n\n'
        "1. Nf3 Nf6 2. e3 e6 3. Be2 Be7 4. Qg1 Qg8 5. Kd1 O-O-O *\n"
    )
    told = CliRunner().invoke(
        app, ["repertoire", "evaluate", str(file), "-o", str(file), "--overwrite", "--nodes", "300"]
    )
    assert "10 positions evaluated" in told.output
    again = chess.pgn.read_game(io.StringIO(file.read_text()))
    assert not again.errors
    assert again.end().eval() is not None


@pytest.mark.check
def test_the_command(tmp_path):
    (tmp_path / "white.pgn").write_text(LINES)
    out = tmp_path / "out.pgn"

    def run(*words):
        return CliRunner().invoke(app, ["repertoire", "evaluate", *map(str, words)])

    told = run(tmp_path / "white.pgn", "-o", out, "--nodes", "300")
    assert told.exit_code == 0, told.output
    assert "8 positions evaluated, 3 were" in told.output
    before = out.read_text()
    assert run(out, "-o", out).exit_code == 2
    told = run(out, "-o", out, "--overwrite", "--nodes", "900")
    assert "0 positions evaluated, 11 were" in told.output
    assert out.read_text() == before
    assert "10 positions evaluated" in run(out, "-o", out, "--overwrite", "--nodes", "900", "--again").output
