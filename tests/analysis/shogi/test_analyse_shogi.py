"""Records of shogi through ``kiebitz analyse``: judged, written back, as data and as a page."""

import json
import re
from dataclasses import replace
from pathlib import Path

import pytest

from commands import refused, run_here
from kiebitz import Limit, ShogiEngine
from kiebitz.analysis.explanation.language import Language
from kiebitz.analysis.judging.annotate import AnalysisSettings
from kiebitz.analysis.judging.judgement import Judgement
from kiebitz.analysis.shogi.judged_game import judge_game, win_percent
from kiebitz.analysis.shogi.page import shogi_page
from kiebitz.analysis.shogi.record import shogi_record
from kiebitz.analysis.shogi.written_back import points, written_back
from kiebitz.engine.score import Score
from kiebitz.kifu.reading import read_kifu
from kiebitz.kifu.record import Ending, Kifu, KifuLine, KifuMove
from kiebitz.kifu.writing import kifu_text, write_kifu

SETTINGS = AnalysisSettings(Limit(nodes=3_000))
# White doesn't take the bishop back, and gives up where Black would be to move.
BLUNDER = Kifu.of_moves(["7g7f", "3c3d", "8h2b+", "9a9b"], ending=Ending.INTERRUPTION, 先手="Sente", 後手="<b>Gote</b>")
MATE = Kifu.of_moves(["G*5b"], "4k4/9/4P4/9/9/9/9/9/4K4 b GS 1", Ending.MATE)


@pytest.fixture(scope="module")
def engine():
    with ShogiEngine(hash_mb=4) as engine:
        yield engine


@pytest.fixture(scope="module")
def blunder(engine):
    return judge_game(BLUNDER, engine, SETTINGS)


def test_a_blunder_is_found_with_the_better_move(blunder):
    told = [(move.japanese, move.judgement) for move in blunder.moves]
    assert told[2:4] == [("☗２二角成", None), ("☖９二香", Judgement.BLUNDER)]
    lost = blunder.moves[3]
    assert (lost.best[0].usi[0], lost.best[0].japanese[0], lost.best[0].western[0]) == ("3a2b", "☖同　銀", "S3ax2b")
    assert (lost.ply, lost.is_black, lost.western) == (4, False, "L9a-9b")
    assert lost.score > Score(centipawns=500)  # Black's view
    assert lost.win_percent_loss > 15
    assert lost.centipawn_loss > 500
    assert lost.accuracy < 40
    assert (blunder.white.name, blunder.white.blunders, blunder.black.blunders) == ("<b>Gote</b>", 1, 0)
    assert blunder.black.accuracy > blunder.white.accuracy
    assert len(blunder.sfens) == 5


def test_the_same_again(blunder, engine):
    again = judge_game(BLUNDER, engine, SETTINGS)
    assert replace(again, time_ms=0) == replace(blunder, time_ms=0)


def test_ends_of_games_are_valued_by_the_rules(engine):
    mated = judge_game(MATE, engine, SETTINGS)
    assert mated.moves[0].score == Score(mate=0)
    assert mated.moves[0].accuracy > 99
    there_and_back = ["2h3h", "8b7b", "3h2h", "7b8b"] * 3
    drawn = judge_game(Kifu.of_moves(there_and_back, ending=Ending.REPETITION), engine, SETTINGS)
    assert drawn.moves[-1].score == Score(0)
    assert judge_game(Kifu(), engine, SETTINGS).moves == ()


def test_white_may_begin(engine):
    start = "lnsgkgsnl/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1"
    game = judge_game(Kifu.of_moves(["3c3d", "7g7f"], start), engine, SETTINGS)
    assert [move.is_black for move in game.moves] == [False, True]
    assert game.start_score > Score(centipawns=300)  # Black has a rook and a bishop more


def test_chances_are_those_of_shogi_programs():
    assert win_percent(Score(600)) == pytest.approx(73.1, abs=0.1)
    assert win_percent(Score(0)) == 50
    assert (win_percent(Score(mate=3)), win_percent(Score(mate=-3))) == (100, 0)
    assert [points(Score(mate=mate)) for mate in (1, 3, -2)] == [29_999, 29_997, -29_998]


