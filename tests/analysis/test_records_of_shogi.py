"""Records of shogi through ``kiebitz analyse``: by the pipeline of chess, with the game as its parameter."""

import json
import re
from dataclasses import replace
from pathlib import Path

import pytest

from commands import refused, run_here
from kiebitz import Limit, ShogiEngine
from kiebitz.analysis.archive_run.batch import Observer, analyse_raw, run
from kiebitz.analysis.archive_run.request import AnalysisRequest
from kiebitz.analysis.explanation.language import Language
from kiebitz.analysis.explanation.reason import Reason, Role
from kiebitz.analysis.explanation.themes.mate import ForcedMate
from kiebitz.analysis.explanation.themes.refutation import Refutation, Standing
from kiebitz.analysis.judging.annotate import AnalysisSettings, analyse_game
from kiebitz.analysis.judging.judgement import Judgement
from kiebitz.analysis.judging.phase import Phase
from kiebitz.analysis.judging.position_store import PositionStore
from kiebitz.analysis.judging.written_kifu import points, written_back
from kiebitz.analysis.reading.kifu_games import raw_kifus
from kiebitz.analysis.report.page import game_page
from kiebitz.engine.score import Score
from kiebitz.kifu.handicaps import STARTS
from kiebitz.kifu.reading import read_kifu
from kiebitz.kifu.record import Ending, Kifu, KifuLine, KifuMove
from kiebitz.kifu.writing import kifu_text, write_kifu
from kiebitz.processes.journal_file import journal_path

SETTINGS = AnalysisSettings(Limit(nodes=3_000), game="shogi", words=Language.ENGLISH)
# White doesn't take the bishop back, and gives up where Black would be to move.
BLUNDER = Kifu.of_moves(["7g7f", "3c3d", "8h2b+", "9a9b"], ending=Ending.INTERRUPTION, 先手="Sente", 後手="<b>Gote</b>")
MATE = Kifu.of_moves(["G*5b"], "4k4/9/4P4/9/9/9/9/9/4K4 b GS 1", Ending.MATE)
MATE_LET_GO = Kifu.of_moves(["S*5b"], "4k4/9/4P4/9/9/9/9/9/4K4 b GS 1", 開始日時="2026/11/29 10:00", 棋戦="Cup")


@pytest.fixture(scope="module")
def engine():
    with ShogiEngine(hash_mb=4) as engine:
        yield engine


@pytest.fixture(scope="module")
def blunder(engine):
    return analyse_game(BLUNDER, engine, SETTINGS)


def record_of(kifu, engine, folder):
    write_kifu(kifu, folder / "game.kifu")
    (raw,) = raw_kifus(str(folder / "game.kifu"), print, None)
    return json.loads(json.dumps(analyse_raw(raw, engine, SETTINGS).record))


@pytest.fixture(scope="module")
def record(engine, tmp_path_factory):
    return record_of(BLUNDER, engine, tmp_path_factory.mktemp("record"))


def test_a_blunder_is_found_with_the_better_move(blunder):
    told = [(move.san, move.judgement) for move in blunder.moves]
    # The exchange itself gives a tempo away, which some call inaccurate.
    assert told[2] in [("☗２二角成", None), ("☗２二角成", Judgement.INACCURACY)]
    assert told[3] == ("☖９二香", Judgement.BLUNDER)
    lost = blunder.moves[3]
    assert (lost.best[0].uci[0], lost.best[0].san[0]) == ("3a2b", "☖同　銀")
    assert (lost.number, lost.is_first, lost.phase) == (4, False, Phase.OPENING)
    assert lost.score > Score(centipawns=500)  # Black's view
    assert lost.win_percent_loss > 15
    assert lost.centipawn_loss > 500
    assert lost.accuracy < 40
    assert lost.sureness is None
    assert (blunder.white.name, blunder.white.blunders, blunder.black.blunders) == ("<b>Gote</b>", 1, 0)
    assert blunder.players == (blunder.black, blunder.white)
    assert blunder.black.accuracy > blunder.white.accuracy
    assert len(blunder.positions) == 5


def test_the_same_again(blunder, engine):
    again = analyse_game(BLUNDER, engine, SETTINGS)
    assert replace(again, time_ms=0) == replace(blunder, time_ms=0)


