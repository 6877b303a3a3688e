import sys

import chess
import pytest

pytest.importorskip("starlette", reason="the board in the browser needs kiebitz[web]")

from kiebitz.engine.tablebase import Tablebase
from kiebitz.web import whole_game
from kiebitz.web.limits import Limits
from kiebitz.web.messages import VERSION
from kiebitz.web.server import Board
from kiebitz.web.sources import Sources
from processes import wait_until
from sources import DATA
from tabs import ADDRESS, client_of, one_tab, tab_of

MATE_IN_ONE = "6k1/5ppp/8/8/8/8/8/R6K w - - 0 1"
DEFAULTS = {"lines": 3, "threads": 1, "hash_mb": 64, "seconds": 600, "depth": 0}


def test_a_new_tab_sees_the_first_position():
    with one_tab() as tab:
        welcome = tab.hear("welcome")
        assert welcome["version"] == VERSION
        assert welcome["settings"] == DEFAULTS
        assert tab.hear("tree")["nodes"] == []
        shown = tab.hear("shown")
        assert (shown["fen"], shown["node"], len(shown["legal"])) == (chess.STARTING_FEN, 0, 20)


def test_what_cant_be_done_is_told_in_the_tab_s_language():
    with one_tab(language="de", first="1. e4 e5 2. Ke3 Kd6 *") as tab:
        german = "2. Ke3 ist nicht erlaubt; bis dahin analysiert"
        assert tab.hear("notice", code="fault")["detail"] == german
        tab.say("annotate", game="")
        assert "geändert" in tab.hear("notice", code="refused")["detail"]
        tab.say("examine", fen="8/8/8/8/8/8/8/K7 w - - 0 1")
        assert tab.hear("examined")["fault"] == "Schwarz hat 0 Könige; jede Seite braucht genau einen"


@pytest.mark.check
def test_lines_come_while_the_search_runs_and_a_move_begins_another():
    with one_tab() as tab:
        tab.say("settings", lines=2, threads=1, hash_mb=4, seconds=600, depth=0)
        tab.say("search", on=True)
        lines = tab.hear_lines(6)
        assert lines["running"]
        assert lines["node"] == 0
        assert [len(lines["lines"]), lines["nodes"] > 0, 400 < lines["expected"] < 700] == [2, True, True]
        assert lines["lines"][0]["text"].startswith("1. ")
        assert lines["lines"][0]["first"] != lines["lines"][1]["first"]
        tab.go("e2e4")
        assert tab.hear("lines", node=1)["lines"][0]["text"].startswith("1...")
        tab.say("search", on=False)
        tab.say("threat")
        tab.hear("threatfound", node=1)


QUESTIONS = {
    "examine": ({"fen": "8/8 w"}, "examined", {}),
    "threat": ({}, "threatfound", {}),
    "explain": ({}, "explained", {}),
    "search": ({"on": True}, "lines", {"running": False}),
    "analysegame": ({"nodes": 50, "judge": 0, "game": ""}, "progress", {"running": False}),
    "attempt": ({"text": "Zz9", "best": ""}, "notice", {"code": "refused"}),
    "move": ({"text": "a1a9"}, "notice", {"code": "refused"}),
    "annotate": ({"game": "1. e4 *"}, "notice", {"code": "refused"}),
}


@pytest.mark.check
@pytest.mark.parametrize(
    ("first", "path"),
    [
        ("startpos", []),
        ("1. f3 e5 2. g4 Qh4# 0-1", [0, 0, 0, 0]),  # mated
        ("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", []),  # stalemated
        ("8/8/3k4/8/8/3K4/8/8 w - - 0 1", []),  # dead
    ],
)
def test_every_question_has_its_last_message_whatever_was_refused(first, path):
    with one_tab(game=first, path=path, limits=Limits(search_s=1, explanation_nodes=500)) as tab:
        for kind, (fields, last, matching) in QUESTIONS.items():
            tab.say("load", text="8/8/8/8/8/8/8/8 w - - 0 1")
            tab.hear("notice", code="refused")
            tab.say(kind, **fields)
            tab.hear(last, **matching)


