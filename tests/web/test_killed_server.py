"""``kiebitz serve`` as a whole process, ended while somebody writes: what was told as kept is there, and whole."""

import json
import re
import signal
import threading
from contextlib import contextmanager, suppress

import pytest

pytest.importorskip("starlette", reason="the board in the browser needs kiebitz[web]")

from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from board_server import Server
from kiebitz.web.messages import VERSION
from long_works import KILL_NAMES, KILLS

pytestmark = pytest.mark.check

# An edit takes some ten milliseconds: within it, and while many of them come.
REACH_S = 0.4
GAME = "1. e4 e5 2. Nf3 Nc6 *"
WORDS = "word " * 2_000
EDIT = re.compile(r"edit (\d+) ")
PATIENCE_S = 30


class Person:
    """Somebody at the board, by a real socket."""

    def __init__(self, socket, game):
        self.socket = socket
        self.say("hello", version=VERSION, language="en", game=game, path=[], chapter=0, has_game=False)
        self.kept = {"name": "", "stamp": ""}

    def say(self, kind, **fields):
        self.socket.send(json.dumps({"type": kind, **fields}))

    def hear(self, kind):
        while True:
            message = json.loads(self.socket.recv(PATIENCE_S))
            if message["type"] == kind:
                return message

    def comment(self, number):
        """Write, and hear that it is kept."""
        text = f"1. e4 {{ edit {number} {WORDS}}} e5 2. Nf3 Nc6 *"
        self.say("keep", name=self.kept["name"], stamps=[self.kept["stamp"]], edits=number, text=text)
        self.kept = self.hear("kept")
        return self.kept


@contextmanager
def person_at(server, game=""):
    with connect(
        server.url.replace("http", "ws") + "tab",
        origin=server.url.rstrip("/"),
        subprotocols=["kiebitz", server.token],
        max_size=None,
    ) as socket:
        yield Person(socket, game)


def edit_in(text):
    """The edit that a game holds, which must be there to its last word."""
    assert text.endswith("*\n")
    assert text.count("word") == WORDS.count("word")
    (number,) = EDIT.findall(text)
    return int(number)


def end_while_writing(data, how, after_s):
    server = Server(data)
    try:
        with person_at(server, GAME) as person:
            kept, told = person.comment(1), 1
            end = threading.Timer(after_s, server.process.send_signal, [how])
            end.start()
            with suppress(ConnectionClosed):
                while True:
                    kept, told = person.comment(told + 1), told + 1
            end.join()
        server.process.communicate(timeout=PATIENCE_S)
    finally:
        server.process.kill()
    folder = data / "kiebitz" / "board"
    assert [path.stem for path in folder.glob("*.pgn")] == [kept["name"]]
    there = edit_in((folder / f"{kept['name']}.pgn").read_text())
    assert there in (told, told + 1)

    server = Server(data)
    try:
        with person_at(server) as person:
            (offered,) = person.hear("keptgames")["games"]
            assert offered["name"] == kept["name"]
            person.say("resume", name=kept["name"])
            person.kept = person.hear("kept")
            assert person.kept["name"] == kept["name"]
            assert person.comment(there + 1)["name"] == kept["name"]
    finally:
        server.end()
    assert edit_in((folder / f"{kept['name']}.pgn").read_text()) == there + 1
    assert not list(folder.glob("*.unfinished"))


def test_what_was_kept_is_there(tmp_path):
    end_while_writing(tmp_path, signal.SIGKILL, REACH_S / 2)


@pytest.mark.nightly
@pytest.mark.parametrize(("how", "share"), KILLS, ids=KILL_NAMES)
def test_what_was_kept_is_there_at_any_moment(tmp_path, how, share):
    end_while_writing(tmp_path, how, REACH_S * share)
