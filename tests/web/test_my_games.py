"""One's own games as a tab asks for them, without a browser."""

import gzip

import pytest

pytest.importorskip("starlette", reason="the board in the browser needs kiebitz[web]")

from collected import collection_of, made_up, read_by_oracle
from game_servers import GameServer
from kiebitz.analysis.judging.annotate import AnalysisSettings
from kiebitz.analysis.reading.selection import GameSelection
from kiebitz.collection import fetching
from kiebitz.collection.analysing import analyse_games
from kiebitz.collection.collection import Collection
from kiebitz.engine.limit import Limit
from kiebitz.kifu.record import Kifu
from kiebitz.kifu.writing import kifu_text
from kiebitz.web.limits import Limits
from kiebitz.web.messages import VERSION
from kiebitz.web.server import Board
from processes import wait_until
from surveyed import games
from tabs import ADDRESS, Tab, client_of, own_headers

ASKED = {
    **dict.fromkeys(("fen", "player", "color", "since", "until", "result", "eco", "material", "pawns"), ""),
    "moves": [],
    "sort": "added",
    "descending": False,
    "skip": 0,
}


@pytest.fixture
def mine(tmp_path):
    """A client, and a tab that shows a collection of made-up games."""
    collection_of(tmp_path, made_up(80)).close()
    board = Board(ADDRESS, Limits(added_bytes=1 << 16, background_nodes=20), collection=tmp_path / "games.sqlite")
    with (
        client_of(board) as client,
        client.websocket_connect("/mygames/tab", headers=own_headers(board)) as socket,
    ):
        tab = Tab(socket)
        tab.say("enter", version=VERSION, language="en")
        tab.client, tab.file, tab.headers = client, tmp_path / "games.sqlite", own_headers(board)
        yield tab


def browse(tab, **asked):
    tab.say("browse", **{**ASKED, **asked})
    return tab.hear("browsed")


@pytest.mark.check
def test_games_and_what_was_played(mine):
    assert mine.hear("collected")["games"] == 80
    told = browse(mine)
    assert (told["total"], len(told["games"]), told["visits"]) == (80, 50, 80)
    assert sum(move["games"] for move in told["played"]) == 80
    assert [game["game"] for game in browse(mine, skip=50)["games"]] == list(range(51, 81))
    first = told["played"][0]
    told = browse(mine, moves=[first["move"]])
    assert told["total"] == told["visits"] == first["games"]
    assert told["line"] == [first["san"]]
    assert all(game["ply"] == 1 for game in told["games"])
    fen = told["fen"]
    assert browse(mine, fen=fen)["total"] == first["games"]
    name = read_by_oracle(80)[0].headers["White"]
    told = browse(mine, player=name, color="white", fen=fen, sort="date", descending=True)
    assert {game["white"] for game in told["games"]} <= {name}
    assert [game["date"] for game in told["games"]] == sorted((game["date"] for game in told["games"]), reverse=True)


@pytest.mark.check
def test_an_opponent(mine):
    name = read_by_oracle(80)[0].headers["White"]
    mine.say("telldossier", player=name)
    told = mine.hear("dossier")
    with Collection(mine.file) as collection:
        count = len(collection.find(GameSelection(player=name)))
    assert told["sentences"][0].startswith(f"{name}: {count} games")
    assert told["tables"][0]["heads"][0] == "Side"
    for nobody in ("", "Nobody at all"):
        mine.say("telldossier", player=nobody)
        assert "no games of this player" in mine.hear("notice")["detail"]


def test_a_game_is_opened_and_saved_back(mine):
    mine.say("opengame", game=3, ply=2)
    opened = mine.hear("openedgame")
    assert opened["pgn"] in made_up(80)
    assert opened["path"] == [0, 0]
    mine.say("savegame", pgn=opened["pgn"].replace("1. ", "{mine} 1. ", 1), chapter=1, replaced=3)
    assert mine.hear("savedgame")["game"] == 3
    mine.say("savegame", pgn="1. h4 *\n\n1. a4 a5 *\n", chapter=2, replaced=0)
    assert mine.hear("savedgame")["game"] == 81
    with Collection(mine.file) as collection:
        assert "{mine} 1. " in collection.text(3)
        assert len(collection) == 81


@pytest.mark.parametrize(
    ("asked", "fault"),
    [
        ({"fen": "nonsense"}, "the board has"),
        ({"moves": ["e2e5"]}, "illegal uci"),
        ({"material": "KRP"}, "names no material"),
        ({"since": "soon"}, "is no date"),
        ({"sort": "luck"}, "can't be sorted by"),
    ],
)
def test_what_can_not_be_listed_is_refused(mine, asked, fault):
    mine.say("browse", **{**ASKED, **asked})
    assert fault in mine.hear("notice", code="refused")["detail"]
    assert browse(mine)["total"] == 80


