"""A repertoire as a tab asks for it, without a browser."""

from contextlib import contextmanager

import pytest

pytest.importorskip("starlette", reason="the board in the browser needs kiebitz[web]")

from collected import collection_of, short_game
from kiebitz.web.limits import Limits
from kiebitz.web.messages import VERSION
from kiebitz.web.server import Board
from tabs import ADDRESS, Tab, client_of, own_headers

LINES = """[Orientation "white"]

1. d4 {the queen's pawn} d5 (1... Nf6 2. Nf3 d5 3. g3) 2. Nf3 {[%eval 0.4] quiet} (2. c4) Nf6 3. g3 *
"""
D4, NF3 = ["d2d4"], ["d2d4", "d7d5", "g1f3"]


@contextmanager
def tab_of(board):
    with client_of(board) as client, client.websocket_connect("/repertoire/tab", headers=own_headers(board)) as socket:
        tab = Tab(socket)
        tab.say("enter", version=VERSION, language="en")
        yield tab


@pytest.fixture
def board(tmp_path):
    games = [
        short_game("Anna", "B", "1. d4 d5 2. e3"),
        short_game("Anna", "C", "1. d4 d5 2. e3 e6", "0-1"),
        short_game("Anna", "D", "1. d4 f5 2. g3"),
        short_game("E", "Anna", "1. d4 f5 2. g3"),
        short_game("Anna", "F", "1. d4 d5 2. Nf3 Nf6 3. g3 g6"),
    ]
    collection_of(tmp_path, "".join(games)).close()
    limits = Limits(background_nodes=200)
    return Board(ADDRESS, limits, collection=tmp_path / "games.sqlite", repertoire=tmp_path / "repertoire" / "lines")


@pytest.fixture
def tab(board):
    with tab_of(board) as tab:
        tab.say("addlines", name="mine", pgn=LINES)
        yield tab


def walked(tab, moves):
    tab.say("walk", moves=moves)
    return tab.hear("walked", moves=moves)


def test_lines_are_kept_and_walked(tab, board, tmp_path):
    told = tab.hear("shelved", name="mine")
    assert (told["names"], told["is_white"], told["positions"], told["to_know"]) == (["mine"], True, 9, 4)
    assert (told["due"], told["evaluated"]) == (4, 1)
    there = walked(tab, ["d2d4", "d7d5"])
    assert (there["is_known"], there["is_own"], there["line"]) == (True, True, ["d4", "d5"])
    first, second = there["ways"]
    assert (first["san"], first["comment"], first["evaluation"]) == ("Nf3", "quiet", "+0.40")
    # 2.Nf3 Nf6 and what follows, which another order of moves comes to as well.
    assert (first["positions"], second["positions"]) == (3, 1)
    by_other = walked(tab, ["g1f3", "d7d5", "d2d4"])
    assert by_other["is_known"]
    assert [way["san"] for way in by_other["ways"]] == ["Nf6"]
    assert not walked(tab, ["e2e4"])["is_known"]
    with tab_of(board) as other:
        assert other.hear("shelved")["names"] == ["mine"]
        other.say("openlines", name="mine")
        assert other.hear("shelved", name="mine")["positions"] == 9
    assert [path.name for path in (tmp_path / "repertoire" / "lines").iterdir()] == ["mine.pgn"]


def test_moves_are_added_and_cut_off(tab):
    answer = ["d2d4", "f7f5", "g2g3"]
    tab.say("keepmove", moves=answer, on=True)
    assert tab.hear("shelved", positions=11)["to_know"] == 5
    assert walked(tab, answer)["is_known"]
    tab.say("keepmove", moves=answer[:2], on=False)
    assert tab.hear("shelved", positions=9)["to_know"] == 4
    # What only it led to is gone; what another order of moves leads to is there still.
    tab.say("keepmove", moves=NF3, on=False)
    assert tab.hear("shelved", positions=8)["to_know"] == 4
    assert walked(tab, ["d2d4", "g8f6", "g1f3", "d7d5", "g2g3"])["is_known"]
    tab.say("keepmove", moves=["a2a3"], on=False)
    assert "not in your lines" in tab.hear("notice")["detail"]
    tab.say("savelines")
    assert "c4" in tab.hear("savedlines", name="mine")["pgn"]
    # More lines under the same name are joined, not in their place.
    tab.say("addlines", name="mine", pgn="1. d4 e6 2. e4 *")
    assert tab.hear("shelved", name="mine", positions=10)["to_know"] == 5


