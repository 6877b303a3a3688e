"""Several tabs and servers change one kept game: nothing that a person made is lost without a word."""

import json
import random
from contextlib import ExitStack

import pytest

pytest.importorskip("starlette", reason="the board in the browser needs kiebitz[web]")

from kiebitz.web.limits import Limits
from kiebitz.web.server import Board
from tabs import ADDRESS, client_of, tab_of

GAME = "1. e4 e5 2. Nf3 Nc6 *"
NODES = 4
LIMITS = Limits(messages_per_second=1_000_000, burst=1_000_000)


@pytest.fixture
def desk(tmp_path):
    """Two servers that keep games in one folder; opens tabs of them."""
    with ExitStack() as stack:
        boards = [Board(ADDRESS, LIMITS, folder=tmp_path) for _ in range(2)]
        clients = [stack.enter_context(client_of(board)) for board in boards]

        def open_tab(server, **fields):
            return stack.enter_context(tab_of(clients[server], boards[server], **fields))

        yield open_tab


def comment(tab, node, text):
    """Say something of a move; where the game is kept then, and what the tab was told beside it."""
    tab.say("comment", node=node, text=text)
    notices = []
    while True:
        message = json.loads(tab.socket.receive_text())
        if message["type"] == "notice":
            notices.append(message["code"])
        if message["type"] == "kept":
            return message, notices


def resume(tab, name):
    tab.say("resume", name=name)
    return tab.hear("kept", name=name)


def text_of(folder, kept):
    return (folder / f"{kept['name']}.pgn").read_text()


@pytest.mark.parametrize("server", [0, 1], ids=["one server", "two servers"])
def test_both_versions_of_a_game_are_kept(desk, tmp_path, server):
    one, other = desk(0, game=GAME), desk(server)
    first, _ = comment(one, 1, "first")
    resume(other, first["name"])
    long, told = comment(one, 2, "an hour of notes")
    assert (long["name"], told) == (first["name"], [])
    word, told = comment(other, 3, "one word")
    assert told == ["conflict"]
    assert word["name"] != first["name"]
    assert "an hour of notes" in text_of(tmp_path, long)
    assert "one word" in text_of(tmp_path, word)
    again, told = comment(other, 3, "another word")  # told once: it is a game of its own now
    assert (again["name"], told) == (word["name"], [])


def test_a_tab_that_comes_back_goes_on_with_its_file(desk, tmp_path):
    with ExitStack() as stack:
        board = Board(ADDRESS, LIMITS, folder=tmp_path)
        client = stack.enter_context(client_of(board))
        with tab_of(client, board, game=GAME) as tab:
            kept, _ = comment(tab, 1, "first")
        pgn = text_of(tmp_path, kept).removesuffix("\n")
        for name in (f"{kept['name']}:{kept['stamp']}", kept["name"]):
            with tab_of(client, board, game=pgn, kept=name) as tab:
                again, told = comment(tab, 2, f"as {name}")
                assert (again["name"], told) == (kept["name"], [])
                pgn = text_of(tmp_path, kept).removesuffix("\n")
                kept = again


@pytest.mark.parametrize("name", ["../../x", "\x00", "0123456789abcdeg:", ":", "x" * 1000])
def test_what_is_no_name_of_a_kept_game_gets_one(desk, tmp_path, name):
    tab = desk(0, game=GAME, kept=name)
    kept, told = comment(tab, 1, "something")
    assert told == []
    assert [path.stem for path in tmp_path.glob("*.pgn")] == [kept["name"]]


@pytest.mark.check
@pytest.mark.parametrize("edits", [80, pytest.param(1_000, marks=pytest.mark.full)])
def test_edits_of_many_tabs_one_after_another(desk, tmp_path, edits):
    dice = random.Random(41)
    tabs = [desk(server, game=GAME) for server in (0, 0, 1, 1)]
    kept = [comment(tab, 1, f"tab {number}")[0] for number, tab in enumerate(tabs)]
    told, resumed = 0, 0
    for edit in range(edits):
        number = dice.randrange(len(tabs))
        if dice.random() < 0.2:  # take another tab's game, as it stands
            kept[number] = resume(tabs[number], dice.choice(kept)["name"])
            resumed += 1
        before = kept[number]
        text = f"edit {edit} of tab {number}"
        kept[number], notices = comment(tabs[number], dice.randint(1, NODES), text)
        assert text in text_of(tmp_path, kept[number])
        assert (notices == ["conflict"]) == (kept[number]["name"] != before["name"])
        told += len(notices)
    assert 0 < told <= resumed
    last = [(comment(tab, 1, f"the last of tab {number}"))[0] for number, tab in enumerate(tabs)]
    assert len({message["name"] for message in last}) == len(tabs)
    for number, message in enumerate(last):
        assert f"the last of tab {number}" in text_of(tmp_path, message)
