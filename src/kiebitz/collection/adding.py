"""Games added to a collection: read by the compiled reader, known ones passed over, the others indexed.

What is added becomes durable a portion at a time; whoever is killed adds the same files again, and what is there
already is passed over.
"""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from itertools import islice
from typing import Any, TypeAlias

import numpy as np

from kiebitz.analysis.reading.archive import PgnFault
from kiebitz.analysis.reading.games import PgnGame
from kiebitz.analysis.reading.kifu_games import KifuGame
from kiebitz.analysis.reading.tags import STANDARD_NAMES, rating
from kiebitz.collection.collection import Collection, compressed, remove_games
from kiebitz.collection.marks import Mark, keep_marks
from kiebitz.collection.portion_index import index_of
from kiebitz.collection.schema import (
    GAME_COLUMNS,
    MOST_GAMES_A_PORTION,
    PORTION_BITS,
    RESULTS,
    SHOGI,
    Array,
    CollectionError,
    packed,
    unpacked,
    value,
)
from kiebitz.collection.told_marks import told_marks
from kiebitz.commandline.clean_text import clean
from kiebitz.engine.opening_names import OpeningName
from kiebitz.engine.positions import position_from

MOST_CHARACTERS_A_PORTION = 1 << 26
MOST_PLIES_A_PORTION = 1 << 21
UNKNOWN = frozenset({"", "?", "-"})
DATE = re.compile(r"([0-9]{4})(?:\.([0-9]{2})(?:\.([0-9]{2}))?)?")
FINGERPRINT_BYTES = 8
UNKEPT = (ArithmeticError, LookupError, TypeError, ValueError, sqlite3.DataError, sqlite3.InterfaceError)
"""The errors raised where a game is more than the database or the index has room for; that game's fault alone."""
INSERT = f"INSERT INTO games VALUES ({', '.join('?' * 19)})"


AnyGame: TypeAlias = PgnGame | KifuGame


@dataclass(slots=True)
class Added:
    """The outcome of adding games."""

    games: int = 0
    """New in the collection."""
    known: int = 0
    """There already: the same players, date and moves."""
    faulty: int = 0
    """Of the new ones those with a fault: kept whole, found by what was understood."""


def add_games(
    collection: Collection,
    games: Iterable[AnyGame],
    *,
    source: str | None = None,
    cursor: str | None = None,
    on_portion: Callable[[Added], None] = lambda added: None,
    on_fault: Callable[[PgnFault], None] = lambda fault: None,
) -> Added:
    """Add games; ``on_portion`` is told what is on the disk so far.

    ``source`` is said to be where they come from in the place of their files. ``cursor`` is kept with it when they
    are there: how far it was read. Raises CollectionError, and as the reader of the games.
    """
    added = Added()
    stream = iter(games)
    while portion := _next_portion(stream):
        marked: dict[int, AnyGame] = {}
        for game in portion:
            marked.setdefault(fingerprint(game), game)
        told = _told(collection, marked)
        with collection.writing() as connection:
            found, lost = _add_portion(connection, marked, source)
            _keep_told(connection, told)
        added.games += found.games
        added.known += found.known + len(portion) - len(marked)
        added.faulty += found.faulty
        for game in portion:
            for fault in game.faults:
                on_fault(fault)
        for game, why in lost:
            on_fault(game.raw.fault(f"can't be kept ({why}); left out"))
        on_portion(added)
    if cursor is not None and source is not None:
        with collection.writing() as connection:
            number = _source(connection, source)
            connection.execute("UPDATE sources SET cursor = ? WHERE source = ?", (cursor, number))
    return added


def save_game(collection: Collection, game: AnyGame, replaced: int | None = None, source: str = "board") -> int:
    """Save a game, in the place of another one if given; its number.

    A game that has changed in nothing but its text keeps its number, with its analysis and what was practised of it;
    with other moves, players or another date it is a new game. Raises CollectionError if the game that it replaces
    isn't there any more.
    """
    mark = fingerprint(game)
    told = {mark: tuple(told_marks(game))}
    with collection.writing() as connection:
        if replaced is not None and value(connection, "SELECT 1 FROM games WHERE game = ?", replaced) is None:
            raise CollectionError(f"game {replaced} isn't in the collection any more; save this one as a new game")
        known = value(connection, "SELECT game FROM games WHERE fingerprint = ?", mark)
        if known is not None:
            _write_again(connection, known, mark, game)
        else:
            _, lost = _add_portion(connection, {mark: game}, source)
            for _, why in lost:
                raise CollectionError(f"this game can't be kept: {why}")
            known = value(connection, "SELECT game FROM games WHERE fingerprint = ?", mark)
        _keep_told(connection, told)
        if replaced is not None and replaced != known:
            remove_games(connection, [replaced])
        return int(known)


