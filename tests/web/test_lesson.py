"""A class: pupils who look on at the coach's board, and answer his questions."""

from contextlib import ExitStack, contextmanager
from dataclasses import replace

import pytest

pytest.importorskip("starlette", reason="the board in the browser needs kiebitz[web]")

from starlette.websockets import WebSocketDisconnect

from kiebitz.web.lesson_token import SIGNS, drawn_class_token
from kiebitz.web.limits import Limits
from kiebitz.web.messages import VERSION
from kiebitz.web.server import Board
from tabs import ADDRESS, Tab, client_of, own_headers, tab_of

LIMITS = replace(Limits(), attempt_nodes=2_000)
MATE_IN_ONE = "6k1/5ppp/8/8/8/8/8/R6K w - - 0 1"


@contextmanager
def pupil_of(client, board, number=1):
    """A pupil's tab, by the class's token."""
    headers = own_headers(board) | {"sec-websocket-protocol": f"kiebitz, {board.class_token}"}
    with client.websocket_connect("/class/tab", headers=headers) as socket:
        tab = Tab(socket)
        tab.say("attend", version=VERSION, language="en", pupil=f"{number:016x}")
        yield tab


@contextmanager
def a_class(pupils=1, first=MATE_IN_ONE, limits=LIMITS):
    """A server, its coach's tab, and pupils."""
    board = Board(ADDRESS, limits, first, teaches=True)
    with client_of(board) as client, tab_of(client, board) as coach, ExitStack() as stack:
        coach.hear("shown")
        yield board, client, coach, [stack.enter_context(pupil_of(client, board, number)) for number in range(pupils)]


def test_pupils_see_the_coachs_board_and_marks_but_no_lines():
    with a_class() as (_, _, coach, (pupil,)):
        assert pupil.hear("shown")["fen"] == MATE_IN_ONE
        coach.say("search", on=True)
        coach.hear_lines(2)
        coach.say("search", on=False)
        coach.say("present", node=0, shapes=["Ra1a8", "Gg8"], words="1. Ra8# mates.")
        heard = pupil.hear("presented")
        assert (heard["shapes"], heard["words"]) == (["Ra1a8", "Gg8"], "1. Ra8# mates.")
        coach.say("present", node=0, shapes=["Za9"], words="")
        assert "can't be drawn" in coach.hear("notice")["detail"]


def test_who_comes_later_sees_the_marks_too():
    with a_class(pupils=0) as (board, client, coach, _):
        coach.say("present", node=0, shapes=["Ga1"], words="")
        coach.say("examine", fen="")
        coach.hear("examined")
        with pupil_of(client, board) as pupil:
            assert pupil.hear("presented")["shapes"] == ["Ga1"]


def test_answers_are_counted_and_judged_and_told_when_the_question_is_closed():
    with a_class(pupils=3) as (_, _, coach, pupils):
        coach.say("askclass", on=True)
        for pupil, move in zip(pupils, ("h1g1", "a1a8", "a1a8"), strict=True):
            task = pupil.hear("task", is_open=True)
            pupil.say("answer", number=task["number"], move="a1b1")
            pupil.say("answer", number=task["number"], move=move)
            assert pupil.hear("task", answer=move)["san"] == {"h1g1": "Kg1", "a1a8": "Ra8#"}[move]
        told = coach.hear("classtold")
        while [row["count"] for row in told["answers"]] != [2, 1] or not all(row["verdict"] for row in told["answers"]):
            told = coach.hear("classtold")
        assert told["pupils"] == 3
        assert [(row["san"], row["verdict"]) for row in told["answers"]] == [("Ra8#", "best"), ("Kg1", "blunder")]
        coach.go("a1a8", fen=MATE_IN_ONE)
        coach.hear("shown", node=1)
        coach.say("askclass", on=False)
        assert coach.hear("classtold", is_open=False)["best"] == "Ra8#"
        marked = pupils[0].hear("marked")
        assert (marked["san"], marked["verdict"], marked["best"]) == ("Kg1", "blunder", "Ra8#")
        assert marked["refutation"].startswith("1...")
        assert pupils[1].hear("marked")["verdict"] == "best"


def test_while_a_question_is_open_the_coachs_steps_are_not_seen():
    with a_class() as (_, _, coach, (pupil,)):
        coach.say("askclass", on=True)
        pupil.hear("task", is_open=True)
        coach.go("a1a8", fen=MATE_IN_ONE)
        coach.hear("shown", node=1)
        coach.say("askclass", on=False)
        assert not pupil.hear("task")["is_open"]
        coach.go("h1g1", fen=MATE_IN_ONE)
        assert pupil.hear("shown")["last"] == ["h1", "g1"]