@pytest.mark.check
def test_a_search_goes_on_when_a_question_between_was_refused():
    with one_tab() as tab:
        tab.say("search", on=True)
        tab.hear("lines", running=True)
        tab.say("attempt", text="Zz9", best="")
        tab.hear("notice", code="refused")
        tab.hear("lines", running=True)


@pytest.mark.check
def test_a_search_that_ends_by_itself_says_so():
    with one_tab(first=MATE_IN_ONE, limits=Limits(search_s=1)) as tab:
        tab.say("search", on=True)
        lines = tab.hear("lines", running=False)
        assert (lines["lines"][0]["score"], lines["lines"][0]["text"], lines["expected"]) == ("#1", "1. Ra8#", 1000)
        tab.say("move", text="ra8")
        assert tab.hear("moveread") == {"type": "moveread", "node": 0, "move": "a1a8"}
        tab.go("a1a8", fen=MATE_IN_ONE)
        assert tab.hear("shown", node=1)["outcome"] == "checkmate"
        assert tab.hear("lines", node=1, running=False)["lines"] == []


def test_the_threat_is_what_the_opponent_would_do():
    with one_tab(first="6k1/8/8/8/8/1b6/r4PPP/6K1 w - - 0 1") as tab:
        tab.say("threat")
        threat = tab.hear("threatfound")
        assert (threat["move"], threat["score"]) == ("a2a1", "#-1")
        tab.say("load", text="6k1/8/8/8/8/8/5PPP/r5K1 w - - 0 1")
        tab.say("threat")
        assert tab.hear("threatfound")["move"] == ""


@pytest.mark.parametrize(("language", "word"), [("en", "mate"), ("de", "matt"), ("xx", "mate")])
def test_the_move_is_explained_in_the_tab_s_language(language, word):
    with one_tab(first=MATE_IN_ONE, language=language, limits=Limits(explanation_nodes=5_000)) as tab:
        tab.go("a1a8", fen=MATE_IN_ONE)
        tab.say("explain")
        explained = tab.hear("explained")
        assert (explained["node"], explained["san"]) == (1, "Ra8#")
        assert word in " ".join(explained["sentences"])
        tab.go(fen=MATE_IN_ONE)
        tab.say("explain")
        assert tab.hear("explained")["san"] == ""


def test_an_explanation_is_left_for_the_next_wish():
    with one_tab(limits=Limits(explanation_nodes=1 << 50)) as tab:
        tab.go("e2e4")
        tab.say("explain")
        tab.go("e2e4", "e7e5")
        tab.hear("shown", node=2)


@pytest.mark.parametrize(
    ("kind", "fields", "words"),
    [
        ("move", {"text": "e2e5"}, "'e2e5' is not legal here"),
        ("load", {"text": "8/8/8/8/8/8/8/8 w - - 0 1"}, "king"),
        ("go", {"node": 7, "fen": MATE_IN_ONE, "chess960": False, "moves": ["a1a9"]}, "'a1a9' is not legal here"),
        ("go", {"node": 7, "fen": "nonsense", "chess960": False, "moves": []}, "write eight"),
        ("keep", {"name": "", "stamps": [], "edits": 1, "text": "1. e4 *"}, "no games are kept here"),
        ("annotate", {"game": "1. e4 *"}, "were changed while it was analysed"),
        ("settings", DEFAULTS | {"lines": 9, "threads": 1, "hash_mb": 16}, "lines is 9; it can be 1 to 5"),
        ("settings", DEFAULTS | {"lines": 1, "threads": 1, "hash_mb": 1_000_000}, "hash_mb is 1000000"),
    ],
)
def test_what_can_not_be_done_is_told_and_changes_nothing(kind, fields, words):
    with one_tab() as tab:
        tab.say(kind, **fields)
        notice = tab.hear("notice")
        assert notice["code"] == "refused"
        assert words in notice["detail"]
        tab.go("e2e4")
        assert tab.hear("shown", node=1)["last"] == ["e2", "e4"]


