"""A collection of games: what can be done with it, one transaction each."""

from __future__ import annotations

import json
import sqlite3
import zlib
from collections.abc import Collection as Given
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self

import numpy as np

from kiebitz.analysis.reading.archive import RawGame, raw_pgn
from kiebitz.analysis.reading.kifu_games import raw_kifu
from kiebitz.analysis.reading.selection import EVERY_GAME, GameSelection
from kiebitz.collection.filters import EVERY, NOT_ASKED, OF_GAME, Condition, condition_of
from kiebitz.collection.schema import (
    GAME_COLUMNS,
    MOST_GAMES_A_PORTION,
    REMOVED,
    SHOGI,
    Array,
    CollectionError,
    as_we_wrote_it,
    connected,
    packed,
    unpacked,
    value,
)
from kiebitz.commandline.clean_text import clean
from kiebitz.commandline.user_data import user_data
from kiebitz.engine.line import GameName
from kiebitz.processes.bounded import MOST_TEXT_BYTES, inflated

if TYPE_CHECKING:
    from kiebitz.analysis.reading.games import PgnGame

SORTS = {
    "added": "game",
    "date": "date",
    "white": "p.name COLLATE NOCASE",
    "black": "p.name COLLATE NOCASE",
    "rating": "MAX(COALESCE(white_rating, 0), COALESCE(black_rating, 0))",
    "eco": "eco",
    "moves": "plies",
    "result": "result",
}
"""The orders of a list."""
ROW = (
    "SELECT game, w.name, b.name, white_rating, black_rating, date, result, eco, opening,"
    " event, site, round, time_control, plies, fault, s.name, number, variant FROM games"
    " JOIN players w ON w.player = white JOIN players b ON b.player = black JOIN sources s USING (source)"
)
_NAMED, _SAID, _COUNTED = (int, str, str), (str,) * 8, (int, str, str, int, str)
ROW_TYPES = frozenset(
    (*_NAMED, white, black, *_SAID, *_COUNTED) for white in (int, type(None)) for black in (int, type(None))
)
"""Of the columns of ``ROW``."""
MOST_NUMBER = 1 << 48
"""Of games and of half-moves."""
TEXTS_AT_ONCE = 500
FEW = 1 << 11
"""So many games are looked up and sorted; of more the first are found sooner by going through all in order."""


@dataclass(frozen=True, slots=True)
class GameRow:
    """A row of a list of games."""

    game: int
    """Its number in the collection, which no other game ever gets."""
    white: str
    black: str
    white_rating: int | None
    black_rating: int | None
    date: str
    """As far as it is known: '2024.05.01', '2024.05', '2024' or nothing."""
    result: str
    """The points of who moves first in front: of White, in shogi of Black."""
    eco: str
    """The tag's or, without one, by the position."""
    opening: str
    """Its name by the position; in shogi that of the record, or both sides' openings and castles."""
    event: str
    site: str
    round: str
    time_control: str
    plies: int
    """Half-moves that were understood."""
    fault: str
    """The game's first fault; nothing if it is sound."""
    source: str
    """Where it came from."""
    number: int
    """Which game of its source it was."""
    variant: str
    """Nothing, 'chess960', 'shogi', or the tag in small letters."""

    @property
    def kind(self) -> GameName:
        """The game that was played."""
        return "shogi" if self.variant == SHOGI else "chess"

    @property
    def sides(self) -> tuple[tuple[str, int | None], tuple[str, int | None]]:
        """Name and rating of who moves first, and of the other."""
        white, black = (self.white, self.white_rating), (self.black, self.black_rating)
        return (black, white) if self.kind == "shogi" else (white, black)

    @classmethod
    def of(cls, row: tuple[Any, ...]) -> Self:
        """As the file has it. Raises CollectionError where the types are others: SQLite keeps anything anywhere."""
        if tuple(map(type, row)) not in ROW_TYPES or not 0 <= row[13] <= MOST_NUMBER:
            raise CollectionError(f"what the collection says of game {clean(str(row[0]))[:20]} is damaged; remove it")
        return cls(*row)


@dataclass(frozen=True, slots=True)
class Portion:
    """A portion of games, and what its columns say."""

    portion: int
    first: int
    columns: dict[str, Array]

    @classmethod
    def of(cls, portion: int, first: int, games: int, blob: bytes) -> Self:
        """As the file has it. Raises CollectionError for damage."""
        columns = unpacked(GAME_COLUMNS, blob)
        if not (0 < games == len(columns["result"]) <= MOST_GAMES_A_PORTION and 0 < first <= MOST_NUMBER):
            raise CollectionError("the collection's index is damaged; export its games and add them to a new one")
        return cls(portion, first, columns)


def default_path() -> Path:
    """Where the user's collection is. Raises RuntimeError if there is no place for it."""
    return user_data("games") / "collection.sqlite"


