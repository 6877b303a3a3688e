"""Tabs of the board in the browser, without a browser."""

import json
from concurrent.futures import TimeoutError as SilenceError
from contextlib import contextmanager

import chess
import pytest
from starlette.testclient import TestClient

from kiebitz.web.guard import Address
from kiebitz.web.messages import VERSION
from kiebitz.web.server import Board

ADDRESS = Address("127.0.0.1", 8064)
# Longer than anything that a test asks for, and shorter than its time limit.
PATIENCE_S = 60.0


class Tab:
    """One connection; what is heard on the way to what one waits for is passed over."""

    def __init__(self, socket):
        self.socket = socket

    def say(self, kind, **fields):
        self.socket.send_text(json.dumps({"type": kind, **fields}))

    def hello(self, **fields):
        self.say(
            "hello",
            **{
                "version": VERSION,
                "language": "en",
                "game": "",
                "path": [],
                "chapter": 1,
                "has_game": False,
                **fields,
            },
        )

    def go(self, *moves, fen=chess.STARTING_FEN, node=None):
        """Be at the position after these moves, UCI text; its number is that of the moves."""
        self.say("go", node=len(moves) if node is None else node, fen=fen, chess960=False, moves=list(moves))

    def keep(self, text, kept=None, edits=1):
        """Have a game kept, after what was heard of the version before; what is heard beside that it is."""
        kept = kept or {"name": "", "stamp": ""}
        self.say("keep", name=kept["name"], stamps=[kept["stamp"]], edits=edits, text=text)
        notices = []
        while True:
            message = json.loads(self.socket.receive_text())
            if message["type"] == "notice":
                notices.append(message["code"])
            if message["type"] == "kept":
                return message, notices

    def hear(self, kind, **fields):
        """The next message of a kind whose fields are these; a server that says nothing more fails the test."""
        heard = []
        while True:
            message = json.loads(self._next(kind, heard))
            heard.append(message)
            if message["type"] == kind and all(message[name] == value for name, value in fields.items()):
                return message

    def _next(self, kind, heard):
        waiting = self.socket.portal.start_task_soon(self.socket._send_rx.receive)
        try:
            frame = waiting.result(PATIENCE_S)
        except SilenceError:
            waiting.cancel()
            pytest.fail(f"no '{kind}' within {PATIENCE_S:.0f} s; heard {[str(each)[:300] for each in heard[-5:]]}")
        self.socket._raise_on_close(frame)
        return frame["text"]

    def hear_lines(self, depth, **fields):
        """The next lines from at least this depth; iterations that take no time are not told one by one."""
        while True:
            lines = self.hear("lines", **fields)
            if lines["depth"] >= depth:
                return lines


def own_headers(board):
    """What a browser sends that shows the server's page."""
    host = board.address.own
    return {
        "host": host,
        "origin": f"http://{host}",
        "sec-websocket-protocol": f"kiebitz, {board.token}",
        "authorization": f"Bearer {board.token}",
    }


@contextmanager
def client_of(board):
    """A client of a server, in whose event loop all its tabs live."""
    with TestClient(board.app(), base_url=f"http://{board.address.own}") as client:
        yield client


@contextmanager
def tab_of(client, board, **fields):
    """A tab that has said hello."""
    with client.websocket_connect("/tab", headers=own_headers(board)) as socket:
        tab = Tab(socket)
        tab.hello(**fields)
        yield tab


@contextmanager
def one_tab(first="startpos", address=ADDRESS, limits=None, folder=None, sources=None, **fields):
    """A server and its one tab."""
    board = Board(address, limits, first, folder, sources)
    with client_of(board) as client, tab_of(client, board, **fields) as tab:
        yield tab


@contextmanager
def classroom():
    """A server and its one tab that sits in the classroom."""
    board = Board(ADDRESS)
    with (
        client_of(board) as client,
        client.websocket_connect("/classroom/tab", headers=own_headers(board)) as socket,
    ):
        tab = Tab(socket)
        tab.say("enter", version=VERSION, language="en")
        yield tab