@pytest.mark.check
def test_more_tabs_than_allowed_do_not_search_at_once():
    board = Board(ADDRESS, Limits(searches=1))
    with client_of(board) as client, tab_of(client, board) as one:
        one.say("search", on=True)
        one.hear_lines(2)
        with tab_of(client, board) as other:
            other.say("search", on=True)
            assert other.hear("notice")["code"] == "busy"
            assert other.hear("lines")["running"] is False
            one.say("search", on=False)
            wait_until(lambda: board.shared.searches.running == 0)
            other.say("search", on=True)
            assert other.hear_lines(2)["running"] is True


def test_a_tab_that_is_closed_leaves_no_search():
    board = Board(ADDRESS)
    with client_of(board) as client:
        with tab_of(client, board) as tab:
            tab.say("search", on=True)
            tab.hear_lines(4)
            assert (board.tabs, board.shared.searches.running) == (1, 1)
        wait_until(lambda: (board.tabs, board.shared.searches.running) == (0, 0))


LEGAL = "1. e4 e5 2. Nf3 d6 3. Bc4 Bg4 4. Nc3 g6 5. Nxe5 Bxd1 6. Bxf7+ Ke7 7. Nd5# 1-0"


@pytest.mark.check
def test_the_whole_game_is_analysed_beside_the_search_and_written_into_the_game_as_it_is_then():
    with one_tab(first=LEGAL) as tab:
        tab.say("search", on=True)
        tab.say("analysegame", nodes=3_000, judge=0, game=LEGAL)
        assert tab.hear("progress") == {"type": "progress", "running": True, "done": 0, "of": 14}
        judged = tab.hear("judged")
        assert judged["moves"][9]["judgement"] == "blunder"
        assert tab.hear("progress", running=False)
        tab.say("annotate", game=LEGAL.replace("1. e4", "1. e4 {Mine} (1. d4)"))
        nodes = tab.hear("annotated")["tree"]["nodes"]
        assert [nodes[0]["comment"], nodes[0]["score"] != ""] == ["Mine", True]
        (blunder,) = (node for node in nodes if node["san"] == "Bxd1")
        assert 4 in blunder["nags"]
        assert blunder["comment"].startswith("(Kiebitz: 6.Bxf7+ mates")
        assert "[%eval" in blunder["raw"]
        tab.say("annotate", game="1. e4 *")
        assert "were changed while it was analysed" in tab.hear("notice")["detail"]


def test_a_whole_game_waits_for_no_other_search():
    board = Board(ADDRESS, Limits(searches=1), first="1. e4 *")
    with client_of(board) as client, tab_of(client, board) as tab:
        tab.say("search", on=True)
        tab.hear_lines(2)
        tab.say("analysegame", nodes=1_000, judge=0, game="1. e4 *")
        assert tab.hear("notice")["code"] == "busy_game"
        assert tab.hear("progress", running=False)
        assert tab.hear("lines")["running"]


def test_an_analysis_ends_when_it_is_cancelled_and_when_another_game_comes(monkeypatch):
    monkeypatch.setattr(whole_game, "PATIENCE_S", 0.1)
    board = Board(ADDRESS, first="1. e4 e5 2. Nf3 *")
    with client_of(board) as client, tab_of(client, board) as tab:
        for kind, fields in (("leaveanalysis", {}), ("load", {"text": "1. d4 *"})):
            tab.say("analysegame", nodes=3_000_000, judge=0, game="1. e4 e5 2. Nf3 *")
            tab.hear("progress", running=True)
            tab.say(kind, **fields)
            tab.hear("progress", running=False)
            wait_until(lambda: board.shared.searches.running == 0)


