"""Ways to keep a collection: SQLite (rows, and columns in buckets), DuckDB, Parquet with Polars.

Each takes the same games with their texts and every position's key, game, ply and move, and answers the same questions:
which games came to a position, where most have been and where few. Reported are megabytes, seconds of processor time
to add (of which reading the archive takes the same for all), and wall-clock milliseconds in a process that has just
opened it, and once more.

    python tools/made_up_games.py 100000 games.pgn
    python benches/collection_formats.py games.pgn
"""

from __future__ import annotations

import shutil
import sqlite3
import sys
import tempfile
import time
import zlib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import duckdb
import numpy as np
import polars as pl

import kiebitz
from kiebitz.collection.adding import add_games
from kiebitz.collection.collection import Collection
from kiebitz.collection.portion_index import _part
from kiebitz.collection.position_search import visits
from kiebitz.engine import Position

GAMES_AT_ONCE = 1 << 14
RARE = "rnbqkb1r/pp2pp1p/3p1np1/8/3NP3/2N5/PPP2PPP/R1BQKB1R w KQkq - 0 6"
ASKED = {"start": Position(), "rare": Position(RARE)}


def portions(archive: str) -> Iterator[tuple[int, list[kiebitz.PgnGame], dict[str, Any]]]:
    """Games and the columns of their positions, some thousands at a time, with the number of the first."""
    first, held = 1, []
    for game in kiebitz.read_games(archive):
        held.append(game)
        if len(held) == GAMES_AT_ONCE:
            yield first, held, columns_of(held, first)
            first, held = first + len(held), []
    if held:
        yield first, held, columns_of(held, first)


def columns_of(games: list[kiebitz.PgnGame], first: int) -> dict[str, Any]:
    """Keys (as SQL has numbers: with a sign), games, plies and moves."""
    part = _part(games, 0)
    return {
        "key": part["key"].astype(np.int64),
        "game": part["game"].astype(np.int64) + first,
        "ply": part["ply"].astype(np.int32),
        "move": part["move"].astype(np.int32),
    }


def rows_of(first: int, games: list[kiebitz.PgnGame]) -> Iterator[tuple[int, str, str, bytes]]:
    """A game's number, players and text."""
    for number, game in enumerate(games, first):
        yield number, game.tags["White"], game.tags["Black"], zlib.compress(game.raw.text.encode(), 1)


class InRows:
    """SQLite, a row a position."""

    name = "SQLite, a row a position"

    def __init__(self, folder: Path) -> None:
        self.connection = sqlite3.connect(folder / "rows.sqlite", isolation_level=None)
        self.connection.execute("PRAGMA journal_mode = WAL")
        self.connection.execute("PRAGMA cache_size = -262144")

    def add(self, archive: str) -> None:
        """Add an archive."""
        self.connection.execute("CREATE TABLE games (game INTEGER PRIMARY KEY, white, black, text)")
        self.connection.execute(
            "CREATE TABLE positions (key, game, ply, move, PRIMARY KEY (key, game, ply)) WITHOUT ROWID"
        )
        for first, games, columns in portions(archive):
            self.connection.execute("BEGIN")
            self.connection.executemany("INSERT INTO games VALUES (?, ?, ?, ?)", rows_of(first, games))
            order = np.argsort(columns["key"], kind="stable")
            self.connection.executemany(
                "INSERT INTO positions VALUES (?, ?, ?, ?)",
                zip(*(columns[name][order].tolist() for name in ("key", "game", "ply", "move")), strict=True),
            )
            self.connection.execute("COMMIT")
        self.connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")

    def ask(self, position: Position) -> int:
        """Number of games that came to a position, with what was played there."""
        key = int(np.uint64(position.hash_key).astype(np.int64))
        rows = self.connection.execute(
            "SELECT move, COUNT(DISTINCT game) FROM positions WHERE key = ? GROUP BY move", (key,)
        )
        return sum(count for _, count in rows)

    def close(self) -> None:
        """Close the file."""
        self.connection.close()