def test_ends_of_games_are_valued_by_the_rules(engine):
    mated = analyse_game(MATE, engine, SETTINGS)
    assert mated.moves[0].score == Score(mate=0)
    assert mated.moves[0].accuracy > 99
    there_and_back = ["2h3h", "8b7b", "3h2h", "7b8b"] * 3
    drawn = analyse_game(Kifu.of_moves(there_and_back, ending=Ending.REPETITION), engine, SETTINGS)
    assert drawn.moves[-1].score == Score(0)
    assert analyse_game(Kifu(), engine, SETTINGS).moves == ()


def test_white_may_begin(engine):
    start = "lnsgkgsnl/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1"
    game = analyse_game(Kifu.of_moves(["3c3d", "7g7f"], start), engine, SETTINGS)
    assert [move.is_first for move in game.moves] == [False, True]
    assert game.start_score > Score(centipawns=300)  # Black has a rook and a bishop more


def test_a_mate_let_go_is_the_reason_of_a_mark(engine):
    (move,) = analyse_game(MATE_LET_GO, engine, SETTINGS).moves
    assert move.judgement
    reason, shape = move.reasons
    assert (reason.role, reason.fact.line, reason.fact.in_moves) == ("better", ("G*5b",), 1)
    assert isinstance(reason.fact, ForcedMate)
    assert (shape.role, shape.motif) == ("better", "gold at the head")
    comment = written_back(MATE_LET_GO, analyse_game(MATE_LET_GO, engine, SETTINGS)).lines[0].moves[0].comment
    assert "Kiebitz: Better: ☗G*5b is mate.\nKiebitz: That is the mate with a gold at the king's head" in comment


def test_searches_apart_are_kept_and_found_again(engine, tmp_path):
    settings = replace(SETTINGS, store=str(tmp_path / "store"))
    with PositionStore(settings.store) as store:
        first = analyse_game(BLUNDER, engine, settings, store=store)
        assert store.known == 0
        again = analyse_game(BLUNDER, engine, settings, store=store)
        assert store.known == len(again.positions)
    apart = analyse_game(BLUNDER, engine, replace(SETTINGS, apart=True))
    assert replace(first, time_ms=0) == replace(again, time_ms=0) == replace(apart, time_ms=0)


def test_marks_are_written_as_shogi_programs_read_them(blunder):
    annotated = written_back(BLUNDER, blunder)
    comment = annotated.lines[0].moves[3].comment.split("\n")
    assert re.fullmatch(r"Kiebitz: \?\? 大悪手、最善手 ☖同　銀 \([+-]\d+ → \+\d+\)", comment[0])
    assert comment[1:3] == [
        "Kiebitz: ☗+B2bx2a takes a knight for nothing.",
        "Kiebitz: Better: ☖S3ax2b takes the bishop back.",
    ]
    assert re.fullmatch(r"#評価値=\d+", comment[3])
    assert comment[4].startswith("#読み筋=☗")
    assert comment[-1].startswith("#エンジン=Kiebitz ")
    assert [points(Score(mate=mate)) for mate in (1, 3, -2)] == [29_999, 29_997, -29_998]
    assert annotated.moves == BLUNDER.moves
    branch = annotated.lines[1]
    assert (branch.ply, branch.moves[0].usi) == (4, "3a2b")
    for format in ("kif", "csa"):
        (again,) = read_kifu(kifu_text(annotated, format).text)
        assert not again.faults
        assert again.lines[0].moves[3].comment.split("\n")[3] == comment[3]


def branch_at(kifu, ply):
    """The one branch at a ply of the game."""
    (branch,) = [line for line in kifu.lines[1:] if line.ply == ply]
    return branch


def test_an_earlier_analysis_is_replaced_and_everything_else_stays(blunder, engine):
    main = BLUNDER.lines[0]
    moves = list(main.moves)
    moves[3] = replace(moves[3], comment="the reader's words", seconds=12.0, bookmark="here")
    lines = (replace(main, moves=tuple(moves)), KifuLine((KifuMove("3a2b", comment="I'd take"),), ply=4))
    game = replace(BLUNDER, lines=lines)
    once = written_back(game, blunder)
    # The reader's branch is the better move already.
    marked = [move.number for move in blunder.moves if move.judgement]
    assert sorted(line.ply for line in once.lines[1:]) == marked
    said = once.lines[0].moves[3]
    assert said.comment.endswith("\nthe reader's words")
    assert (said.seconds, said.bookmark) == (12.0, "here")
    assert branch_at(once, 4).moves[0].comment == "I'd take"
    twice = written_back(once, analyse_game(once, engine, SETTINGS))
    assert twice == once
    added = written_back(BLUNDER, blunder)
    assert written_back(added, blunder) == added
    # A branch of ours that somebody went on with is theirs.
    branch = branch_at(added, 4)
    changed = replace(branch, moves=(branch.moves[0], replace(branch.moves[1], comment="!"), *branch.moves[2:]))
    kept = written_back(replace(added, lines=(added.lines[0], changed)), blunder)
    assert branch_at(kept, 4) == changed


