"""Several tabs and servers change one kept game: nothing that a person made is lost without a word."""

import random
from contextlib import ExitStack

import pytest

pytest.importorskip("starlette", reason="the board in the browser needs kiebitz[web]")

from kiebitz.web.limits import Limits
from kiebitz.web.server import Board
from tabs import ADDRESS, client_of, tab_of

GAME = "1. e4 e5 2. Nf3 Nc6 *"
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


def comment(tab, text, kept=None):
    """Say something of the game; where it is kept then, and what the tab was told beside it."""
    return tab.keep(f"1. e4 {{ {text} }} e5 2. Nf3 Nc6 *", kept)


def resume(tab, name):
    tab.say("resume", name=name)
    return tab.hear("kept", name=name)


def text_of(folder, kept):
    return (folder / f"{kept['name']}.pgn").read_text()


@pytest.mark.parametrize("server", [0, 1], ids=["one server", "two servers"])
def test_both_versions_of_a_game_are_kept(desk, tmp_path, server):
    one, other = desk(0, game=GAME), desk(server)
    first, _ = comment(one, "first")
    seen = resume(other, first["name"])
    long, told = comment(one, "an hour of notes", first)
    assert (long["name"], told) == (first["name"], [])
    word, told = comment(other, "one word", seen)
    assert told == ["conflict"]
    assert word["name"] != first["name"]
    assert "an hour of notes" in text_of(tmp_path, long)
    assert "one word" in text_of(tmp_path, word)
    again, told = comment(other, "another word", word)  # told once: it is a game of its own now
    assert (again["name"], told) == (word["name"], [])


@pytest.mark.parametrize("name", ["../../x", "\x00", "0123456789abcdeg:", ":", "x" * 1000])
def test_what_is_no_name_of_a_kept_game_gets_one(desk, tmp_path, name):
    kept, told = comment(desk(0, game=GAME), "something", {"name": name, "stamp": ""})
    assert told == []
    assert [path.stem for path in tmp_path.glob("*.pgn")] == [kept["name"]]


@pytest.mark.check
@pytest.mark.parametrize("edits", [80, pytest.param(1_000, marks=pytest.mark.full)])
def test_edits_of_many_tabs_one_after_another(desk, tmp_path, edits):
    dice = random.Random(41)
    tabs = [desk(server, game=GAME) for server in (0, 0, 1, 1)]
    kept = [comment(tab, f"tab {number}")[0] for number, tab in enumerate(tabs)]
    told, resumed = 0, 0
    for edit in range(edits):
        number = dice.randrange(len(tabs))
        if dice.random() < 0.2:  # take another tab's game, as it stands
            kept[number] = resume(tabs[number], dice.choice(kept)["name"])
            resumed += 1
        before = kept[number]
        text = f"edit {edit} of tab {number}"
        kept[number], notices = comment(tabs[number], text, before)
        assert text in text_of(tmp_path, kept[number])
        assert (notices == ["conflict"]) == (kept[number]["name"] != before["name"])
        told += len(notices)
    assert 0 < told <= resumed
    last = [comment(tab, f"the last of tab {number}", kept[number])[0] for number, tab in enumerate(tabs)]
    assert len({message["name"] for message in last}) == len(tabs)
    for number, message in enumerate(last):
        assert f"the last of tab {number}" in text_of(tmp_path, message)