def test_a_pupil_who_comes_back_has_the_answer_still():
    with a_class(pupils=0) as (board, client, coach, _):
        coach.say("askclass", on=True)
        coach.hear("classtold", is_open=True)
        with pupil_of(client, board, 7) as pupil:
            pupil.say("answer", number=pupil.hear("task")["number"], move="a1a8")
            pupil.hear("task", answer="a1a8")
        with pupil_of(client, board, 7) as pupil:
            assert pupil.hear("task")["san"] == "Ra8#"
        coach.say("askclass", on=False)
        assert sum(row["count"] for row in coach.hear("classtold", is_open=False)["answers"]) == 1


def test_what_is_no_answer_is_refused():
    with a_class() as (_, _, coach, (pupil,)):
        pupil.say("answer", number=1, move="a1a8")
        assert "closed" in pupil.hear("notice")["detail"]
        coach.say("askclass", on=True)
        number = pupil.hear("task")["number"]
        for move in ("", "a1a9", "e2e4", "0000"):
            pupil.say("answer", number=number, move=move)
            assert "no move here" in pupil.hear("notice")["detail"]
        pupil.say("answer", number=number + 1, move="a1a8")
        assert "closed" in pupil.hear("notice")["detail"]


def test_a_question_needs_a_move_and_ends_with_the_coachs_tab():
    with a_class(pupils=1, first="7k/5Q2/6K1/8/8/8/8/8 b - - 0 1") as (board, client, coach, (pupil,)):
        coach.say("askclass", on=True)
        assert "over here" in coach.hear("notice")["detail"]
        with tab_of(client, board) as other:
            other.go(fen=MATE_IN_ONE)
            other.hear("shown", fen=MATE_IN_ONE)
            other.say("askclass", on=True)
            assert pupil.hear("task")["is_open"]
        assert not pupil.hear("task")["is_open"]


def test_there_are_only_so_many_pupils_and_answers():
    with a_class(limits=replace(LIMITS, pupils=1, answers=1)) as (board, client, coach, (pupil,)):
        pupil.hear("shown")
        with pupil_of(client, board, 2) as other, pytest.raises(WebSocketDisconnect) as farewell:
            other.hear("shown")
        assert farewell.value.reason == "there are 1 tabs already"
        coach.say("askclass", on=True)
        pupil.say("answer", number=pupil.hear("task")["number"], move="a1a8")
        pupil.hear("task", answer="a1a8")


def test_the_class_token_opens_nothing_else():
    board = Board(ADDRESS, LIMITS, teaches=True)
    own = own_headers(board)
    pupils = own | {"sec-websocket-protocol": f"kiebitz, {board.class_token}"}
    asking = own | {"authorization": f"Bearer {board.class_token}"}
    with client_of(board) as client:
        for path in ("/tab", "/play/tab", "/think/tab", "/mygames/tab", "/repertoire/tab", "/stream/tab"):
            with pytest.raises(WebSocketDisconnect), client.websocket_connect(path, headers=pupils):
                pass
        assert client.get("/known", headers=asking).status_code == 401
        assert client.get("/class/known", headers=asking).status_code == 204
        assert client.get("/class/known", headers=own | {"authorization": "Bearer x"}).status_code == 401


def test_without_a_class_there_is_none():
    board = Board(ADDRESS)
    with client_of(board) as client, tab_of(client, board) as coach:
        coach.say("askclass", on=True)
        assert "--class" in coach.hear("notice")["detail"]
        with pytest.raises(WebSocketDisconnect), client.websocket_connect("/class/tab", headers=own_headers(board)):
            pass


def test_tokens_of_classes_can_be_typed():
    tokens = {drawn_class_token() for _ in range(100)}
    assert len(tokens) == 100
    assert all(
        len(token) == 9 and token[4] == "-" and set(token) <= {*SIGNS, "-"} and token[0].isalpha() for token in tokens
    )


def test_the_address_for_pupils_is_a_picture_too():
    pytest.importorskip("segno")
    with a_class(pupils=0) as (board, _, coach, _):
        coach.say("askclass", on=False)
        coach.say("askclass", on=True)
        told = coach.hear("classtold")
        assert told["link"] == board.class_url
        assert told["picture"].startswith("data:image/svg+xml")
