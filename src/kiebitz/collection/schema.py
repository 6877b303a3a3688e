"""The file of a collection: an SQLite database, which any number of processes read and write at once.

- ``games`` has a row a game, its tags as columns; ``players`` and ``sources`` have names once. ``texts`` has each
  game's own text, compressed by zlib: ``sqlar_uncompress(text, bytes)`` in SQLite's shell shows it. A game of shogi has
  ``SHOGI`` for its variant, KIF for its text, and no rows in ``structures``; players stand under their own colours, and
  a result has the points of who moves first in front: in shogi that is Black.
- Games are indexed in portions: those that one transaction added, numbered one after the other from ``first`` on. What
  a portion knows of its games is derived from ``games`` and ``texts``, in columns that NumPy reads as they are:
  ``portions.columns`` (``GAME_COLUMNS``), ``structures`` (``MATERIAL_COLUMNS``, ``PAWN_COLUMNS``) and ``positions``
  (``POSITION_COLUMNS``, sorted by key, in ``BUCKETS`` buckets by the key's first bits).
- ``analyses`` has what was found of a game (JSON, compressed as texts are), ``marks`` of that, or of what a game's own
  text says, the mistakes, and
  ``practice`` how one of them went when it was asked for.

Numbers of games are never used again, and a portion's rows stay as they are: a removed game is marked in its portion's
columns. A commit is on the disk when ``Collection`` says so (WAL, synchronous FULL).
"""

from __future__ import annotations

import os
import sqlite3
import zlib
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np

from kiebitz.commandline.clean_text import clean
from kiebitz.commandline.user_data import make_own
from kiebitz.processes.whole_file import FOR_ME

Array: TypeAlias = "np.ndarray[Any, np.dtype[Any]]"

APPLICATION_ID = 0x4B694763
"""By this SQLite tells our files from others'."""
FORMAT = 1
PATIENCE_S = 120.0
"""The longest time another process may write before this one gives up."""

BUCKET_BITS = 10
BUCKETS = 1 << BUCKET_BITS
KEY_BITS = 64
PORTION_BITS = 32

Columns: TypeAlias = tuple[tuple[str, str], ...]
GAME_COLUMNS: Columns = (
    *(("white", "<u4"), ("black", "<u4"), ("white_rating", "<u2"), ("black_rating", "<u2"), ("year", "<u2")),
    ("result", "u1"),
)
"""Players by number, ratings and year (0: not known), and the place of the result in ``RESULTS``."""
POSITION_COLUMNS: Columns = (("key", "<u8"), ("game", "<u2"), ("ply", "<u2"), ("move", "<u2"))
"""A game's first visit to a position: the key, the game's place in its portion, the moves before, the move played."""
MATERIAL_COLUMNS: Columns = (("men", "<u8"), ("game", "<u2"), ("ply", "<u2"))
"""A row where the men change; ``men`` as ``PositionColumns.structure_bytes`` has them."""
PAWN_COLUMNS: Columns = (("white", "<u8"), ("black", "<u8"), ("game", "<u2"), ("ply", "<u2"))
"""A row where a side's pawns change: both sides' bitboards."""
RESULTS = ("*", "1-0", "0-1", "1/2-1/2", "0-0", "1/2-0", "0-1/2")
HALF_POINTS = {"1-0": (2, 0), "1/2-1/2": (1, 1), "0-1": (0, 2)}
"""Those of who moves first, and of the other, by the result; a game with another one has none."""
SHOGI = "shogi"
"""The variant of games of shogi."""
REMOVED = 255
"""In the place of a result: the game was removed."""
MOST_GAMES_A_PORTION = 1 << 13
"""The most games that the columns can count."""

ORDERS = {
    "games_by_date": "CREATE INDEX games_by_date ON games (date)",
    "players_by_name": "CREATE INDEX players_by_name ON players (name COLLATE NOCASE)",
}
"""In these orders games are listed without all being sorted; a file without one of them gets it when it is opened."""
CREATE = (
    "CREATE TABLE players (player INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE)",
    "CREATE TABLE sources (source INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, cursor TEXT)",
    "CREATE TABLE games (game INTEGER PRIMARY KEY, fingerprint INTEGER NOT NULL UNIQUE, white INTEGER NOT NULL,"
    " black INTEGER NOT NULL, white_rating INTEGER, black_rating INTEGER, date TEXT NOT NULL, result TEXT NOT NULL,"
    " eco TEXT NOT NULL, opening TEXT NOT NULL, event TEXT NOT NULL, site TEXT NOT NULL, round TEXT NOT NULL,"
    " time_control TEXT NOT NULL, variant TEXT NOT NULL, plies INTEGER NOT NULL, fault TEXT NOT NULL,"
    " source INTEGER NOT NULL, number INTEGER NOT NULL)",
    "CREATE INDEX games_of_white ON games (white)",
    "CREATE INDEX games_of_black ON games (black)",
    *ORDERS.values(),
    "CREATE TABLE texts (game INTEGER PRIMARY KEY, bytes INTEGER NOT NULL, text BLOB NOT NULL)",
    "CREATE TABLE portions (portion INTEGER PRIMARY KEY, first INTEGER NOT NULL, games INTEGER NOT NULL,"
    " columns BLOB NOT NULL)",
    "CREATE TABLE structures (portion INTEGER PRIMARY KEY, material BLOB NOT NULL, pawns BLOB NOT NULL)",
    f"CREATE TABLE positions (place INTEGER PRIMARY KEY /* bucket << {PORTION_BITS} | portion */, rows BLOB NOT NULL)",
    "CREATE TABLE analyses (game INTEGER PRIMARY KEY, recipe TEXT NOT NULL, record BLOB NOT NULL)",
    "CREATE TABLE marks (game INTEGER NOT NULL, ply INTEGER NOT NULL, player INTEGER NOT NULL, fen TEXT NOT NULL,"
    " played TEXT NOT NULL, best TEXT NOT NULL, judgement TEXT NOT NULL, motif TEXT NOT NULL, reason TEXT NOT NULL,"
    " PRIMARY KEY (game, ply)) WITHOUT ROWID",
    "CREATE TABLE practice (game INTEGER NOT NULL, ply INTEGER NOT NULL, due TEXT NOT NULL, card TEXT NOT NULL,"
    " reviews TEXT NOT NULL, PRIMARY KEY (game, ply)) WITHOUT ROWID",
)