class Collection:
    """An open collection; for one thread at a time. A context manager; leaving it closes the file."""

    def __init__(self, path: Path) -> None:
        """Open a collection, or begin one. Raises CollectionError."""
        self.path = path
        self.connection = connected(path)
        self._portions: list[Portion] = []
        self._version: tuple[int, int] | None = None
        self._changes = 0

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()

    def close(self) -> None:
        """Close the file."""
        self.connection.close()

    @contextmanager
    def reading(self) -> Iterator[sqlite3.Connection]:
        """The connection, on one state of the file while the block lasts. Raises CollectionError."""
        with as_we_wrote_it(self.path):
            self.connection.execute("BEGIN")
            try:
                yield self.connection
            finally:
                self.connection.execute("ROLLBACK")

    @contextmanager
    def writing(self) -> Iterator[sqlite3.Connection]:
        """A transaction, which nobody else's meets; its changes are on the disk when the block has been left.

        If it is left by an exception, there are none. Raises CollectionError.
        """
        with as_we_wrote_it(self.path):
            self.connection.execute("BEGIN IMMEDIATE")
            try:
                yield self.connection
                self.connection.execute("COMMIT")
                self._changes += 1
            except BaseException:
                if self.connection.in_transaction:
                    self.connection.execute("ROLLBACK")
                raise

    def __len__(self) -> int:
        """Number of games. Raises CollectionError."""
        with self.reading() as connection:
            return int(value(connection, "SELECT COUNT(*) FROM games"))

    def portions(self) -> list[Portion]:
        """The columns of all portions, read again if somebody has changed them; within ``reading`` or ``writing``."""
        version = (int(value(self.connection, "PRAGMA data_version")), self._changes)
        if version != self._version:
            rows = self.connection.execute("SELECT portion, first, games, columns FROM portions ORDER BY portion")
            self._portions = [Portion.of(*row) for row in rows]
            self._version = version
        return self._portions

    def find(
        self,
        select: GameSelection = EVERY_GAME,
        *,
        among: Given[int] | None = None,
        color: str = "",
        game: GameName | None = None,
        sort: str = "added",
        descending: bool = False,
    ) -> list[GameRow]:
        """The games wanted, of those ``among`` which they must be, if given; ``color`` is the side of the player.

        Without ``game`` they may be of chess and of shogi.

        ``select.skip`` and ``select.first`` count in the order of ``sort`` (one of ``SORTS``). Raises CollectionError,
        and ValueError for another sort.
        """
        if sort not in SORTS:
            raise ValueError(f"games can't be sorted by {sort!r}; there are {', '.join(SORTS)}")
        with self.reading() as connection:
            numbers = self._sorted(
                connection, select, among, color=color, game=game, sort=sort, direction="DESC" if descending else "ASC"
            )
            shown = _among(numbers)
            rows = connection.execute(f"{ROW} WHERE {shown.sql}", shown.values)
            by_number = {row[0]: GameRow.of(row) for row in rows}
            return [by_number[number] for number in numbers]

    def _sorted(
        self,
        connection: sqlite3.Connection,
        select: GameSelection,
        among: Given[int] | None,
        *,
        color: str,
        game: GameName | None,
        sort: str,
        direction: str,
    ) -> list[int]:
        """The numbers of the games that ``find`` finds. Numbers alone are sorted: whole rows would be carried about."""
        wanted = _of(game, condition_of(self.connection, select, color))
        given = _each_once(among)
        if given is not None and len(given) <= FEW:
            wanted, given = wanted & _among(given), None
        # All players in the order of their names, and of each the games: of these only the first are looked at.
        table = f"players p CROSS JOIN games ON {sort} = p.player" if sort in ("white", "black") else "games"
        order = f"{SORTS[sort]} {direction}, game {direction}"
        last = -1 if select.first is None else select.skip + select.first
        limit = last if given is None and select.sample == 1 else -1
        statement = f"SELECT game FROM {table} WHERE {wanted.sql} ORDER BY {order} LIMIT {limit}"
        rows = connection.execute(statement, wanted.values)
        numbers = (number for (number,) in rows if given is None or number in given)
        if select.sample < 1:
            picker = GameSelection(**{name: getattr(select, name) for name in NOT_ASKED}).picker()
            return [number for number in numbers if picker.takes({}, int)]
        return list(islice(numbers, select.skip, None if last < 0 else last))

    def count(
        self,
        select: GameSelection,
        *,
        among: Given[int] | None = None,
        color: str = "",
        game: GameName | None = None,
    ) -> int:
        """Number of games wanted, whatever ``first`` and ``skip`` say. Raises CollectionError."""
        with self.reading() as connection:
            wanted = _of(game, condition_of(connection, select, color))
            given = _each_once(among)
            if given is not None and wanted is EVERY:
                return self._count_there(np.sort(np.fromiter(given, np.int64, len(given)), kind="stable"))
            if given is not None:
                wanted &= _among(given)
            return int(value(connection, f"SELECT COUNT(*) FROM games WHERE {wanted.sql}", *wanted.values))

    def _count_there(self, numbers: Array) -> int:
        """Number of these games, in order, that are there; within ``reading``."""
        found = 0
        for portion in self.portions():
            results = portion.columns["result"]
            start, end = np.searchsorted(numbers, (portion.first, portion.first + len(results)))
            found += int(np.count_nonzero(results[numbers[start:end] - portion.first] != REMOVED))
        return found

    def wanted(self, select: GameSelection, color: str = "") -> Array | None:
        """The numbers of the games wanted, in order; None if that is all. Within ``reading``."""
        if not color and not any(name not in NOT_ASKED for name in select.said):
            return None
        condition = condition_of(self.connection, select, color)
        rows = self.connection.execute(f"SELECT game FROM games WHERE {condition.sql} ORDER BY game", condition.values)
        return np.array([number for (number,) in rows], np.int64)

    def row(self, game: int) -> GameRow:
        """A game's row. Raises CollectionError if there is no such game."""
        rows = self.find(among=[game])
        if not rows:
            raise CollectionError(f"there is no game {game} in the collection")
        return rows[0]

    def text(self, game: int) -> str:
        """A game's text, as it was added. Raises CollectionError."""
        for raw in self.raw_games([game]):
            return raw.text
        raise CollectionError(f"there is no game {game} in the collection")

    def raw_games(self, games: Iterable[int]) -> Iterator[RawGame]:
        """The texts of games, in this order, each with its number in the collection; those that have gone are left out.

        Raises CollectionError.
        """
        numbers = list(games)
        for start in range(0, len(numbers), TEXTS_AT_ONCE):
            part = numbers[start : start + TEXTS_AT_ONCE]
            with self.reading() as connection:
                rows = connection.execute(
                    "SELECT game, bytes, text, variant FROM texts JOIN games USING (game)"
                    " WHERE game IN (SELECT value FROM json_each(?))",
                    (json.dumps(part),),
                )
                texts = {number: (_text(number, size, text), variant) for number, size, text, variant in rows}
            for number in part:
                if number in texts:
                    text, variant = texts[number]
                    make = raw_kifu if variant == SHOGI else raw_pgn
                    yield make(str(self.path), number, text)

    def chess_games(self, games: Iterable[int]) -> Iterator[PgnGame]:
        """Games of chess, read, as ``raw_games`` has them; their faults stand in them. Raises CollectionError."""
        from kiebitz.analysis.reading.games import read_games

        for raw in self.raw_games(games):
            for game in read_games(raw.text, on_fault=lambda _: None):
                yield replace(game, raw=raw)

    def remove(self, games: Sequence[int]) -> int:
        """Remove games, and what is known of them; how many there were. Raises CollectionError."""
        with self.writing() as connection:
            return remove_games(connection, games)


