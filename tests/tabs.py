"""Tabs of the board in the browser, without a browser."""

import json
from contextlib import contextmanager

from starlette.testclient import TestClient

from kiebitz.web.guard import Address
from kiebitz.web.messages import VERSION
from kiebitz.web.server import Board

ADDRESS = Address("127.0.0.1", 8064)


class Tab:
    """One connection; what is heard on the way to what one waits for is passed over."""

    def __init__(self, socket):
        self.socket = socket

    def say(self, kind, **fields):
        self.socket.send_text(json.dumps({"type": kind, **fields}))

    def hello(self, **fields):
        self.say(
            "hello", **{"version": VERSION, "token": "", "language": "en", "game": "", "path": [], "kept": "", **fields}
        )

    def hear(self, kind, **fields):
        """The next message of a kind whose fields are these."""
        while True:
            message = json.loads(self.socket.receive_text())
            if message["type"] == kind and all(message[name] == value for name, value in fields.items()):
                return message

    def hear_lines(self, depth, **fields):
        """The next lines from at least this depth; iterations that take no time are not told one by one."""
        while True:
            lines = self.hear("lines", **fields)
            if lines["depth"] >= depth:
                return lines


def own_headers(board):
    """What a browser sends that shows the server's page."""
    host = min(board.address.hosts)
    return {"host": host, "origin": f"http://{host}"}


@contextmanager
def client_of(board):
    """A client of a server, in whose event loop all its tabs live."""
    with TestClient(board.app(), base_url=board.address.url.rstrip("/")) as client:
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
        tab.say("enter", version=VERSION, token="", language="en")
        yield tab