def test_marks_are_written_as_shogi_programs_read_them(blunder):
    annotated = written_back(BLUNDER, blunder)
    comment = annotated.lines[0].moves[3].comment.split("\n")
    assert re.fullmatch(r"Kiebitz: \?\? 大悪手、最善手 ☖同　銀 \([+-]\d+ → \+\d+\)", comment[0])
    assert re.fullmatch(r"#評価値=\d+", comment[1])
    assert comment[2].startswith("#読み筋=☗")
    assert comment[-1].startswith("#エンジン=Kiebitz ")
    assert annotated.moves == BLUNDER.moves
    branch = annotated.lines[1]
    assert (branch.ply, branch.moves[0].usi) == (4, "3a2b")
    for format in ("kif", "csa"):
        (again,) = read_kifu(kifu_text(annotated, format).text)
        assert not again.faults
        assert again.lines[0].moves[3].comment.split("\n")[1] == comment[1]


def test_an_earlier_analysis_is_replaced_and_everything_else_stays(blunder, engine):
    main = BLUNDER.lines[0]
    moves = list(main.moves)
    moves[3] = replace(moves[3], comment="the reader's words", seconds=12.0, bookmark="here")
    own = (KifuMove("2b8h+", comment="mine"), KifuMove("3a2b"))
    lines = (replace(main, moves=tuple(moves)), KifuLine((KifuMove("3a2b", comment="I'd take"),), ply=4))
    game = replace(BLUNDER, lines=lines)
    assert own
    once = written_back(game, blunder)
    assert len(once.lines) == 2  # the reader's branch is the better move already
    said = once.lines[0].moves[3]
    assert said.comment.endswith("\nthe reader's words")
    assert (said.seconds, said.bookmark) == (12.0, "here")
    assert once.lines[1].moves[0].comment == "I'd take"
    twice = written_back(once, judge_game(once, engine, SETTINGS))
    assert twice == once
    added = written_back(BLUNDER, blunder)
    assert written_back(added, blunder) == added
    # A branch of ours that somebody went on with is theirs.
    branch = added.lines[1]
    changed = replace(branch, moves=(branch.moves[0], replace(branch.moves[1], comment="!"), *branch.moves[2:]))
    kept = written_back(replace(added, lines=(added.lines[0], changed)), blunder)
    assert kept.lines[1] == changed


def test_the_record_is_data(blunder):
    record = json.loads(json.dumps(shogi_record(BLUNDER, blunder)))
    assert (record["status"], record["winner"], record["ending"]) == ("analysed", None, "中断")
    move = record["moves"][3]
    assert (move["number"], move["color"], move["usi"], move["judgement"]) == (4, "white", "9a9b", "blunder")
    assert move["lines"][0]["pv"][0] == move["best"] == "3a2b"
    assert record["start"]["sfen"].endswith("b - 1")
    assert record["limit"] == "3000 nodes"


@pytest.mark.parametrize("language", Language)
def test_a_page_stands_alone_and_holds_text_as_text(blunder, language):
    page = shogi_page(shogi_record(BLUNDER, blunder), language)
    assert "<b>Gote</b>" not in page.partition('<script id="data"')[0]
    assert "&lt;b&gt;Gote&lt;/b&gt;" in page
    assert "default-src 'none'" in page
    assert "http" not in page.replace("http-equiv", "").replace("http://www.w3.org/2000/svg", "")
    assert "☖同　銀" in page
    assert "S3ax2b" in page
    assert page.count('<article class="panel moment"') == 1
    data = json.loads(re.search(r'<script id="data" type="application/json">(.*?)</script>', page)[1])
    assert len(data["positions"]) == 5
    assert data["positions"][3]["moved"] == "8h2b+"
    assert data["positions"][3]["men"].endswith(" B")
    assert len(data["places"]) == 2
    empty = shogi_page(shogi_record(Kifu(), judge_of_nothing()), language)
    assert "<script" not in empty


