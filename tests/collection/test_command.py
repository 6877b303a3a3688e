"""``kiebitz games`` as people use it."""

import json

import pytest

from collected import made_up
from commands import refused, run_here

SICILIAN = "rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2"


@pytest.fixture
def games(tmp_path, monkeypatch):
    """Run ``kiebitz games`` on a collection of made-up games."""
    monkeypatch.setenv("KIEBITZ_COLLECTION", str(tmp_path / "games.sqlite"))
    (tmp_path / "made.pgn").write_text(made_up(80))
    assert run_here("games", "add", tmp_path / "made.pgn").status == 0

    def run(*arguments, **options):
        done = run_here("games", *arguments, cwd=tmp_path, **options)
        assert done.status == 0, done.err
        return done.out

    return run


def test_the_place_is_the_users_own(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert "kiebitz games add FILE.pgn begins one" in refused("games", "list")
    done = run_here("games", "add", "-", stdin=b"1. e4 *\n")
    path = tmp_path / "kiebitz" / "games" / "collection.sqlite"
    assert done.out == f"1 games added; 1 in {path}\n"
    assert path.exists()


def test_adding_again(games):
    assert games("add", "made.pgn").startswith("0 games added, 80 there already; 80 in ")


def test_lists(games):
    out = games("list")
    assert out.rstrip().endswith("50 of 80 games; --first 80 shows all")
    rows = [json.loads(line) for line in games("list", "--json", "--sort", "rating", "--reverse").splitlines()]
    assert len(rows) == 80
    assert rows[0]["white_rating"] >= 2500 or rows[0]["black_rating"] >= 2500
    name = rows[0]["white"]
    white = [row["game"] for row in rows if row["white"] == name]
    found = games("list", "--player", name, "--color", "white", "--json").splitlines()
    assert [json.loads(line)["game"] for line in found] == sorted(white)
    year = rows[0]["date"][:4]
    found = games("list", "--year", year, "--json").splitlines()
    assert len(found) == sum(row["date"].startswith(year) for row in rows)


@pytest.mark.check
def test_finds_and_explores(games):
    found = [json.loads(line) for line in games("find", "--fen", SICILIAN, "--json").splitlines()]
    moves = [json.loads(line) for line in games("explore", SICILIAN, "--json").splitlines()]
    assert len(found) == sum(move["games"] for move in moves)
    assert all(row["ply"] == 2 for row in found)
    both = games("find", "--fen", SICILIAN, "--pawns", "d2 -e", "--json").splitlines()
    assert 0 < len(both) < len(found)
    assert {json.loads(line)["game"] for line in both} < {row["game"] for row in found}
    assert f"{len(found)} games" in games("explore", SICILIAN)
    assert "At move" in games("find", "--material", "KQRRBBNNPPPPPPPPvKQRRBBNNPPPPPPPP")
    assert "0 of 0 games" in games("find", "--material", "KvK", "--player", "nobody")


@pytest.mark.check
def test_exports_and_removes(games, tmp_path):
    assert games("export", "-o", "out.pgn") == "80 games: out.pgn\n"
    assert (tmp_path / "out.pgn").read_text() == made_up(80)
    assert "out.pgn exists; name another place, or add --overwrite" in refused(
        "games", "export", "3", "-o", "out.pgn", cwd=tmp_path
    )
    assert (tmp_path / "out.pgn").read_text() == made_up(80)
    assert games("export", "-o", "out.pgn", "--overwrite") == "80 games: out.pgn\n"
    assert "is the input" not in refused("games", "export", "-o", "games.sqlite", cwd=tmp_path)
    assert "is the input" in refused("games", "export", "-o", "games.sqlite", "--overwrite", cwd=tmp_path)
    assert "there is no such game" in refused("games", "export", "--player", "typo", "-o", "none.pgn", cwd=tmp_path)
    assert not (tmp_path / "none.pgn").exists()
    assert "say which games" in refused("games", "remove", "--seed", "3", "--yes")
    assert "it would fit every one" in refused("games", "remove", "--player", " ", "--yes")
    assert "neither a page of Kiebitz's nor a picture" in refused(
        "games", "dossier", "a", "--html", "games.sqlite", cwd=tmp_path
    )
    assert games("export", "-o", "-") == made_up(80)
    one = games("export", "3")
    assert one in made_up(80)
    assert games("remove", "3", "5", "--yes") == "2 games removed\n"
    assert "there is no game 3 in" in refused("games", "export", "3")
    assert games("add", "made.pgn").startswith("2 games added, 78 there already")


@pytest.mark.check
def test_what_is_refused(games):
    assert "say which games" in refused("games", "remove", "--yes")
    assert "add --yes" in refused("games", "remove", "1")
    assert "name the player" in refused("games", "list", "--color", "white")
    assert "give --year, or" in refused("games", "list", "--year", "2000", "--since", "1999")
    assert "names no material" in refused("games", "find", "--material", "KRP")
    assert "is no place of a pawn" in refused("games", "find", "--pawns", "d1")
    assert "not a position" in refused("games", "explore", "nonsense")
    assert "can't be sorted by 'luck'" in refused("games", "list", "--sort", "luck")
    assert "doesn't exist" in refused("games", "add", "none.pgn")


def test_what_comes_from_outside_is_text(tmp_path):
    file = tmp_path / "games.sqlite"
    text = '[White "[bold]\x1b[31mred"]\n[Black "[/]"]\n[Result "*"]\n\n1. e4 *\n'
    assert run_here("games", "add", "-", "--collection", file, stdin=text.encode()).status == 0
    done = run_here("games", "list", "--collection", file)
    assert done.status == 0, done.err
    assert "\x1b" not in done.out
    assert "[bold]?[31mred" in done.out