def test_chapters_are_told_as_texts_and_read_when_they_are_asked_for():
    first, second = "1. e4 *", '[White "W"]\n\n1. d4 *'
    with one_tab(first=f"{first}\n\n{second}\n") as tab:
        told = tab.hear("games")
        assert ([game["white"] for game in told["games"]], told["texts"]) == (["?", "W"], [first, second])
        assert tab.hear("tree")["nodes"][0]["san"] == "e4"
        tab.say("read", text=second, chapter=2)
        tree = tab.hear("tree")
        assert (tree["chapter"], tree["nodes"][0]["san"], tree["here"]) == (2, "d4", 0)
    with one_tab(game=f"{first}\n\n{second}\n", chapter=2, path=[0]) as tab:
        assert tab.hear("games")["shown"] == 2
        assert (tab.hear("tree")["here"], tab.hear("shown")["last"]) == (1, ["d2", "d4"])


def test_a_game_of_many_is_chosen():
    with one_tab(first="".join(f'[White "W{number}"]\n\n1. e4 *\n\n' for number in range(1, 71))) as tab:
        told = tab.hear("games")
        assert (len(told["games"]), told["are_chapters"], told["texts"]) == (70, False, [])
        assert tab.hear("tree")["headers"]["White"] == "W1"
        tab.say("choose", number=70)
        assert tab.hear("tree")["headers"]["White"] == "W70"
        tab.say("choose", number=71)
        assert "there is no game 71" in tab.hear("notice")["detail"]


def test_who_has_a_game_is_given_none():
    with one_tab(has_game=True) as tab:
        tab.hear("welcome")
        tab.go("e2e4")
        assert tab.hear("shown", node=1)
        tab.say("examine", fen="")
        assert tab.hear("examined")


def test_all_tables_together_have_a_bound():
    board = Board(ADDRESS, Limits(total_hash_mb=100))
    with client_of(board) as client, tab_of(client, board) as one:
        assert one.hear("welcome")["settings"]["hash_mb"] == 64
        with tab_of(client, board) as other:
            assert other.hear("welcome")["settings"]["hash_mb"] == 36
            other.say("settings", **DEFAULTS | {"hash_mb": 37})
            assert "only 0 MB more" in other.hear("notice")["detail"]
            with tab_of(client, board) as third:
                assert third.hear("welcome")["settings"]["hash_mb"] == 1
        wait_until(lambda: board.shared.searches.hash_mb == 36)
        one.say("settings", **DEFAULTS | {"hash_mb": 100})
        wait_until(lambda: board.shared.searches.hash_mb == 0)


def test_what_was_changed_is_kept_and_offered(tmp_path):
    with one_tab(folder=tmp_path, first="1. e4 *") as tab:
        assert tab.hear("welcome")["keeps"]
        assert tab.hear("keptgames")["games"] == []
        kept, _ = tab.keep("1. e4 (1. d4) *")
        again, _ = tab.keep("{ Mine } 1. e4 ( 1. d4 ) *", kept, 2)
        assert (again["name"], again["edits"]) == (kept["name"], 2)
    name = kept["name"]
    assert [path.stem for path in tmp_path.glob("*.pgn")] == [name]
    with one_tab(folder=tmp_path) as tab:
        (game,) = tab.hear("keptgames")["games"]
        assert (game["name"], game["title"]) == (name, "1. e4 ( 1. d4 ) *")
        tab.say("resume", name=name)
        assert tab.hear("tree")["nodes"] == []
        assert tab.hear("tree")["start"]["comment"] == "Mine"
        assert tab.hear("kept") == again | {"edits": 0}
        tab.say("forget", name=name)
        assert tab.hear("keptgames")["games"] == []
        tab.say("resume", name="../../etc/passwd")
        assert "isn't kept" in tab.hear("notice")["detail"]