def judge_of_nothing():
    with ShogiEngine(hash_mb=1) as engine:
        return judge_game(Kifu(), engine, SETTINGS)


@pytest.mark.check
@pytest.mark.parametrize(("name", "written"), [("g.kif", "g.analysed.kif"), ("g.ki2u", "g.analysed.kifu")])
def test_the_command_writes_beside_it(tmp_path, name, written):
    write_kifu(BLUNDER, tmp_path / name)
    page = tmp_path / "g.html"
    done = run_here("analyse", tmp_path / name, "--nodes", 3000, "--html", page, cwd=tmp_path)
    assert done.status == 0, done.err
    assert "☖９二香" in done.out
    assert "?? blunder" in done.out
    assert f"Annotated record: {written}" in done.out
    (kifu,) = read_kifu(tmp_path / written)
    assert kifu.branches == 1
    assert "評価値" in kifu.lines[0].moves[0].comment
    assert "☖同　銀" in page.read_text(encoding="utf-8")
    # A deeper page is spared, and the same again isn't.
    assert run_here("analyse", tmp_path / name, "--nodes", 3000, "--html", page, cwd=tmp_path).status == 0
    assert "deeper than this" in refused("analyse", tmp_path / name, "--nodes", 1000, "--html", page, cwd=tmp_path)


def test_several_games_of_csa_as_json(tmp_path):
    write_kifu([BLUNDER, MATE], tmp_path / "two.csa")
    done = run_here("analyse", tmp_path / "two.csa", "--nodes", 1000, "--json", cwd=tmp_path)
    assert done.status == 0, done.err
    records = [json.loads(line) for line in done.out.splitlines()]
    assert [len(record["moves"]) for record in records] == [4, 1]
    assert records[1]["moves"][0]["mate"] == 0
    assert "no room for: 1 branch" in done.err
    assert len(list(read_kifu(tmp_path / "two.analysed.csa"))) == 2


@pytest.mark.check
def test_several_games_have_a_folder_with_a_list(tmp_path):
    """Whose players stand as in shogi, Black first; a page of an earlier run that it doesn't name goes."""
    write_kifu([BLUNDER, MATE], tmp_path / "two.csa")
    words = ("analyse", tmp_path / "two.csa", "--nodes", 1000, "--html", "pages")
    done = run_here(*words, cwd=tmp_path)
    assert done.status == 0, done.err
    assert f"Report: {Path('pages') / 'index.html'}" in done.out
    index = (tmp_path / "pages" / "index.html").read_text(encoding="utf-8")
    assert "Black – White" in index
    for name in ("0001.html", "0002.html"):
        assert f'href="{name}"' in index
        assert "☗" in (tmp_path / "pages" / name).read_text(encoding="utf-8")
    write_kifu(MATE, tmp_path / "one.kif")
    assert run_here("analyse", "one.kif", "--nodes", 1000, "--html", "pages", cwd=tmp_path).status == 0
    assert sorted(path.name for path in (tmp_path / "pages").iterdir()) == ["0001.html", "index.html"]


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["a.kif", "b.pgn"], "a.kif is shogi and b.pgn is not"),
        (["a.kif", "--parquet", "x"], "--parquet works for chess games only"),
        (["a.kif", "--era", "nimzo"], "--era works for chess games only"),
        (["a.kif", "--first", "1"], "options that select games"),
        (["a.kif", "-o", "a.kif"], "is the input"),
        (["a.kif", "-o", "a.pgn"], "name a file that ends with"),
        (["two.csa", "-o", "two.kif"], "holds one game, and two.csa has 2"),
        (["two.csa", "--html", "x.html"], "there are 2 games, and x.html holds one: name a folder"),
        (["a.kif", "two.csa", "-o", "x.csa"], "-o names one file, and there are 2 records"),
        (["none.kif"], "none.kif doesn't exist"),
    ],
)
def test_mistakes_are_named(tmp_path, arguments, words):
    write_kifu(BLUNDER, tmp_path / "a.kif")
    write_kifu([BLUNDER, MATE], tmp_path / "two.csa")
    assert words in refused("analyse", *arguments, "--nodes", 10, cwd=tmp_path)