def remove_games(connection: sqlite3.Connection, games: Sequence[int]) -> int:
    """Remove games in a transaction that is under way; how many there were."""
    given = json.dumps([int(game) for game in games])
    there = "SELECT value FROM json_each(?)"
    numbers = sorted(
        number for (number,) in connection.execute(f"SELECT game FROM games WHERE game IN ({there})", (given,))
    )
    for table in ("games", "texts", "analyses", "marks", "practice"):
        connection.execute(f"DELETE FROM {table} WHERE game IN ({there})", (given,))
    gone = np.array(numbers, np.int64)
    rows = connection.execute("SELECT portion, first, games, columns FROM portions ORDER BY portion").fetchall()
    for portion, first, count, blob in rows:
        places = gone[(gone >= first) & (gone < first + count)] - first
        if len(places):
            columns = dict(unpacked(GAME_COLUMNS, blob))
            result = columns["result"].copy()
            result[places] = REMOVED
            new = packed(GAME_COLUMNS, {**columns, "result": result})
            connection.execute("UPDATE portions SET columns = ? WHERE portion = ?", (new, portion))
    return len(numbers)


def compressed(text: str) -> tuple[int, bytes]:
    """A text as ``texts`` has it: its bytes in UTF-8, how many they are, and they compressed."""
    data = text.encode("utf-8", "surrogatepass")
    return len(data), zlib.compress(data, 1)


def _text(game: int, size: int, blob: bytes) -> str:
    """A game's text, which is as long as is said beside it. Raises CollectionError for damage."""
    try:
        return inflated(blob, min(size, MOST_TEXT_BYTES)).decode("utf-8", "surrogatepass")
    except (TypeError, ValueError, zlib.error) as error:
        raise CollectionError(
            f"the text of game {game} is damaged ({error}); remove it: kiebitz games remove"
        ) from error


def _of(game: GameName | None, condition: Condition) -> Condition:
    return condition if game is None else condition & OF_GAME[game]


def _each_once(games: Given[int] | None) -> Given[int] | None:
    """The same games, so that it is quickly told which are there."""
    return games if games is None or isinstance(games, (dict, set, frozenset)) else set(games)


def _among(games: Iterable[int]) -> Condition:
    return Condition("game IN (SELECT value FROM json_each(?))", (json.dumps([int(game) for game in games]),))


def as_dict(row: GameRow) -> dict[str, Any]:
    """A row as plain data for JSON."""
    return {name: getattr(row, name) for name in GameRow.__slots__}