def test_a_folder_that_can_not_be_written_is_told(tmp_path):
    (tmp_path / "file").write_text("")
    with one_tab(folder=tmp_path / "file") as tab:
        tab.say("keep", name="", stamps=[], edits=1, text="1. d4 *")
        assert tab.hear("notice")["code"] == "unkept"


@pytest.mark.parametrize(
    ("fen", "fault"),
    [
        (MATE_IN_ONE, ""),
        ("8/8/8/8/8/8/8/8 w - - 0 1", "king"),
        ("x" * 10_000, ""),
        ("K" * 10_000 + "/" * 7 + " w - - 0 1", "…"),
    ],
)
def test_a_position_is_examined_and_the_game_stays(fen, fault):
    with one_tab() as tab:
        tab.say("examine", fen=fen)
        examined = tab.hear("examined", fen=fen)
        assert fault in examined["fault"]
        assert len(examined["fault"]) < 400
        assert examined["note"] == ""
        assert (examined["fault"] == "") == (fen == MATE_IN_ONE)


@pytest.mark.parametrize(
    ("move", "verdict", "score"),
    [("Ra8#", "best", ""), ("Kg1", "blunder", None), ("ra8", "best", "")],
)
def test_a_move_is_tried_without_being_made(move, verdict, score):
    with one_tab(first=MATE_IN_ONE, limits=Limits(attempt_nodes=20_000)) as tab:
        tab.say("attempt", text=move, best="a1a8")
        attempted = tab.hear("attempted")
        assert attempted["verdict"] == verdict
        assert score is None or attempted["score"] == score
        tab.say("attempt", text="Ra9", best="a1a8")
        assert "'Ra9'" in tab.hear("notice", code="refused")["detail"]
        tab.go("h1g1", fen=MATE_IN_ONE)
        assert tab.hear("shown", node=1)["last"] == ["h1", "g1"]


@pytest.mark.check
def test_what_book_and_tables_know_follows_each_position():
    ending = "4k3/8/3K4/4P3/8/8/8/8 w - - 0 1"
    with one_tab(first=ending, sources=Sources(tables=Tablebase(str(DATA / "syzygy")))) as tab:
        assert tab.hear("known")["verdict"] == "white_wins"
        tab.go("d6c5", fen=ending)
        known = tab.hear("known", node=1)
        assert (known["verdict"], known["book"]) == ("table_draw", [])


@pytest.mark.check
def test_a_damaged_table_is_told_and_the_game_goes_on(tmp_path):
    for name in ("KPvK.rtbw", "KPvK.rtbz"):
        (tmp_path / name).write_bytes(b"no table" * 10)
    with one_tab(first="4k3/8/3K4/4P3/8/8/8/8 w - - 0 1", sources=Sources(tables=Tablebase(str(tmp_path)))) as tab:
        assert "a damaged table" in tab.hear("notice", code="refused")["detail"]
        tab.go("d6e6", fen="4k3/8/3K4/4P3/8/8/8/8 w - - 0 1")
        assert tab.hear("shown", node=1)


@pytest.mark.check
def test_another_program_judges_a_whole_game(tmp_path):
    board = Board(ADDRESS, first="1. e4 e5 2. Nf3 *", judges=(uci_program(tmp_path),))
    with client_of(board) as client, tab_of(client, board) as tab:
        assert len(tab.hear("welcome")["judges"]) == 1
        tab.say("analysegame", nodes=1_000, judge=1, game="1. e4 e5 2. Nf3 *")
        assert len(tab.hear("judged")["moves"]) == 3
        tab.say("analysegame", nodes=1_000, judge=2, game="")
        assert "judge is 2; it can be 0 to 1" in tab.hear("notice")["detail"]


def uci_program(folder):
    """Kiebitz as a program of its own."""
    script = folder / "engine"
    script.write_text(f"#!/bin/sh\nexec {sys.executable} -m kiebitz uci\n")
    script.chmod(0o755)
    return str(script)
