"""What a collection holds, in which order, and what goes wrong with its file."""

import sqlite3

import pytest

from collected import collection_of, made_up, read_by_oracle
from kiebitz.analysis.reading.games import read_games
from kiebitz.analysis.reading.selection import GameSelection
from kiebitz.collection.adding import add_games
from kiebitz.collection.collection import SORTS, Collection
from kiebitz.collection.position_search import visits
from kiebitz.collection.schema import ORDERS, CollectionError
from kiebitz.engine import Position, position_of
from kiebitz.engine.opening_names import last_opening_name

KEYS = {
    "added": lambda row: row.game,
    "date": lambda row: row.date,
    "white": lambda row: row.white.lower(),
    "black": lambda row: row.black.lower(),
    "rating": lambda row: max(row.white_rating, row.black_rating),
    "eco": lambda row: row.eco,
    "moves": lambda row: row.plies,
    "result": lambda row: row.result,
}


def test_a_row_says_what_the_tags_say(tmp_path):
    with collection_of(tmp_path, made_up(30)) as collection:
        for row, game in zip(collection.find(), read_by_oracle(30), strict=True):
            headers = game.headers
            assert (row.white, row.black, row.date) == (headers["White"], headers["Black"], headers["Date"])
            assert (row.result, row.eco, row.round) == (headers["Result"], headers["ECO"], headers["Round"])
            assert (row.white_rating, row.black_rating) == (int(headers["WhiteElo"]), int(headers["BlackElo"]))
            assert (row.plies, row.source, row.number) == (game.end().ply(), "test", row.game)
            assert row.fault == ""


def test_an_opening_is_named_by_its_last_known_position(tmp_path):
    text = made_up(60).replace("ECO", "Eco")
    with collection_of(tmp_path, text + "1. a3 e5 2. h3 *\n") as collection:
        rows = collection.find()
        for row, game in zip(rows, read_games(text), strict=False):
            named = last_opening_name(position_of(board) for board in game.boards)
            assert (row.eco, row.opening) == ((named.eco, named.name) if named else ("", ""))
        assert rows[-1].opening == "Global Opening"


@pytest.mark.parametrize("sort", SORTS)
def test_sorted(tmp_path, sort):
    with collection_of(tmp_path, made_up(50)) as collection:
        rows = collection.find()
        assert collection.find(sort=sort) == sorted(rows, key=lambda row: (KEYS[sort](row), row.game))
        backwards = collection.find(GameSelection(first=7, skip=2), sort=sort, descending=True)
        assert backwards == sorted(rows, key=lambda row: (KEYS[sort](row), row.game), reverse=True)[2:9]


@pytest.mark.parametrize("sort", SORTS)
@pytest.mark.parametrize("few", [0, 100])
def test_of_many_games_the_first_are_found_as_of_few(tmp_path, monkeypatch, sort, few):
    monkeypatch.setattr("kiebitz.collection.collection.FEW", few)
    with collection_of(tmp_path, made_up(60)) as collection:
        collection.remove([9])
        wanted = [*range(5, 40), 7, 99]
        rows = [row for row in collection.find() if row.game in wanted]
        rows.sort(key=lambda row: (KEYS[sort](row), row.game), reverse=True)
        assert len(rows) == collection.count(GameSelection(first=3), among=wanted) == 34
        found = collection.find(GameSelection(first=7, skip=2), among=wanted, sort=sort, descending=True)
        assert found == rows[2:9]
        won = GameSelection(result="1-0")
        rows = [row for row in rows if row.result == "1-0"]
        assert collection.find(won, among=dict.fromkeys(wanted), sort=sort, descending=True) == rows
        assert collection.count(won, among=set(wanted)) == len(rows)


def test_a_file_without_an_order_gets_it(tmp_path):
    with collection_of(tmp_path, made_up(2)) as collection:
        for name in ORDERS:
            collection.connection.execute(f"DROP INDEX {name}")
    with Collection(tmp_path / "games.sqlite") as collection:
        plans = [
            str(collection.connection.execute(f"EXPLAIN QUERY PLAN SELECT {column} FROM {table}").fetchall())
            for column, table in (
                ("game", "games ORDER BY date DESC, game DESC"),
                ("player", "players ORDER BY name COLLATE NOCASE"),
            )
        ]
        assert all(name in plan and "TEMP" not in plan for name, plan in zip(ORDERS, plans, strict=True))


def test_numbers_are_never_used_again(tmp_path):
    with collection_of(tmp_path, made_up(3)) as collection:
        assert collection.remove([2, 3]) == 2
        add_games(collection, read_games(made_up(4)))
        assert [row.game for row in collection.find()] == [1, 4, 5, 6]
        with pytest.raises(CollectionError, match="there is no game 3"):
            collection.row(3)
        with pytest.raises(CollectionError, match="there is no game 3"):
            collection.text(3)


def test_a_sort_that_there_is_not(tmp_path):
    with collection_of(tmp_path, "") as collection, pytest.raises(ValueError, match="there are added, date"):
        collection.find(sort="beauty")


def test_somebody_elses_file_stays_as_it_is(tmp_path):
    path = tmp_path / "other.sqlite"
    with sqlite3.connect(path) as other:
        other.execute("CREATE TABLE a (b)")
    with pytest.raises(CollectionError, match="is no collection of Kiebitz's"):
        Collection(path)
    (tmp_path / "text").write_text("1. e4 *" * 1000)
    with pytest.raises(CollectionError, match="is damaged or no collection"):
        Collection(tmp_path / "text")
    assert (tmp_path / "text").read_text() == "1. e4 *" * 1000
    with pytest.raises(CollectionError, match="can't be used as a collection"):
        Collection(tmp_path)
    with collection_of(tmp_path, made_up(2)) as collection:
        collection.connection.execute("PRAGMA user_version = 99")
    with pytest.raises(CollectionError, match="another version"):
        Collection(tmp_path / "games.sqlite")


def test_damage_is_told(tmp_path):
    with collection_of(tmp_path, made_up(20)) as collection:
        collection.connection.execute("UPDATE texts SET text = x'00'")
        collection.connection.execute("UPDATE positions SET rows = x'00'")
        with pytest.raises(CollectionError, match="text of game 1 is damaged"):
            collection.text(1)
        with pytest.raises(CollectionError, match="index is damaged"):
            visits(collection, Position())


def test_others_can_open_it(tmp_path):
    with collection_of(tmp_path, made_up(20)):
        pass
    with sqlite3.connect(tmp_path / "games.sqlite") as other:
        assert other.execute("SELECT COUNT(*) FROM games JOIN players ON player = white").fetchone() == (20,)
        assert other.execute("PRAGMA integrity_check").fetchone() == ("ok",)
