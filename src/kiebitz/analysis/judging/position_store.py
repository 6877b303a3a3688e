"""A store of searches' results, kept in a file for the next game, process or run that comes to the same position.

The file is an SQLite database, which any number of processes read and write at once. An entry's key is the hash of all
that its search depended on (see ``searches``), so an entry is never out of date: another engine, network or limit asks
for other keys.

A run doesn't depend on its store. What goes wrong with it is said once, and the run goes on without.
"""

from __future__ import annotations

import json
import sqlite3
import zlib
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any, Self

from kiebitz.engine.line import Info, Line
from kiebitz.engine.positions import text_of
from kiebitz.engine.score import Score
from kiebitz.games.game import Game
from kiebitz.processes.bounded import inflated

APPLICATION_ID = 0x4B696542
"""By this SQLite tells our files from others'."""
FORMAT = 1
PATIENCE_S = 30.0
"""The longest time another process may write before this one does without."""
CREATE = "CREATE TABLE IF NOT EXISTS positions (key BLOB PRIMARY KEY, found BLOB, checksum INTEGER) WITHOUT ROWID"
BUSY = frozenset({sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED})


class StoreError(Exception):
    """A store can't be opened, or is none of ours; the message says why, and what to do."""


class PositionStore:
    """An open store; for one thread."""

    def __init__(self, path: str) -> None:
        """Open a store, or begin one. Raises StoreError."""
        self.path = path
        self.asked = 0
        """Number of times a position was asked for."""
        self.known = 0
        """Number of times it was there."""
        self._fault: str | None = None
        self._unwritten: dict[bytes, bytes] = {}
        self._connection: sqlite3.Connection | None = None
        try:
            self._connection = sqlite3.connect(path, timeout=PATIENCE_S, isolation_level=None)
            self._require_own(self._connection)
        except sqlite3.Error as error:
            self.close()
            raise StoreError(
                f"{path} can't be used as a store of positions: {error}; name another with --store"
            ) from error
        except StoreError:
            self.close()
            raise

    def _require_own(self, connection: sqlite3.Connection) -> None:
        """Make a new file ours; raise StoreError for somebody else's."""
        # Only one process begins a file; the others wait, and find it begun.
        if not _value(connection, "PRAGMA schema_version"):
            connection.execute("BEGIN IMMEDIATE")
            if not _value(connection, "PRAGMA schema_version"):
                connection.execute(CREATE)
                connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
                connection.execute(f"PRAGMA user_version = {FORMAT}")
            connection.execute("COMMIT")
        if _value(connection, "PRAGMA application_id") != APPLICATION_ID:
            raise StoreError(f"{self.path} is no store of Kiebitz's; name another with --store")
        if _value(connection, "PRAGMA user_version") != FORMAT:
            raise StoreError(f"{self.path} was written by another version of Kiebitz; name another with --store")

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()

    def get(self, key: bytes, position: Any, game: Game[Any]) -> Info | None:
        """The result under a key, whose root is a ``position`` of a game; None if there is none."""
        self.asked += 1
        found = self._unwritten.get(key) or self._read(key)
        if found is None:
            return None
        try:
            info = _info(json.loads(inflated(found)), position, game)
        except (ValueError, TypeError, KeyError, zlib.error) as error:
            self._give_up(f"it is damaged ({error})")
            return None
        self.known += 1
        return info

    def put(self, key: bytes, info: Info) -> None:
        """Add a result; other processes see it after ``write``."""
        if self._connection is not None:
            self._unwritten[key] = zlib.compress(json.dumps(_record(info), separators=(",", ":")).encode())

    def write(self) -> None:
        """Write what was kept since the last time, all at once: each writing waits for the disk."""
        if not self._unwritten or self._connection is None:
            return
        rows = [(key, found, _checksum(key, found)) for key, found in self._unwritten.items()]
        self._unwritten.clear()
        try:
            with self._connection:
                self._connection.execute("BEGIN IMMEDIATE")
                self._connection.executemany("INSERT OR IGNORE INTO positions VALUES (?, ?, ?)", rows)
        except sqlite3.Error as error:
            self._refused(error)

    def take_fault(self) -> str | None:
        """Why the store isn't used any more; said once."""
        fault, self._fault = self._fault, None
        return fault

    def close(self) -> None:
        """Write what is kept, and close the file."""
        self.write()
        if self._connection is not None:
            with suppress(sqlite3.Error):
                self._connection.close()
            self._connection = None

    def _read(self, key: bytes) -> bytes | None:
        """The file's text under a key; None if it has none, or doesn't answer."""
        if self._connection is None:
            return None
        try:
            row = self._connection.execute("SELECT found, checksum FROM positions WHERE key = ?", (key,)).fetchone()
        except sqlite3.Error as error:
            self._refused(error)
            return None
        if row is None:
            return None
        found, checksum = row
        if not isinstance(found, bytes) or _checksum(key, found) != checksum:
            self._give_up("it is damaged (a checksum is wrong)")
            return None
        return found

    def _refused(self, error: sqlite3.Error) -> None:
        """Do without the file: this once if others are busy with it, else for good."""
        if getattr(error, "sqlite_errorcode", None) not in BUSY:
            self._give_up(str(error))

    def _give_up(self, why: str) -> None:
        self._fault = f"the store {self.path} isn't used from here on: {why}"
        self._unwritten.clear()
        self.close()


@contextmanager
def opened_store(path: str | None) -> Iterator[PositionStore | None]:
    """A store while the context lasts; None for none. Raises StoreError."""
    if path is None:
        yield None
        return
    with PositionStore(path) as store:
        yield store


def _value(connection: sqlite3.Connection, statement: str) -> Any:
    return connection.execute(statement).fetchone()[0]


def _checksum(key: bytes, found: bytes) -> int:
    return zlib.crc32(found, zlib.crc32(key))


def _record(info: Info) -> list[Any]:
    """The nodes, and of each line depth, centipawns, mate and moves."""
    lines = [[line.depth, line.score.centipawns, line.score.mate, *line.moves] for line in info.lines]
    return [info.nodes, *lines]


def _info(record: list[Any], position: Any, game: Game[Any]) -> Info:
    nodes, *lines = record
    fen = text_of(position)
    return Info(
        tuple(
            Line(
                score=Score(centipawns, mate),
                moves=tuple(moves),
                depth=depth,
                selective_depth=depth,
                nodes=nodes,
                time_ms=0,
                hashfull=0,
                turn=position.turn,
                rank=rank,
                fen=fen,
                game=game.name,
            )
            for rank, (depth, centipawns, mate, *moves) in enumerate(lines, 1)
        ),
        nodes=nodes,
        time_ms=0,
        is_check=position.is_check,
        fen=fen,
        game=game.name,
    )