class CollectionError(Exception):
    """A collection can't be opened, read or written; the message says why, and what to do."""


@contextmanager
def as_we_wrote_it(path: Path) -> Iterator[None]:
    """Context for reading stored data: any failure is told as damage. Raises CollectionError."""
    try:
        yield
    except sqlite3.Error as error:
        raise fault_of(path, error) from error
    except (ArithmeticError, AssertionError, AttributeError, LookupError, TypeError, ValueError, zlib.error) as error:
        why = f"{type(error).__name__}: {clean(str(error))[:100]}"
        raise CollectionError(f"{path} is damaged or no collection ({why}); name another with --collection") from error


def packed(columns: Columns, arrays: dict[str, Array]) -> bytes:
    """Columns of equal length as a blob: one behind the other."""
    return b"".join(np.ascontiguousarray(arrays[name], kind).tobytes() for name, kind in columns)


def unpacked(columns: Columns, blob: bytes) -> dict[str, Array]:
    """The columns of a blob, which are not to be written to. Raises CollectionError for damage."""
    if not isinstance(blob, bytes):
        raise CollectionError("the collection's index is damaged; export its games and add them to a new one")
    rows, rest = divmod(len(blob), sum(np.dtype(kind).itemsize for _, kind in columns))
    if rest:
        raise CollectionError("the collection's index is damaged; export its games and add them to a new one")
    found, at = {}, 0
    for name, kind in columns:
        found[name] = np.frombuffer(blob, kind, rows, at)
        at += rows * np.dtype(kind).itemsize
    return found


def connected(path: Path) -> sqlite3.Connection:
    """A connection to a collection's file, which is begun if there is none. Raises CollectionError."""
    connection = None
    try:
        make_own(path.parent)
        with suppress(FileExistsError):  # SQLite's own files beside it are for whom it is
            os.close(os.open(path, os.O_CREAT | os.O_EXCL, FOR_ME))
        with as_we_wrote_it(path):
            connection = sqlite3.connect(path, timeout=PATIENCE_S, isolation_level=None, check_same_thread=False)
            connection.execute("PRAGMA trusted_schema = OFF")
            _require_own(connection, path)
            connection.execute("PRAGMA synchronous = FULL")
            connection.execute("PRAGMA cache_size = -65536")
        return connection
    except (CollectionError, OSError) as error:
        if connection is not None:
            connection.close()
        if isinstance(error, CollectionError):
            raise
        raise fault_of(path, error) from error


def fault_of(path: Path, error: Exception) -> CollectionError:
    """The meaning of an error of SQLite or the system for the user."""
    code = getattr(error, "sqlite_errorcode", 0) & 0xFF
    if code in (sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR):
        return CollectionError(
            f"{path} can't be written ({error}): make room on its disk, and do it again; what was added before is safe"
        )
    if code in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
        return CollectionError(f"{path} has been busy for {PATIENCE_S:.0f} s with another process; try again later")
    if code in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB):
        return CollectionError(f"{path} is damaged or no collection ({error}); name another with --collection")
    reason = error.strerror if isinstance(error, OSError) else str(error)
    return CollectionError(f"{path} can't be used as a collection: {reason}; name another with --collection")


def value(connection: sqlite3.Connection, statement: str, *given: Any) -> Any:
    """The first column of the first row of an answer; None if there is none."""
    row = connection.execute(statement, given).fetchone()
    return row[0] if row else None


def _require_own(connection: sqlite3.Connection, path: Path) -> None:
    """Make a new file ours. Raises CollectionError for somebody else's."""
    # Only one process begins a file; the others wait, and find it begun.
    if not value(connection, "PRAGMA schema_version"):
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("BEGIN IMMEDIATE")
        if not value(connection, "PRAGMA schema_version"):
            for statement in CREATE:
                connection.execute(statement)
            connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
            connection.execute(f"PRAGMA user_version = {FORMAT}")
        connection.execute("COMMIT")
    if value(connection, "PRAGMA application_id") != APPLICATION_ID:
        raise CollectionError(f"{path} is no collection of Kiebitz's; name another with --collection")
    if value(connection, "PRAGMA user_version") != FORMAT:
        raise CollectionError(f"{path} was written by another version of Kiebitz; name another with --collection")
    kinds = connection.execute("SELECT type, name FROM sqlite_master").fetchall()
    if {kind for kind, _ in kinds} - {"table", "index"}:
        raise CollectionError(f"{path} has triggers or views, as none of ours has; name another with --collection")
    there = {name for kind, name in kinds if kind == "index"}
    for name in ORDERS.keys() - there:
        try:
            connection.execute(ORDERS[name].replace("INDEX", "INDEX IF NOT EXISTS"))
        except sqlite3.OperationalError as error:
            # It is slower without, and read all the same.
            if error.sqlite_errorcode & 0xFF not in (sqlite3.SQLITE_READONLY, sqlite3.SQLITE_FULL):
                raise