def test_words_of_others_stay_through_any_number_of_analyses(blunder):
    theirs = "Kiebitz: my note\n#評価値=31\n#読み筋=☗７六歩\n#エンジン=Other 1\n\nKiebitz: another"
    moves = tuple(replace(move, comment=theirs) for move in BLUNDER.lines[0].moves)
    once = written_back(replace(BLUNDER, lines=(replace(BLUNDER.lines[0], moves=moves),)), blunder)
    assert all(move.comment.endswith(f"\n{theirs}") for move in once.lines[0].moves)
    assert written_back(once, blunder) == once


def test_the_record_is_data(record):
    assert (record["status"], record["winner"], record["ending"]) == ("analysed", None, "中断")
    assert (record["game_kind"], record["result"]) == ("shogi", "*")
    assert record["headers"]["先手"] == record["tags"]["Black"] == record["black"]["name"] == "Sente"
    move = record["moves"][3]
    assert (move["number"], move["color"], move["usi"], move["judgement"]) == (4, "white", "9a9b", "blunder")
    assert (move["japanese"], move["western"]) == ("☖９二香", "L9a-9b")
    assert move["lines"][0]["pv"][0] == move["best"] == "3a2b"
    assert (move["lines"][0]["pv_japanese"][0], move["lines"][0]["pv_western"][0]) == ("☖同　銀", "S3ax2b")
    assert record["start"]["sfen"].endswith("b - 1")
    assert move["sfen"].startswith(record["positions"][4]["sfen"])
    assert record["limit"] == "3000 nodes"


@pytest.mark.parametrize("language", Language)
def test_a_page_stands_alone_and_holds_text_as_text(record, language):
    page = game_page(record, language)
    assert "<b>Gote</b>" not in page.partition('<script id="data"')[0]
    assert "&lt;b&gt;Gote&lt;/b&gt;" in page
    assert "default-src 'none'" in page
    assert "http" not in page.replace("http-equiv", "").replace("http://www.w3.org/2000/svg", "")
    assert "☖同　銀" in page
    assert ("S3ax2b" in page) is (language is not Language.JAPANESE)
    assert page.count('<article class="panel moment"') == sum(bool(move["judgement"]) for move in record["moves"])
    data = json.loads(re.search(r'<script id="data" type="application/json">(.*?)</script>', page)[1])
    assert len(data["positions"]) == 5
    assert data["positions"][3]["moved"] == "8h2b+"
    assert data["positions"][3]["men"].endswith(" B")
    assert data["positions"][4]["line"][0]["moved"] == "3a2b"
    assert len(data["places"]) == 2


def test_what_chess_says_of_white_is_said_of_black(record):
    """Who moves first in shogi; the story says so, too."""
    english, german = game_page(record, Language.ENGLISH), game_page(record, Language.GERMAN)
    assert "Black’s winning chances by move" in english
    assert "White’s" not in english.replace("White’s downwards", "")
    assert "4. ☖９二香?? (L9a-9b) turned it: Black’s chances went from" in english
    assert "Gewinnaussichten von Schwarz gingen von" in german


def test_the_page_is_japanese_where_the_reader_is(engine, tmp_path):
    """Who won is said, ranks have their names, and men are kanji alone."""
    page = game_page(record_of(MATE, engine, tmp_path), Language.JAPANESE)
    assert "まで1手で先手の勝ち（詰み）" in page
    assert "○–●" in page
    assert ">三</text>" in page
    assert ">c</text>" not in page
    english = game_page(record_of(MATE, engine, tmp_path), Language.ENGLISH)
    assert "Black won (mate)" in english
    assert ">c</text>" in english