def test_lines_of_both_sides_have_a_name_each(tab):
    black = '[Orientation "black"]\n\n1. e4 e5 *\n'
    tab.hear("walked")
    for name, pgn in (("mine", black), ("other", f"{black}\n{LINES}")):
        tab.say("addlines", name=name, pgn=pgn)
        assert "White and for Black are mixed" in tab.hear("notice")["detail"]
    tab.say("addlines", name="other", pgn=black)
    assert not tab.hear("shelved", name="other")["is_white"]
    tab.say("addlines", name="other", pgn="1. d4 d5 *")
    assert not tab.hear("shelved", name="other", positions=5)["is_white"]


def test_training(tab):
    pytest.importorskip("fsrs")
    tab.hear("walked")
    tab.say("askline")
    card = tab.hear("linecard")
    assert (card["line"], card["left"], card["later"]) == ("", 4, 0)
    tab.say("answerline", move="d2d4")
    told = tab.hear("lineanswered")
    assert (told["verdict"], told["known"], told["comment"]) == ("right", "d4", "the queen's pawn")
    tab.say("askline")
    card = tab.hear("linecard")
    assert (card["left"], card["later"]) == (3, 1)
    tab.say("answerline", move="a1a8")
    assert "not legal" in tab.hear("notice")["detail"]
    tab.say("answerline", move="a2a3")
    assert tab.hear("lineanswered")["verdict"] == "wrong"
    tab.say("answerline", move="a2a3")
    assert "ask for one first" in tab.hear("notice")["detail"]


def test_held_against_games(tab):
    tab.say("holdgames", player="Anna")
    told = tab.hear("heldgames")
    assert (told["games"], told["ended"]) == (4, 1)
    (deviation,) = told["deviations"]
    assert (deviation["move"], deviation["number"], deviation["known"], deviation["games"], deviation["score"]) == (
        *("2.e3", 2, "2.Nf3", 2, 50.0),
    )
    (hole,) = told["holes"]
    assert (hole["move"], hole["games"], hole["share"], hole["moves"]) == ("1...f5", 1, 25.0, D4)


@pytest.mark.check
def test_evaluations_are_asked_for_once(tab, board, tmp_path):
    file = tmp_path / "repertoire" / "lines" / "mine.pgn"
    tab.hear("walked")
    tab.say("evaluatelines", on=True)
    told = tab.hear("evaluatedlines", is_running=False)
    assert (told["done"], told["left"]) == (8, 0)
    assert walked(tab, [])["ways"][0]["evaluation"]
    # Of 2.Nf3 the file told it before.
    assert walked(tab, ["d2d4", "d7d5"])["ways"][0]["evaluation"] == "+0.40"
    before = file.read_text()
    tab.say("evaluatelines", on=True)
    assert tab.hear("evaluatedlines", is_running=False)["left"] == 0
    assert file.read_text() == before


def test_what_cannot_be_done_is_told(board):
    with tab_of(board) as tab:
        assert tab.hear("shelved")["name"] == ""
        for kind, fields, said in (
            ("addlines", {"name": "../x", "pgn": LINES}, "name is letters"),
            ("addlines", {"name": "x", "pgn": "nothing"}, "no moves in this text"),
            ("openlines", {"name": "none"}, "can't be used"),
            ("removelines", {}, "no repertoire is open"),
            ("askline", {}, "no repertoire is open"),
            ("walk", {"moves": ["e2e5"]}, "illegal uci"),
        ):
            tab.say(kind, **fields)
            assert said in tab.hear("notice")["detail"]
        tab.say("addlines", name="mine", pgn=LINES)
        tab.hear("shelved", name="mine")
        tab.say("removelines")
        assert tab.hear("shelved", name="")["names"] == []
    with tab_of(Board(ADDRESS)) as tab:
        assert "no repertoire here" in tab.hear("notice")["detail"]


@pytest.mark.check
def test_what_wins_at_a_rating(tab):
    walked(tab, ["d2d4", "d7d5"])
    tab.say("winningmoves", rating=1500)
    assert tab.hear("foundwinning", is_searching=True)["found"] == []
    told = tab.hear("foundwinning", is_searching=False)
    assert (told["moves"], told["rating"]) == (["d2d4", "d7d5"], 1500)
    points = [each["points"] for each in told["found"]]
    assert points == sorted(points, reverse=True)
    assert sum(each["is_engines"] for each in told["found"]) == 1
    assert "%" in told["found"][0]["answers"]


def test_a_rating_that_nobody_has_is_refused(tab):
    tab.say("winningmoves", rating=9)
    assert "100 to 4000" in tab.hear("notice")["detail"]
