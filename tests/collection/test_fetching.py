"""Games fetched from a server that answers as the documentation says: all, then new ones, and never a torn one."""

import pytest

import kiebitz
from commands import refused, run_here
from game_servers import BEGAN_MS, GameServer, lichess_game
from kiebitz.collection import fetching
from kiebitz.collection.collection import Collection
from kiebitz.collection.fetching import Fetcher, FetchError, account_of, fetch

ANNA = account_of("lichess:Anna")


@pytest.fixture
def server():
    with GameServer() as told:
        yield told


@pytest.fixture
def collection(tmp_path):
    with Collection(tmp_path / "games.sqlite") as opened:
        yield opened


def test_all_games_and_then_the_new_ones(server, collection, monkeypatch):
    monkeypatch.setattr(fetching, "GAMES_AT_ONCE", 4)
    server.games = 10
    assert fetch(collection, ANNA, Fetcher(server.url)).games == 10
    server.games = 13
    added = fetch(collection, ANNA, Fetcher(server.url))
    assert (added.games, added.known) == (3, 1)
    assert f"since={BEGAN_MS + 9 * 60_000}" in server.asked[-1]
    assert [row.black for row in collection.find()] == [f"opponent{number}" for number in range(13)]
    assert {row.source for row in collection.find()} == {"lichess:anna"}
    assert collection.text(1).rstrip() == lichess_game(0).rstrip()
    assert server.agents == {f"kiebitz/{kiebitz.__version__}"}


def test_a_stream_that_breaks_off_leaves_no_torn_game_and_is_gone_on_with(server, collection):
    server.games, server.breaks_after = 10, 6
    with pytest.raises(FetchError, match="run the same command again later"):
        fetch(collection, ANNA, Fetcher(server.url))
    assert [(row.fault, row.plies) for row in collection.find()] == [("", 2)] * 6
    server.breaks_after = None
    assert fetch(collection, ANNA, Fetcher(server.url)).games == 4
    assert len(collection) == 10


def test_a_server_that_asks_for_a_pause_gets_it(server, collection):
    server.games = 2
    server.pauses = [(429, "7"), (503, None), (429, "soon"), (429, "99999999")]
    waited, told = [], []
    assert fetch(collection, ANNA, Fetcher(server.url, waited.append, told.append)).games == 2
    assert waited == [7, 60, 60, 900]
    assert "asks for a pause of 7 s" in told[0]
    server.pauses = [(429, "1")] * 5
    with pytest.raises(FetchError, match="answers 429"):
        fetch(collection, ANNA, Fetcher(server.url, waited.append))


def test_months_of_chesscom(server, collection):
    anna = account_of("chesscom:Anna")
    server.months = {"2024/04": lichess_game(1), "2024/05": lichess_game(2)}
    assert fetch(collection, anna, Fetcher(server.url)).games == 2
    server.months |= {"2024/05": lichess_game(2) + lichess_game(3), "2024/06": lichess_game(4)}
    server.asked.clear()
    added = fetch(collection, anna, Fetcher(server.url))
    assert (added.games, added.known) == (2, 1)
    assert [path for path in server.asked if path.endswith("/pgn")] == [
        f"/pub/player/anna/games/{month}/pgn" for month in ("2024/05", "2024/06")
    ]
    assert len(collection) == 4


@pytest.mark.check
def test_what_can_not_be_fetched(server, collection, tmp_path):
    with pytest.raises(FetchError, match="knows no such player"):
        fetch(collection, account_of("lichess:Nobody"), Fetcher(server.url))
    with pytest.raises(FetchError, match="can't be read"):
        fetch(collection, ANNA, Fetcher("http://127.0.0.1:9"))
    server.pauses = [(500, None)]
    with pytest.raises(FetchError, match="answers 500"):
        fetch(collection, ANNA, Fetcher(server.url))
    file = tmp_path / "games.sqlite"
    for text in ("Anna", "fics:Anna", "lichess:../x", "lichess:"):
        assert "names no account" in refused("games", "fetch", text, "--collection", file)
    assert "is no address" in refused("games", "fetch", "lichess:Anna", "--server", "http://x.y", "--collection", file)


def test_the_command(server, tmp_path):
    server.games = 3
    file = tmp_path / "games.sqlite"
    done = run_here("games", "fetch", "lichess:Anna", "--server", server.url, "--collection", file)
    assert (done.status, done.out) == (0, "lichess:anna: 3 games added\n")
    server.games, server.breaks_after = 9, 4
    err = refused("games", "fetch", "lichess:Anna", "--server", server.url, "--collection", file, status=1)
    assert "(3 games are added)" in err