def test_openings_and_castles_are_named(engine, tmp_path):
    moves = "7g7f 3c3d 6g6f 8c8d 2h6h 8d8e 8h7g 6a5b 5i4h 5a4b 4h3h 4b3b 3h2h 7a6b 3i3h 5c5d 6i5h 1c1d"
    record = record_of(Kifu.of_moves(moves.split()), engine, tmp_path)
    assert record["tags"]["Opening"] == "四間飛車・美濃囲い 対 居飛車・舟囲い"
    assert "四間飛車・美濃囲い 対 居飛車・舟囲い" in game_page(record, Language.JAPANESE)
    assert "Fourth-File Rook, Mino against Static Rook, Boat" in game_page(record, Language.ENGLISH)
    named = Kifu.of_moves(moves.split(), 戦型="藤井システム")
    assert record_of(named, engine, tmp_path)["tags"]["Opening"] == "藤井システム"


def test_a_game_without_moves_has_a_page(engine, tmp_path):
    record = record_of(Kifu.of_moves([], 先手="Sente"), engine, tmp_path)
    assert "<script" not in game_page(record, Language.ENGLISH)


@pytest.mark.check
def test_a_page_of_a_handicap_game_calls_the_sides_so(engine, tmp_path):
    record = record_of(Kifu.of_moves(["3c3d", "7g7f"], STARTS["角落ち"], 先手="A", 後手="B"), engine, tmp_path)
    japanese = game_page(record, Language.JAPANESE)
    assert "下手の勝率" in japanese
    assert not re.search("先手|後手", japanese)
    assert "Black’s winning chances" in game_page(record, Language.ENGLISH)


def test_reasons_in_a_record_of_a_handicap_game_call_the_sides_so(engine):
    kifu = Kifu.of_moves(["3c3d", "7g7f"], STARTS["角落ち"])
    game = analyse_game(kifu, engine, replace(SETTINGS, words=Language.JAPANESE))
    fen = f"{STARTS['角落ち'].split()[0]} b - 2"
    answered = Refutation(fen=fen, line=("7g7f",), before=Standing.EQUAL, after=Standing.WORSE)
    moves = (replace(game.moves[0], reasons=(Reason(Role.ANSWER, answered),)), game.moves[1])
    (said, _) = (move.comment for move in written_back(kifu, replace(game, moves=moves)).lines[0].moves)
    assert "最善の応手で、上手は互角から劣勢に" in said
    assert not re.search("先手|後手", said)


def test_no_dot_stands_beside_a_player_of_shogi(record):
    """● is a lost game there; the marks say who is who."""
    for language in Language:
        heading = re.search("<h1>.*?</h1>", game_page(record, language))[0]
        assert '<i class="side' not in heading
        assert re.search("☗ .*Sente.*☖ .*Gote", heading)


@pytest.mark.check
@pytest.mark.parametrize(("name", "written"), [("g.kif", "g.analysed.kif"), ("g.ki2u", "g.analysed.kifu")])
def test_the_command_writes_beside_it(tmp_path, name, written):
    write_kifu(BLUNDER, tmp_path / name)
    page = tmp_path / "g.html"
    done = run_here("analyse", tmp_path / name, "--nodes", 3000, "--html", page, cwd=tmp_path)
    assert done.status == 0, done.err
    assert "☗ Sente - ☖ <b>Gote</b>, adjourned" in done.out
    assert "☖９二香" in done.out
    assert "?? blunder" in done.out
    assert f"Annotated record: {written}" in done.out
    (kifu,) = read_kifu(tmp_path / written)
    assert branch_at(kifu, 4).moves[0].usi == "3a2b"
    assert "評価値" in kifu.lines[0].moves[0].comment
    assert "☖同　銀" in page.read_text(encoding="utf-8")
    # A deeper page is spared, and the same again isn't.
    assert run_here("analyse", tmp_path / name, "--nodes", 3000, "--html", page, cwd=tmp_path).status == 0
    assert "deeper than this" in refused("analyse", tmp_path / name, "--nodes", 1000, "--html", page, cwd=tmp_path)
    # The record, too; and what can't be read replaces nothing.
    kept = (tmp_path / written).read_bytes()
    told = refused("analyse", tmp_path / name, "--nodes", 1000, cwd=tmp_path)
    assert f"{written} was analysed with 3000 nodes a position, deeper than this" in told
    write_kifu(BLUNDER, tmp_path / "g.kif")
    told = refused("analyse", tmp_path / "g.kif", "--encoding", "utf-8", "-o", written, cwd=tmp_path)
    assert f"no move could be read in {tmp_path / 'g.kif'}; is --encoding utf-8 right?" in told
    (tmp_path / name).write_text("手合割：平手\n", encoding="utf-8")
    assert f"no move could be read in {tmp_path / name}" in refused("analyse", tmp_path / name, cwd=tmp_path)
    assert (tmp_path / written).read_bytes() == kept
    assert run_here("analyse", tmp_path / name, "--overwrite", cwd=tmp_path).status == 2