class InDuckDB:
    """DuckDB, positions sorted by key in each portion."""

    name = "DuckDB"

    def __init__(self, folder: Path) -> None:
        self.connection = duckdb.connect(str(folder / "games.duckdb"), config={"threads": 1})

    def add(self, archive: str) -> None:
        """Add an archive."""
        self.connection.execute("CREATE TABLE games (game BIGINT, white VARCHAR, black VARCHAR, text BLOB)")
        self.connection.execute("CREATE TABLE positions (key BIGINT, game BIGINT, ply INTEGER, move INTEGER)")
        for first, games, columns in portions(archive):
            frame = pl.DataFrame(list(rows_of(first, games)), schema=["game", "white", "black", "text"], orient="row")
            order = np.argsort(columns["key"], kind="stable")
            places = pl.DataFrame({name: column[order] for name, column in columns.items()})
            self.connection.execute("BEGIN")
            self.connection.execute("INSERT INTO games SELECT * FROM frame")
            self.connection.execute("INSERT INTO positions SELECT * FROM places")
            self.connection.execute("COMMIT")
            del frame, places
        self.connection.execute("CHECKPOINT")

    def ask(self, position: Position) -> int:
        """Number of games that came to a position, with what was played there."""
        key = int(np.uint64(position.hash_key).astype(np.int64))
        rows = self.connection.execute(
            "SELECT move, COUNT(DISTINCT game) FROM positions WHERE key = ? GROUP BY move", [key]
        )
        return sum(count for _, count in rows.fetchall())

    def close(self) -> None:
        """Close the file."""
        self.connection.close()


class InParquet:
    """Parquet, a file a portion, positions sorted by key; asked by Polars."""

    name = "Parquet and Polars"

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def add(self, archive: str) -> None:
        """Add an archive."""
        for first, games, columns in portions(archive):
            frame = pl.DataFrame(list(rows_of(first, games)), schema=["game", "white", "black", "text"], orient="row")
            frame.write_parquet(self.folder / f"games-{first}.parquet")
            order = np.argsort(columns["key"], kind="stable")
            places = pl.DataFrame({name: column[order] for name, column in columns.items()})
            places.write_parquet(self.folder / f"positions-{first}.parquet", row_group_size=1 << 14)

    def ask(self, position: Position) -> int:
        """Number of games that came to a position, with what was played there."""
        key = int(np.uint64(position.hash_key).astype(np.int64))
        found = pl.scan_parquet(self.folder / "positions-*.parquet").filter(pl.col("key") == key)
        return int(found.group_by("move").agg(pl.col("game").n_unique()).collect()["game"].sum())

    def close(self) -> None:
        """Nothing is open."""


class InBuckets:
    """A collection, kept in buckets."""

    name = "SQLite, columns in buckets"

    def __init__(self, folder: Path) -> None:
        self.collection = Collection(folder / "collection.sqlite")

    def add(self, archive: str) -> None:
        """Add an archive, its index by material and pawns included."""
        add_games(self.collection, kiebitz.read_games(archive))

    def ask(self, position: Position) -> int:
        """Number of games that came to a position, with what was played there."""
        found = visits(self.collection, position)
        return sum(move.games for move in found.moves) + found.ends

    def close(self) -> None:
        """Close the file."""
        self.collection.close()


KINDS: tuple[Callable[[Path], Any], ...] = (InBuckets, InRows, InDuckDB, InParquet)


def main(archive: str) -> None:
    """Measure all."""
    began = time.process_time()
    games = sum(len(held) for _, held, _ in portions(archive))
    print(f"{games:,} games; reading and columns alone: {time.process_time() - began:.1f} s")
    visits_before = Position()  # what is imported by the first question is not measured
    del visits_before
    import chess  # noqa: F401

    for kind in KINDS:
        folder = Path(tempfile.mkdtemp(dir=sys.argv[2] if len(sys.argv) > 2 else None))
        try:
            kept = kind(folder)
            began, by_wall = time.process_time(), time.perf_counter()
            kept.add(archive)
            took, wall = time.process_time() - began, time.perf_counter() - by_wall
            kept.close()
            size = sum(file.stat().st_size for file in folder.iterdir()) / 1e6
            print(f"{kind.name}: {size:,.0f} MB, added in {took:.1f} s ({wall:.1f} by the clock)", flush=True)
            began = time.perf_counter()
            kept = kind(folder)
            print(f"  open {1000 * (time.perf_counter() - began):.1f} ms")
            for name, position in ASKED.items():
                times = []
                for _ in range(3):
                    began = time.perf_counter()
                    count = kept.ask(position)
                    times.append(1000 * (time.perf_counter() - began))
                print(f"  {name}: {count:,} games, {', '.join(f'{each:.1f}' for each in times)} ms", flush=True)
            kept.close()
        finally:
            shutil.rmtree(folder)


if __name__ == "__main__":
    main(sys.argv[1])
