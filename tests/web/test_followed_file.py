"""A PGN file that grows while tabs follow it, and the board for those who look on."""

import pytest

pytest.importorskip("starlette", reason="the board in the browser needs kiebitz[web]")

from kiebitz.web.messages import VERSION
from kiebitz.web.server import Board
from tabs import ADDRESS, Tab, client_of, own_headers, tab_of


@pytest.mark.check
def test_who_looks_at_the_end_goes_on_with_the_file(tmp_path):
    path = tmp_path / "round.pgn"
    board = Board(ADDRESS, followed=path)
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
    board = Board(ADDRESS, followed=path)
    with client_of(board) as client, tab_of(client, board) as tab:
        assert tab.hear("welcome")["follows"]
        tab.hear("tree")
        tab.say("unfollow")
        tab.go("e2e4", "e7e5")
        tab.hear("shown", node=2)
        path.write_text("1. e4 c5 2. Nf3 *\n")
        assert not board.shared.followed._followers


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
