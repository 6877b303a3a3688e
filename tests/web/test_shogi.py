"""The board of shogi as a tab asks for it, without a browser."""

from contextlib import contextmanager
from dataclasses import replace

import pytest

pytest.importorskip("starlette", reason="the board in the browser needs kiebitz[web]")


import kiebitz
from kiebitz.analysis.judging.annotate import AnalysisSettings, analyse_game
from kiebitz.analysis.reading.kifu_games import kifu_games, raw_kifu
from kiebitz.collection.adding import add_games
from kiebitz.collection.collection import Collection
from kiebitz.core.shogi.sfen import START_SFEN
from kiebitz.engine.limit import Limit
from kiebitz.engine.positions import shogi_position_from
from kiebitz.kifu.reading import read_kifu
from kiebitz.kifu.record import Ending, Kifu
from kiebitz.kifu.writing import kifu_text
from kiebitz.web.limits import Limits
from kiebitz.web.messages import VERSION
from kiebitz.web.server import Board
from processes import wait_until
from tabs import ADDRESS, Tab, client_of, own_headers

MATE_IN_ONE = "4k4/9/4P4/9/9/9/9/9/4K4 b GS 1"
GAME = ["7g7f", "3c3d", "8h2b+"]


@contextmanager
def shogi(limits=None, language="en", collection=None):
    """A server and its one tab with the board of shogi."""
    board = Board(ADDRESS, limits, collection=collection)
    with (
        client_of(board) as client,
        client.websocket_connect("/shogi/tab", headers=own_headers(board)) as socket,
    ):
        tab = Tab(socket)
        tab.board = board
        tab.say("enter", version=VERSION, language=language)
        yield tab


def show(tab, start=START_SFEN, moves=(), at=None):
    tab.say("show", start=start, moves=list(moves), at=len(moves) if at is None else at)
    return tab.hear("shownposition")


def refused(tab, kind, **fields):
    tab.say(kind, **fields)
    return tab.hear("notice", code="refused")["detail"]


def test_a_position_comes_with_its_legal_moves_and_the_game_in_both_notations():
    with shogi() as tab:
        shown = show(tab, moves=GAME, at=2)
        assert "8h2b+" in shown["legal"]
        assert shown["told"] == [["☗７六歩", "P7g-7f"], ["☖３四歩", "P3c-3d"], ["☗２二角成", "B8hx2b+"]]
        assert (shown["is_black_to_move"], shown["is_check"], shown["ending"]) == (True, False, "")
        assert show(tab, "startpos", GAME)["is_black_to_move"] is False


def test_a_start_that_no_game_leads_to_is_shown_and_not_searched():
    with shogi() as tab:
        start = "7pk/7p1/7p1/7p1/7p1/7p1/7p1/7p1/7p1 b 2R4L4s4n 1"
        assert show(tab, start, ["L*1c"])["told"] == [["☗１三香", "L*1c"]]
        assert "two unpromoted pawns" in refused(tab, "analyse", start=start, moves=[], at=0, lines=1)


@pytest.mark.parametrize(
    ("start", "moves", "ending", "winner"),
    [
        (MATE_IN_ONE, ["G*5b"], "checkmate", "black"),
        (START_SFEN, ["2h3h", "8b7b", "3h2h", "7b8b"] * 3, "sennichite", ""),
        ("4k4/9/9/9/9/9/9/4R4/4K4 w - 1", ["5a4a", "5h4h", "4a5a", "4h5h"] * 3, "perpetual_check", "white"),
    ],
)
def test_the_rules_end_a_game(start, moves, ending, winner):
    with shogi() as tab:
        shown = show(tab, start, moves)
        assert (shown["ending"], shown["winner"], shown["legal"]) == (ending, winner, [])
        assert show(tab, start, moves, len(moves) - 1)["ending"] == ""
        assert "the game is over" in refused(tab, "type", start=start, moves=moves, at=len(moves), text="76歩")


def test_a_typed_move_goes_on_in_the_game_or_leaves_it():
    with shogi() as tab:
        for text, moves in (("P-3d", GAME), ("84歩", ["7g7f", "8c8d"])):
            tab.say("type", start=START_SFEN, moves=GAME, at=1, text=text)
            shown = tab.hear("shownposition")
            assert (shown["moves"], shown["at"]) == (moves, 2)
        assert "is no move" in refused(tab, "type", start=START_SFEN, moves=[], at=0, text="\x1b[2J")


def test_what_is_pasted_is_read():
    record = Kifu.of_moves(GAME, ending=Ending.RESIGNATION, 先手="A<b>", 後手="B")
    with shogi() as tab:
        for text, loaded in (
            ("startpos moves 7g7f 3c3d", (START_SFEN, GAME[:2], 2, "")),
            (f"position sfen {MATE_IN_ONE} moves G*5b", (MATE_IN_ONE, ["G*5b"], 1, "")),
            (MATE_IN_ONE, (MATE_IN_ONE, [], 0, "")),
            (kifu_text(record, "kif").text, (START_SFEN, GAME, 0, "☗ A<b> – ☖ B; Black won (resignation)")),
            (kifu_text(record, "csa").text, (START_SFEN, GAME, 0, "☗ A<b> – ☖ B; Black won (resignation)")),
        ):
            tab.say("load", text=text)
            heard = tab.hear("loaded")
            assert (heard["start"], heard["moves"], heard["at"], heard["title"]) == loaded