def test_a_game_that_is_none(mine):
    mine.say("opengame", game=999, ply=0)
    assert "there is no game 999" in mine.hear("notice", code="refused")["detail"]
    mine.say("savegame", pgn="", chapter=1, replaced=0)
    assert "no game to save" in mine.hear("notice", code="refused")["detail"]
    mine.say("savegame", pgn="1. e4 *", chapter=1, replaced=999)
    assert "isn't in the collection any more" in mine.hear("notice", code="refused")["detail"]


@pytest.mark.check
def test_misses_and_practice(mine):
    with collection_of(mine.file.parent, "\n".join(games())) as collection:
        analyse_games(collection, [82, 83], AnalysisSettings(Limit(nodes=200)))
    mine.say("tellmisses", player="")
    told = mine.hear("misses")
    assert (told["games"], told["left"]) == (2, 80 + 21 - 2)
    assert {table["about"] for table in told["tables"]} == {"motif", "phase", "clock", "opening"}
    mine.say("askcard", player="")
    card = mine.hear("card")
    assert card["new"] >= 1
    mine.say("answercard", move="a1a1")
    assert mine.hear("notice", code="refused")
    mine.say("answercard", move="")
    answered = mine.hear("cardanswered")
    assert answered["verdict"] == "shown"
    assert answered["best_move"] in [move[0] for move in card["legal"]]
    mine.say("answercard", move="")
    assert "no position was asked" in mine.hear("notice", code="refused")["detail"]


@pytest.mark.check
def test_games_are_analysed_in_the_background(mine):
    mine.say("analysemine", player=read_by_oracle(80)[0].headers["White"], on=True)
    assert mine.hear("misses")["is_running"]
    mine.say("analysemine", player="", on=False)
    assert not mine.hear("misses")["is_running"]
    player = read_by_oracle(80)[0].headers["White"]
    mine.say("analysemine", player=player, on=True)

    def analysed():
        mine.say("tellmisses", player=player)
        return mine.hear("misses")["games"]

    wait_until(analysed)
    mine.say("analysemine", player="", on=False)
    mine.hear("misses")


def test_files_are_added(mine):
    def add(data, **headers):
        return mine.client.post("/mygames/games", content=data, headers={**mine.headers, **headers})

    assert add(gzip.compress(made_up(82).encode())).json() == {"games": 2, "known": 80, "faulty": 0, "faults": []}
    told = add(b"1. e4 Ke3 *").json()
    assert told["faulty"] == 1
    assert "1... Ke3 is illegal" in told["faults"][0]
    assert "more than 0 MB" in add(b"x" * (1 << 17)).json()["fault"]
    assert "a zip archive" in add(b"PK\x03\x04").json()["fault"]
    assert "hat mehr als 0 MB" in add(b"x" * (1 << 17), **{"accept-language": "de-DE"}).json()["fault"]
    record = kifu_text(Kifu.of_moves(["7g7f", "3c3d"], **{"先手": "Aoi"})).text.encode()
    told = mine.client.post("/mygames/games?name=a.KIF", content=record, headers=mine.headers).json()
    assert told == {"games": 1, "known": 0, "faulty": 0, "faults": []}
    assert "no game of shogi" in mine.client.post("/mygames/games?name=a.kif", content=b"?", headers=mine.headers).text
    assert browse(mine)["records"] == 1
    headers = {"host": mine.headers["host"]}
    assert mine.client.post("/mygames/games", content=b"1. e4 *", headers=headers).status_code == 401
    assert [file.name for file in mine.file.parent.iterdir() if file.name.startswith("sent-")] == []


@pytest.mark.check
def test_games_of_an_account_are_taken_and_left_off(mine, monkeypatch):
    with GameServer() as server:
        monkeypatch.setitem(fetching.SERVERS, "lichess", server.url)
        server.games = 3
        mine.say("fetchgames", account="lichess:Anna")
        told = mine.hear("fetched", is_running=False)
        assert (told["account"], told["games"], told["said"]) == ("lichess:anna", 3, "")
        assert browse(mine)["total"] == 83
        server.pauses = [(429, "600")]
        mine.say("fetchgames", account="lichess:Anna")
        assert (
            "asks for a pause of 600 s" in mine.hear("fetched", said=f"{server.url} asks for a pause of 600 s")["said"]
        )
        mine.say("fetchgames", account="")
        assert "left off" in mine.hear("fetched", is_running=False)["said"]
    for text in ("lichess:", "nowhere:Anna", "lichess:../x"):
        mine.say("fetchgames", account=text)
        assert "names no account" in mine.hear("notice")["detail"]
