"""A collection that somebody else has made or changed: every question is answered, or refused by a CollectionError."""

import random
import shutil
import sqlite3
import zlib
from importlib.util import find_spec

import pytest

from collected import collection_of, made_up
from kiebitz.analysis.reading.games import read_games
from kiebitz.analysis.reading.selection import GameSelection
from kiebitz.collection.adding import add_games
from kiebitz.collection.analysing import analysed, records
from kiebitz.collection.collection import SORTS, Collection, as_dict
from kiebitz.collection.misses import misses
from kiebitz.collection.position_search import visits
from kiebitz.collection.practice import next_card, results, standing
from kiebitz.collection.schema import CollectionError
from kiebitz.collection.structures import games_with, material_of, pawns_of
from kiebitz.engine import Position
from kiebitz.processes.bounded import MOST_TEXT_BYTES, inflated

QUESTIONS = {
    "len": len,
    "find": lambda kept: [as_dict(row) for sort in SORTS for row in kept.find(GameSelection(first=20), sort=sort)],
    "find a player": lambda kept: kept.find(GameSelection(player="a", min_rating=1, since="1999")),
    "find a time": lambda kept: kept.find(GameSelection(time_control="blitz", variant="standard")),
    "count": lambda kept: kept.count(GameSelection(), among=[1, 2, 3]),
    "position": lambda kept: visits(kept, Position()).moves,
    "position of a player": lambda kept: visits(kept, Position(), GameSelection(player="a")),
    "material": lambda kept: games_with(kept, material_of("KRP*vKRP*")),
    "pawns": lambda kept: games_with(kept, pawns_of("e4 /")),
    "texts": lambda kept: [kept.text(game) for game in (1, 2, 3)],
    "analyses": lambda kept: (analysed(kept, [1, 2]), list(records(kept, [1, 2]))),
    "misses": lambda kept: misses(kept, [1, 2]),
    "practice": lambda kept: (standing(kept, "a"), next_card(kept), results(kept)),
    "add": lambda kept: add_games(kept, read_games(made_up(30))),
    "remove": lambda kept: kept.remove([1]),
}
if not find_spec("polars"):
    del QUESTIONS["misses"]
START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
CHANGES = (
    "UPDATE portions SET columns = randomblob(length(columns))",
    "UPDATE portions SET columns = substr(columns, 1, 15)",
    "UPDATE portions SET columns = x''",
    "UPDATE portions SET columns = 1.5",
    "UPDATE portions SET first = -9223372036854775808",
    "UPDATE portions SET first = 9223372036854775807",
    "UPDATE portions SET first = 'x'",
    "UPDATE portions SET games = 9223372036854775807",
    "DELETE FROM portions",
    "UPDATE positions SET rows = randomblob(length(rows))",
    "UPDATE positions SET rows = substr(rows, 1, 14)",
    "UPDATE positions SET rows = substr(rows, 1, 13)",
    "UPDATE positions SET rows = zeroblob(length(rows))",
    "UPDATE positions SET rows = 'abcdefghijklmn'",
    "UPDATE structures SET material = randomblob(length(material)), pawns = randomblob(length(pawns))",
    "UPDATE structures SET material = 'x', pawns = 7",
    "UPDATE texts SET text = randomblob(100)",
    "UPDATE texts SET text = 'hello', bytes = 'x'",
    "UPDATE texts SET text = 7, bytes = -1",
    "UPDATE games SET date = x'00ff'",
    "UPDATE games SET plies = 'x'",
    "UPDATE games SET plies = -9223372036854775808",
    "UPDATE games SET white_rating = 'x'",
    "UPDATE games SET white = 999999",
    "UPDATE games SET time_control = x'ff', variant = 3",
    "INSERT OR REPLACE INTO analyses SELECT game, 'x', randomblob(50) FROM games",
    "INSERT OR REPLACE INTO analyses SELECT game, 'x', x'789c33040000320032' FROM games",
    "INSERT OR REPLACE INTO marks SELECT game, 1, white, 'x', 'y', 'z', 'q', 'm', '{' FROM games",
    f"INSERT OR REPLACE INTO marks SELECT game, 1, white, '{START}', 'e2e5', 'e2e4', 'q', 'm', '{{}}' FROM games",
    f"INSERT OR REPLACE INTO marks SELECT game, 1, white, '{START}', 'e2e4', 'd2d4', x'00', 'm', '[]' FROM games",
    "INSERT OR REPLACE INTO practice SELECT game, 1, 'x', '{', '[' FROM games",
    "INSERT OR REPLACE INTO practice SELECT game, 1, 'x', '{}', '7' FROM games",
    "CREATE TRIGGER t AFTER INSERT ON games BEGIN DELETE FROM games; END",
    "ALTER TABLE texts RENAME TO texts2",
    "CREATE VIEW v AS SELECT 1",
    "UPDATE players SET name = CAST(x'ff' || player AS TEXT)",
    "UPDATE players SET name = player * 1.5",
)


@pytest.fixture(scope="module")
def sound(tmp_path_factory):
    folder = tmp_path_factory.mktemp("sound")
    with collection_of(folder, made_up(25)) as collection:
        collection.connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        return collection.path


def asked(path):
    """How many questions are answered, and how many refused."""
    answered = refused = 0
    try:
        with Collection(path) as collection:
            for question in QUESTIONS.values():
                try:
                    question(collection)
                    answered += 1
                except CollectionError:
                    refused += 1
    except CollectionError:
        refused += 1
    return answered, refused


def test_a_sound_one_answers_all(sound, tmp_path):
    assert asked(shutil.copy(sound, tmp_path / "games.sqlite")) == (len(QUESTIONS), 0)


@pytest.mark.parametrize("change", CHANGES)
def test_a_changed_one_answers_or_refuses(sound, tmp_path, change):
    path = shutil.copy(sound, tmp_path / "games.sqlite")
    with sqlite3.connect(path) as other:
        other.execute(change)
    other.close()
    answered, refused = asked(path)
    assert answered + refused


@pytest.mark.check
def test_a_damaged_one_answers_or_refuses(sound, tmp_path):
    luck = random.Random(4)
    data = sound.read_bytes()
    for number in range(60):
        changed = bytearray(data[: luck.randrange(len(data))] if number % 3 == 0 else data)
        for _ in range(luck.choice((1, 20, 2000))):
            changed[luck.randrange(len(changed))] = luck.randrange(256)
        path = tmp_path / f"{number}.sqlite"
        path.write_bytes(changed)
        assert any(asked(path))


def test_a_text_is_unpacked_no_further_than_it_says(sound, tmp_path):
    bomb = zlib.compress(b" " * (MOST_TEXT_BYTES >> 3), 9)
    path = shutil.copy(sound, tmp_path / "games.sqlite")
    with sqlite3.connect(path) as other:
        other.execute("UPDATE texts SET text = ?", (bomb,))
    other.close()
    with Collection(path) as collection, pytest.raises(CollectionError, match="more text than it says"):
        collection.text(1)
    assert len(inflated(zlib.compress(b"whole"), 5)) == 5
    for most in (0, 4):
        with pytest.raises(ValueError, match="more text"):
            inflated(zlib.compress(b"whole"), most)