def _write_again(connection: sqlite3.Connection, number: int, mark: int, game: AnyGame) -> None:
    """Give a game another text and other tags; its moves are the same, and so is what is known of its positions."""
    eco, opening, source, place = connection.execute(
        "SELECT eco, opening, source, number FROM games WHERE game = ?", (number,)
    ).fetchone()
    row = list(_row((number, mark), game, _players(connection, [game]), source, OpeningName(eco, opening)))
    connection.execute("DELETE FROM games WHERE game = ?", (number,))
    connection.execute(INSERT, (*row[:-1], place))
    connection.execute("INSERT OR REPLACE INTO texts VALUES (?, ?, ?)", (number, *compressed(game.raw.text)))
    portion, first, blob = connection.execute(
        "SELECT portion, first, columns FROM portions WHERE first <= ? ORDER BY first DESC LIMIT 1", (number,)
    ).fetchone()
    columns = {name: column.copy() for name, column in unpacked(GAME_COLUMNS, blob).items()}
    for name, column in unpacked(GAME_COLUMNS, _columns([tuple(row)])).items():
        columns[name][number - first] = column[0]
    connection.execute("UPDATE portions SET columns = ? WHERE portion = ?", (packed(GAME_COLUMNS, columns), portion))


def fingerprint(game: AnyGame) -> int:
    """A number that games share which have players, date, start and moves in common."""
    tags = game.tags
    known = [" ".join(tags.get(name, "?").casefold().split()) for name in ("White", "Black")]
    start = game.fen or ""
    if isinstance(game, PgnGame) and game.chess960 and game.fen:  # As collections have it that are there.
        start = position_from(game.fen, chess960=True).fen()
    hashed = blake2b("\n".join([*known, _date(tags), start]).encode("utf-8", "surrogatepass"), digest_size=8)
    hashed.update(b"\n" + game.packed_moves)
    if not game.is_whole:  # not all that was played is known by its moves
        hashed.update(game.raw.text.encode("utf-8", "surrogatepass"))
    return int.from_bytes(hashed.digest(), "little", signed=True)


def _next_portion(games: Iterator[AnyGame]) -> list[AnyGame]:
    """The next games, as many as become durable together: memory is bounded."""
    portion: list[AnyGame] = []
    characters = plies = 0
    for game in games:
        portion.append(game)
        characters += len(game.raw.text)
        plies += game.plies
        if (
            len(portion) == MOST_GAMES_A_PORTION
            or characters > MOST_CHARACTERS_A_PORTION
            or plies > MOST_PLIES_A_PORTION
        ):
            break
    return portion


def _told(collection: Collection, marked: dict[int, AnyGame]) -> dict[int, tuple[Mark, ...]]:
    """The mistakes that games, by their fingerprints, tell of themselves, where none are known."""
    with collection.reading() as connection:
        done = set(
            _which(connection, list(marked), "game IN (SELECT game FROM analyses) OR game IN (SELECT game FROM marks)")
        )
    return {mark: told for mark, game in marked.items() if mark not in done and (told := tuple(told_marks(game)))}


def _keep_told(connection: sqlite3.Connection, told: dict[int, tuple[Mark, ...]]) -> None:
    """Keep what games tell of themselves, in a transaction that is under way; an analysis of ours knows better."""
    for mark, marks in told.items():
        row = connection.execute(
            "SELECT game, white, black FROM games WHERE fingerprint = ? AND game NOT IN (SELECT game FROM analyses)",
            (mark,),
        ).fetchone()
        if row is not None:
            keep_marks(connection, row[0], row[1:], marks)


def _which(connection: sqlite3.Connection, marks: list[int], condition: str = "1") -> Iterator[int]:
    """Which of these fingerprints the collection has, of games for which a condition holds."""
    asked = iter(marks)
    while part := list(islice(asked, 10_000)):
        places = ", ".join("?" * len(part))
        question = f"SELECT fingerprint FROM games WHERE fingerprint IN ({places}) AND ({condition})"
        yield from (known for (known,) in connection.execute(question, part).fetchall())


def _add_portion(
    connection: sqlite3.Connection, marked: dict[int, AnyGame], source: str | None
) -> tuple[Added, list[tuple[AnyGame, str]]]:
    """Add games, by fingerprint, in a transaction that is under way; what became of them, and which are lost, why."""
    new = dict(marked)
    for known in _which(connection, list(new)):
        del new[known]
    lost = _insert_sound(connection, list(new.items()), source)
    faulty = sum(1 for game in new.values() if game.faults) - sum(1 for game, _ in lost if game.faults)
    return Added(len(new) - len(lost), len(marked) - len(new), faulty), lost