@pytest.mark.parametrize("text", ["rubbish", "/etc/passwd", "startpos moves 7g7e", "4k4/9/9 b - 1", "\x00", "x" * 2000])
def test_what_is_neither_position_nor_game_is_refused(text):
    with shogi() as tab:
        assert refused(tab, "load", text=text)
        assert show(tab)["at"] == 0  # it goes on


def test_lines_are_told_until_the_search_ends():
    with shogi(Limits(depth=5, lines=2)) as tab:
        tab.say("analyse", start=START_SFEN, moves=GAME, at=3, lines=9)
        found = tab.hear("foundlines", is_running=False)
    assert (found["depth"], len(found["lines"])) == (5, 2)
    best = found["lines"][0]
    assert best["moves"][0] in ("3a2b", "8b2b")
    assert best["japanese"].startswith(("☖同　銀", "☖同　飛"))
    assert best["western"].split()[0] in ("S3ax2b", "R8bx2b")
    assert best["bound"] == "exact"


def test_a_search_gives_way_and_rests():
    with shogi() as tab:
        for moves in ([], ["7g7f"]):
            tab.say("analyse", start=START_SFEN, moves=moves, at=len(moves), lines=1)
            # What was found of the position before may still be on its way: each says which it is of.
            shown = shogi_position_from(moves=moves).sfen()
            found = tab.hear("foundlines", is_running=True, sfen=shown)
            assert found["lines"][0]["japanese"][0] == "☗☖"[len(moves)]
        assert tab.board.shared.searches.running == 1
        tab.say("rest")
        wait_until(lambda: tab.board.shared.searches.running == 0)
        assert show(tab)["legal"]
        tab.say("analyse", start=START_SFEN, moves=[], at=0, lines=1)
        tab.hear("foundlines")
        board = tab.board
    wait_until(lambda: board.shared.searches.running == 0)


BLUNDER = ["7g7f", "3c3d", "8h2b+", "9a9b"]
"""White gives the bishop away."""


def test_a_whole_game_is_judged_as_by_kiebitz_analyse():
    with shogi(Limits(game_nodes=3000)) as tab:
        tab.say("judgegame", start="startpos", moves=BLUNDER)
        assert tab.hear("progress")["of"] == len(BLUNDER) + 1
        game = tab.hear("gameofshogijudged")
        assert tab.board.shared.searches.running == 0
    with kiebitz.ShogiEngine(hash_mb=64) as engine:
        judged = analyse_game(Kifu.of_moves(BLUNDER), engine, AnalysisSettings(Limit(nodes=3000)))
    assert (game["start"], game["moves"]) == ("startpos", BLUNDER)
    assert [move["centipawns"] for move in game["judged"]] == [move.score.centipawns for move in judged.moves]
    assert [move["judgement"] for move in game["judged"]] == [move.judgement or "" for move in judged.moves]
    assert game["judged"][-1]["judgement"] == "blunder"
    assert game["judged"][-1]["japanese"].startswith("☖同　")
    assert game["white"]["blunders"] == 1
    assert 300 < game["expected"] < 700 < game["judged"][-1]["expected"]


def test_a_japanese_tab_is_refused_in_japanese():
    with shogi(language="ja") as tab:
        illegal = refused(tab, "type", start=START_SFEN, moves=[], at=0, text="7g7e")
        assert illegal == "「7g7e」：その駒はそこへ動けません"
        assert "局面も棋譜も見つかりません" in refused(tab, "load", text="nonsense")


def test_judging_a_game_gives_way_and_refuses_what_is_none():
    with shogi() as tab:
        assert "has no moves to judge" in refused(tab, "judgegame", start=START_SFEN, moves=[])
        assert refused(tab, "judgegame", start=START_SFEN, moves=["7g7e"])
        tab.say("judgegame", start=START_SFEN, moves=BLUNDER)
        tab.hear("progress")
        tab.say("rest")
        wait_until(lambda: tab.board.shared.searches.running == 0)
        assert show(tab)["legal"]
        tab.say("judgegame", start=MATE_IN_ONE, moves=["G*5b"])
        assert tab.hear("gameofshogijudged")["judged"][0] == {
            "centipawns": None,
            "mate": 0,
            "expected": 1000,
            "judgement": "",
            "japanese": "",
            "western": "",
            "reasons": [],
        }


def test_a_reader_of_japanese_is_told_in_japanese():
    record = Kifu.of_moves(GAME, ending=Ending.RESIGNATION, 先手="先手太郎", 後手="後手花子")
    with shogi(Limits(game_nodes=2_000), language="ja") as tab:
        assert ">三</text>" in tab.hear("drawing")["svg"]
        tab.say("load", text=kifu_text(record, "kif").text)
        loaded = tab.hear("loaded")
        assert (loaded["title"], loaded["ending"]) == ("☗ 先手太郎 – ☖ 後手花子; まで3手で先手の勝ち（投了）", "投了")
        tab.say("judgegame", start=START_SFEN, moves=BLUNDER)
        reasons = [move["reasons"] for move in tab.hear("gameofshogijudged")["judged"]]
        assert any("損" in sentence or "取" in sentence for sentences in reasons for sentence in sentences)


