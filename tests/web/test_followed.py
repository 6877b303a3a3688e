"""A PGN that grows while tabs follow it, a file or on the Web, and the board for those who look on."""

import os
import threading
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer

import pytest

pytest.importorskip("starlette", reason="the board in the browser needs kiebitz[web]")

from kiebitz.web.growing import GrowingAddress, GrowingError, GrowingFile
from kiebitz.web.messages import VERSION
from kiebitz.web.server import Board
from tabs import ADDRESS, Tab, client_of, own_headers, tab_of


@contextmanager
def served(folder):
    """A folder's files on the Web; yields its address and, of each request, its status."""
    statuses = []

    class Files(SimpleHTTPRequestHandler):
        def log_request(self, code="-", size="-"):
            statuses.append(int(code))

        def log_message(self, *arguments):
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Files, directory=folder))
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02})
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}", statuses
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


@pytest.mark.check
def test_who_looks_at_the_end_goes_on_with_the_file(tmp_path):
    path = tmp_path / "round.pgn"
    board = Board(ADDRESS, followed=GrowingFile(path, 1000))
    with client_of(board) as client, tab_of(client, board) as tab:
        assert tab.hear("tree")["nodes"] == []
        path.write_text('[White "Réti"]\n\n1. e4 e5 *\n', encoding="latin-1")
        tree = tab.hear("tree")
        assert ([node["san"] for node in tree["nodes"]], tree["headers"]["White"]) == (["e4", "e5"], "Réti")
        assert tab.hear("shown")["last"] == ["e7", "e5"]
        path.write_text("1. e4 e5 2. Nf3 *\n")
        assert tab.hear("shown", last=["g1", "f3"])
        tab.go("e2e4")
        tab.hear("shown", last=["e2", "e4"])
        path.write_text("1. e4 e5 2. Nf3 Nc6 *\n")
        tree = tab.hear("tree")
        assert (len(tree["nodes"]), tree["here"]) == (4, 4)
        path.write_text("1. e4 e5 2. Nf3 Nc6 *\n\n1. d4 *\n")
        games = tab.hear("games")
        assert (len(games["games"]), games["is_grown"]) == (2, True)
        tab.say("examine", fen="")
        tab.hear("examined")  # nothing was shown instead of the position that the tab is at


def test_who_has_changed_the_game_keeps_it(tmp_path):
    path = tmp_path / "round.pgn"
    path.write_text("1. e4 *\n")
    board = Board(ADDRESS, followed=GrowingFile(path, 1000))
    with client_of(board) as client, tab_of(client, board) as tab:
        assert tab.hear("welcome")["follows"]
        tab.hear("tree")
        tab.say("unfollow")
        tab.go("e2e4", "e7e5")
        tab.hear("shown", node=2)
        path.write_text("1. e4 c5 2. Nf3 *\n")
        assert not board.shared.followed._followers


def test_an_address_sends_nothing_again_and_may_be_away_for_a_while(tmp_path):
    path = tmp_path / "round.pgn"
    with served(tmp_path) as (url, statuses):
        address = GrowingAddress(f"{url}/round.pgn", 1000)
        with pytest.raises(GrowingError, match=r"round\.pgn answers 404"):
            address.ask()
        path.write_text("1. e4 *\n")
        assert address.look() == address.content() == b"1. e4 *\n"
        before = address.look()
        assert statuses[-2:] == [200, 304]
        path.write_text("1. e4 e5 *\n" + "{}" * 1000)
        os.utime(path, (2e9, 2e9))
        assert address.look() != before
        assert len(address.content()) == 1000
    assert address.look() == address.content() != b""  # nobody answers any more
    with pytest.raises(GrowingError, match="can't be read"):
        address.ask()


@pytest.mark.parametrize(
    ("page", "asked"),
    [
        ("https://lichess.org/broadcast/open/round-1/aB3dE6gH", "/api/broadcast/round/aB3dE6gH.pgn"),
        ("https://lichess.org/study/aB3dE6gH", "/api/study/aB3dE6gH.pgn"),
        ("https://lichess.org/study/aB3dE6gH/iJ9kL2nO", "/api/study/aB3dE6gH/iJ9kL2nO.pgn"),
        ("https://lichess.org/aB3dE6gH/black", "/game/export/aB3dE6gH"),
        ("https://lichess.org/aB3dE6gHxyz1", "/game/export/aB3dE6gH"),
        ("https://lichess.org/analysis", "/analysis"),
    ],
)
def test_pages_of_lichess_stand_for_their_games(page, asked):
    assert GrowingAddress(page, 1000).address == f"https://lichess.org{asked}"


@pytest.mark.parametrize("text", ["http://", "https:///x.pgn", "http://[::1", "ftp://example.org/x.pgn", "x.pgn"])
def test_what_is_no_address_is_refused(text):
    with pytest.raises(GrowingError, match="is no address; write it as"):
        GrowingAddress(text, 1000)


@pytest.mark.check
def test_a_tab_follows_an_address(tmp_path, monkeypatch):
    monkeypatch.setattr(GrowingAddress, "pause_s", 0.05)
    path = tmp_path / "round.pgn"
    path.write_text("1. e4 *\n")
    with served(tmp_path) as (url, _):
        board = Board(ADDRESS, followed=GrowingAddress(f"{url}/round.pgn", 1000))
        with client_of(board) as client, tab_of(client, board) as tab:
            assert [node["san"] for node in tab.hear("tree")["nodes"]] == ["e4"]
            path.write_text("1. e4 e5 *\n")
            os.utime(path, (2e9, 2e9))
            assert [node["san"] for node in tab.hear("tree")["nodes"]] == ["e4", "e5"]


def test_others_look_on_at_the_tab_that_was_used_last():
    board = Board(ADDRESS, first="1. e4 *")
    with client_of(board) as client, tab_of(client, board) as tab:
        tab.hear("shown")
        with client.websocket_connect("/stream/tab", headers=own_headers(board)) as socket:
            onlooker = Tab(socket)
            onlooker.say("enter", version=VERSION, language="en")
            assert onlooker.hear("shown")["node"] == 0
            tab.say("search", on=True)
            assert onlooker.hear_lines(2)["node"] == 0
            with tab_of(client, board) as other:
                other.go("d2d4")
                assert onlooker.hear("shown", last=["d2", "d4"])
        tab.say("search", on=False)
    assert not board.shared.broadcast.onlookers