def _insert_sound(
    connection: sqlite3.Connection, games: list[tuple[int, AnyGame]], source: str | None
) -> list[tuple[AnyGame, str]]:
    """Insert games with their fingerprints; those that can't be kept, and why: they take no other with them."""
    if not games:
        return []
    connection.execute("SAVEPOINT sound")
    try:
        _insert(connection, [mark for mark, _ in games], [game for _, game in games], source)
    except UNKEPT as error:
        connection.execute("ROLLBACK TO sound")
        if len(games) == 1:
            return [(games[0][1], f"{type(error).__name__}: {clean(str(error))[:200]}")]
        middle = len(games) // 2
        return [lost for half in (games[:middle], games[middle:]) for lost in _insert_sound(connection, half, source)]
    finally:
        connection.execute("RELEASE sound")
    return []


def _insert(connection: sqlite3.Connection, marks: list[int], games: list[AnyGame], source: str | None) -> None:
    index = index_of(games)
    first = value(connection, "SELECT MAX(first + games) FROM portions") or 1
    players = _players(connection, games)
    sources = {name: _source(connection, name) for name in {source or game.raw.file for game in games}}
    rows = [
        _row((number, mark), game, players, sources[source or game.raw.file], opening)
        for number, (mark, game, opening) in enumerate(zip(marks, games, index.openings, strict=True), first)
    ]
    connection.executemany(INSERT, rows)
    connection.executemany(
        "INSERT INTO texts VALUES (?, ?, ?)",
        ((number, *compressed(game.raw.text)) for number, game in enumerate(games, first)),
    )
    connection.execute(
        "INSERT INTO portions (first, games, columns) VALUES (?, ?, ?)", (first, len(games), _columns(rows))
    )
    portion = value(connection, "SELECT last_insert_rowid()")
    if index.buckets:
        connection.execute("INSERT INTO structures VALUES (?, ?, ?)", (portion, index.material, index.pawns))
        connection.executemany(
            "INSERT INTO positions VALUES (?, ?)",
            ((bucket << PORTION_BITS | portion, blob) for bucket, blob in index.buckets),
        )


def _players(connection: sqlite3.Connection, games: Sequence[AnyGame]) -> dict[str, int]:
    """The numbers of all names, new ones added."""
    names = {game.tags.get(side, "?") for game in games for side in ("White", "Black")}
    connection.executemany("INSERT OR IGNORE INTO players (name) VALUES (?)", ((name,) for name in sorted(names)))
    return {name: value(connection, "SELECT player FROM players WHERE name = ?", name) for name in names}


def _source(connection: sqlite3.Connection, name: str) -> int:
    connection.execute("INSERT OR IGNORE INTO sources (name) VALUES (?)", (name,))
    return int(value(connection, "SELECT source FROM sources WHERE name = ?", name))


def _row(
    marks: tuple[int, int], game: AnyGame, players: dict[str, int], source: int, opening: OpeningName | None
) -> tuple[Any, ...]:
    tags = game.tags
    tag = tags.get("Variant", "").lower()
    variant = "chess960" if game.chess960 else "" if tag in STANDARD_NAMES else tag
    eco = tags.get("ECO", "")
    return (
        *marks,
        players[tags.get("White", "?")],
        players[tags.get("Black", "?")],
        rating(tags.get("WhiteElo", "")),
        rating(tags.get("BlackElo", "")),
        _date(tags),
        game.result,
        opening.eco if opening and eco in UNKNOWN else "" if eco in UNKNOWN else eco,
        opening.name if opening else "",
        *(tags.get(name, "") if tags.get(name, "") not in UNKNOWN else "" for name in ("Event", "Site", "Round")),
        tags.get("TimeControl", ""),
        SHOGI if game.game == "shogi" else variant,
        game.plies,
        game.faults[0].text if game.faults else "",
        source,
        game.raw.number,
    )


def _date(tags: dict[str, str]) -> str:
    """The date as far as it is known, as ``GameRow`` has it."""
    for name in ("UTCDate", "Date"):
        if found := DATE.match(tags.get(name, "").replace("-", ".")):
            return ".".join(part for part in found.groups() if part)
    return ""


def _columns(rows: list[tuple[Any, ...]]) -> bytes:
    """The index's columns on each game."""
    columns: dict[str, Array] = {
        "white": np.array([row[2] for row in rows]),
        "black": np.array([row[3] for row in rows]),
        "white_rating": np.array([row[4] or 0 for row in rows]),
        "black_rating": np.array([row[5] or 0 for row in rows]),
        "year": np.array([int(row[6][:4] or 0) for row in rows]),
        "result": np.array([RESULTS.index(row[7]) for row in rows]),
    }
    return packed(GAME_COLUMNS, columns)