@pytest.mark.parametrize("format", ["kif", "ki2", "csa"])
def test_a_game_is_saved_as_a_record_and_reads_back(format):
    with shogi() as tab:
        title = "☗ Sente – ☖ Gote; Black won (mate)"
        tab.say("save", start=MATE_IN_ONE, moves=["G*5b"], title=title, ending="", format=format)
        saved = tab.hear("saved")
        (kifu,) = read_kifu(saved["text"])
        assert (saved["name"], kifu.moves, kifu.ending) == (f"kiebitz.{format}", ["G*5b"], Ending.MATE)
        assert (kifu.black, kifu.white) == ("Sente", "Gote")
        other = {"start": START_SFEN, "moves": [], "title": "", "ending": ""}
        assert "saved as one of kif, ki2, csa" in refused(tab, "save", **other, format="pgn")
        assert refused(tab, "save", **other | {"moves": ["7g7e"], "format": format})
        # What the rules don't know the tab says; what is no word for it is left out.
        for ending, kept in (("投了", Ending.RESIGNATION), ("\n同歩", None)):
            tab.say("save", **other | {"moves": GAME, "format": format, "ending": ending})
            (kifu,) = read_kifu(tab.hear("saved")["text"])
            assert (kifu.moves, kifu.ending) == (GAME, kept)


def test_the_engine_answers_at_a_level():
    with shogi() as tab:
        for level in (1, 5):
            tab.say("answer", start=START_SFEN, moves=GAME, at=3, level=level)
            answered = tab.hear("answered")
            assert (answered["moves"], answered["at"], answered["word"]) == (GAME, 3, "")
            assert answered["move"] in show(tab, moves=GAME)["legal"]
        tab.say("answer", start=MATE_IN_ONE, moves=[], at=0, level=19)
        assert tab.hear("answered")["move"] == "G*5b"
        assert "level is a number from 1 to 20" in refused(tab, "answer", start=START_SFEN, moves=[], at=0, level=21)
        assert "the game is over" in refused(tab, "answer", start=MATE_IN_ONE, moves=["G*5b"], at=1, level=3)


def test_the_engine_gives_up_where_it_is_mated():
    mated_next = "8k/7n1/7S1/7p1/9/9/9/9/4K4 w G 1"
    with shogi() as tab:
        tab.say("answer", start=mated_next, moves=[], at=0, level=20)
        answered = tab.hear("answered")
    assert (answered["move"], answered["word"]) == ("", "resigns")


def test_own_games_are_found_by_position_opened_and_saved(tmp_path):
    players = {"先手": "Aoi", "後手": "Ben", "開始日時": "2026/05/03"}
    with shogi(collection=tmp_path / "games.sqlite") as tab:
        said = {"start": START_SFEN, "moves": GAME, "ending": "投了"}
        tab.say("savemine", **said, title="☗ Aoi – ☖ Ben", game=0)
        assert tab.hear("savedmine")["game"] == 1
        with Collection(tmp_path / "games.sqlite") as collection:
            written = kifu_text(replace(Kifu.of_moves(GAME[:2], ending="投了"), headers=players)).text
            add_games(collection, kifu_games([raw_kifu("a.kif", 1, written)], [].append))
        tab.say("findmine", start=START_SFEN, moves=GAME, at=2, player="")
        found = tab.hear("minefound")
        assert (found["total"], found["ends"]) == (2, 1)
        assert [(game["game"], game["date"], game["ply"]) for game in found["games"]] == [
            (2, "2026.05.03", 2),
            (1, "", 2),
        ]
        assert [(move["japanese"], move["games"], move["black"]) for move in found["moves"]] == [("☗２二角成", 1, 1)]
        tab.say("findmine", start=START_SFEN, moves=[], at=0, player="nobody")
        assert tab.hear("minefound")["total"] == 0
        tab.say("openmine", game=2, at=1)
        opened = tab.hear("loaded")
        assert (opened["moves"], opened["at"], opened["title"]) == (
            GAME[:2],
            1,
            "☗ Aoi – ☖ Ben; White won (resignation)",
        )
        tab.say("savemine", **{**said, "moves": GAME[:2]}, title="", game=2)
        assert tab.hear("savedmine")["game"] == 2
        tab.say("savemine", **said, title="", game=2)  # with another move it is a game beside it
        assert tab.hear("savedmine")["game"] == 3
        with Collection(tmp_path / "games.sqlite") as collection:
            assert "開始日時：2026/05/03" in collection.text(3)
        assert "no game 9" in refused(tab, "openmine", game=9, at=0)
    with shogi() as tab:
        assert "no collection here" in refused(tab, "openmine", game=1, at=0)