@pytest.mark.parametrize(
    ("moves", "start"),
    [
        (("5i5h", "5a5b", "5h5i", "5b5a") * 3 + ("7g7f",), None),
        (("6b5b", "5a4a", "5b4b", "4a5a", "4b5b", "5a6a", "5b6b", "6a5a") * 4, "4k4/3R5/9/9/9/9/9/9/4K4 b - 1"),
    ],
    ids=["sennichite", "perpetual check"],
)
def test_a_game_that_goes_on_after_the_rules_have_ended_it(engine, moves, start):
    kifu = Kifu.of_moves(moves, start) if start else Kifu.of_moves(moves)
    few = replace(SETTINGS, limit=Limit(nodes=300), words=None)
    found = analyse_game(kifu, engine, few)
    assert len(found.moves) == len(moves)
    assert all(move.best for move in found.moves)
    ended = analyse_game(Kifu.of_moves(moves[:12]), engine, few) if start is None else None
    assert ended is None or ended.moves[-1].score == Score(centipawns=0)


def test_several_games_of_csa_as_json(tmp_path):
    write_kifu([BLUNDER, MATE], tmp_path / "two.csa")
    done = run_here("analyse", tmp_path / "two.csa", "--nodes", 1000, "--json", "--jobs", 1, cwd=tmp_path)
    assert done.status == 0, done.err
    records = [json.loads(line) for line in done.out.splitlines()]
    assert [len(record["moves"]) for record in records] == [4, 1]
    assert records[1]["moves"][0]["mate"] == 0
    marked = sum(bool(move["judgement"]) for move in records[0]["moves"])
    assert f"no room for: {marked} branch" in done.err
    assert len(list(read_kifu(tmp_path / "two.analysed.csa"))) == 2


@pytest.mark.check
@pytest.mark.parametrize(
    ("lang", "options", "said"),
    [
        ("ja_JP.UTF-8", (), "☗２一馬で桂をただで取られる。"),
        ("en_GB.UTF-8", (), "☗+B2bx2a takes a knight for nothing."),
        ("ja_JP.UTF-8", ("-l", "de"), "☗+B2bx2a nimmt umsonst: Springer."),
    ],
)
def test_reasons_are_in_the_readers_language(tmp_path, monkeypatch, lang, options, said):
    monkeypatch.delenv("LC_ALL", raising=False)
    monkeypatch.delenv("LC_MESSAGES", raising=False)
    monkeypatch.setenv("LANG", lang)
    write_kifu(BLUNDER, tmp_path / "g.kif")
    done = run_here("analyse", "g.kif", "--nodes", 3000, *options, cwd=tmp_path)
    assert said in done.out


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


@pytest.mark.check
def test_several_processes_columns_and_a_choice_of_games(tmp_path):
    polars = pytest.importorskip("polars", reason="Polars is missing: pip install 'kiebitz[data]'")
    for name, kifu in (("a.kif", BLUNDER), ("b.csa", MATE), ("c.kifu", MATE_LET_GO)):
        write_kifu(kifu, tmp_path / name)
    words = ("analyse", "a.kif", "b.csa", "c.kifu", "--nodes", 1000, "--json")
    outputs = [tmp_path / name for name in ("a.analysed.kif", "b.analysed.csa", "c.analysed.kifu")]
    alone = run_here(*words, "--jobs", 1, cwd=tmp_path)
    written = [path.read_bytes() for path in outputs]
    shared = run_here(*words, "--jobs", 2, "--parquet", "columns", cwd=tmp_path)
    assert shared.status == 0, shared.err
    timeless = [[json.loads(line) | {"time_ms": 0} for line in done.out.splitlines()] for done in (alone, shared)]
    assert timeless[0] == timeless[1]
    assert [path.read_bytes() for path in outputs] == written
    games, moves, positions = (
        polars.read_parquet(tmp_path / "columns" / f"{name}.parquet") for name in ("games", "moves", "positions")
    )
    assert games.select("Black", "Result", "Date", "Event").rows() == [
        ("Sente", "*", None, None),
        (None, "1-0", None, None),
        (None, "*", "2026.11.29", "Cup"),
    ]
    assert moves.filter(polars.col("game") == 1)["move"].to_list() == BLUNDER.moves
    assert moves["san"].to_list()[3] == "☖９二香"
    assert positions["fen"].to_list()[0].endswith(" b -")
    chosen = run_here(*words, "--player", "sente", cwd=tmp_path)
    assert [json.loads(line)["black"]["name"] for line in chosen.out.splitlines()] == ["Sente"]


class StoppedError(Exception):
    """What ends a run here after a game."""


def test_a_run_that_was_ended_is_resumed(tmp_path):
    """What was finished is neither searched nor written again, whichever output it is in."""
    write_kifu([BLUNDER, MATE], tmp_path / "a.csa")
    write_kifu(MATE_LET_GO, tmp_path / "b.kifu")
    inputs = (str(tmp_path / "a.csa"), str(tmp_path / "b.kifu"))
    settings = replace(SETTINGS, limit=Limit(nodes=500))

    def go(folder, *, stop_after=None, resume=False):
        outputs = {name: tmp_path / folder / Path(name).name for name in inputs}
        done = []

        def on_game(raw, outcome):
            done.append(raw.number)
            if len(done) == stop_after:
                raise StoppedError

        request = AnalysisRequest(
            inputs, outputs[inputs[0]], settings, jobs=1, resume=resume, records=True, outputs=outputs
        )
        observer = Observer(lambda fault: None, on_game, lambda summary, record: None, lambda characters, games: None)
        run(request, observer)
        return done

    for folder in ("whole", "1", "2"):
        (tmp_path / folder).mkdir()
    assert go("whole") == [1, 2, 1]
    for stopped, left in ((1, [2, 1]), (2, [1])):
        with pytest.raises(StoppedError):
            go(str(stopped), stop_after=stopped)
        assert journal_path(tmp_path / str(stopped) / "a.csa").exists()
        assert go(str(stopped), resume=True) == left
        for name in ("a.csa", "b.kifu"):
            assert (tmp_path / str(stopped) / name).read_bytes() == (tmp_path / "whole" / name).read_bytes()
        assert not journal_path(tmp_path / str(stopped) / "a.csa").exists()


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["a.kif", "b.pgn"], "a.kif is shogi and b.pgn is not"),
        (["a.kif", "--ray", "local"], "--ray sends games as PGN"),
        (["a.kif", "--syzygy", "x"], "--syzygy names tables of chess endings"),
        (["a.kif", "--engine", "stockfish"], "--engine asks a UCI program, which plays chess"),
        (["a.pgn", "--language", "ja"], "--language ja: chess is explained in English and German"),
        (["a.kif", "--era", "nimzo"], "--era names chess programs of the past"),
        (["a.kif", "--eco", "B20"], "--eco selects by a tag that records of shogi don't have"),
        (["a.kif", "--player", "nobody"], "no such game in a.kif"),
        (["a.kif", "-o", "a.kif"], "is the input"),
        (["a.kif", "-o", "a.pgn"], "name a file that ends with"),
        (["two.csa", "-o", "two.kif"], "holds one game, and two.csa has 2"),
        (["two.csa", "--html", "x.html"], "is a page for one game, and there are 2; name a folder"),
        (["a.kif", "two.csa", "-o", "x.csa"], "-o names one file, and there are 2 records"),
        (["a.kif", "a.ki2"], "two records would be written to a.analysed.kif"),
        (["none.kif"], "none.kif doesn't exist"),
    ],
)
def test_mistakes_are_named(tmp_path, arguments, words):
    write_kifu(BLUNDER, tmp_path / "a.kif")
    write_kifu(BLUNDER, tmp_path / "a.ki2")
    write_kifu([BLUNDER, MATE], tmp_path / "two.csa")
    (tmp_path / "a.pgn").write_text("1. e4 *")
    assert words in refused("analyse", *arguments, "--nodes", 10, cwd=tmp_path)
