"""The user's own collection, as a model may look into it: games found, never changed."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from kiebitz.analysis.reading.selection import GameSelection
from kiebitz.collection.collection import Collection
from kiebitz.collection.position_search import visits
from kiebitz.collection.schema import CollectionError
from kiebitz.engine import Position
from kiebitz.protocols.mcp.held_game import RefusedError
from kiebitz.protocols.mcp.results import FoundGame, FoundGames

CLOSED = "no collection may be looked into: kiebitz mcp was begun without --collection FILE"


class MyGames:
    """A collection's file, opened for each question; None: there is none to look into."""

    def __init__(self, path: Path | None = None) -> None:
        self._path = path

    def find(self, select: GameSelection, position: Position | None) -> FoundGames:
        """The games of chess wanted, the latest first; with a ``position`` those that have it. Raises RefusedError."""
        with self._opened() as collection:
            there = None
            if position is not None:
                found = visits(collection, position)
                there = dict(zip(found.games.tolist(), found.plies.tolist(), strict=True))
            count = collection.count(replace(select, first=None), among=there, game="chess")
            rows = collection.find(select, among=there, game="chess", sort="date", descending=True)
        games = tuple(
            FoundGame(
                game=row.game,
                white=row.white,
                black=row.black,
                date=row.date,
                result=row.result,
                opening=f"{row.eco} {row.opening}".strip(),
                event=row.event,
                plies=row.plies,
                ply=-1 if there is None else there[row.game],
            )
            for row in rows
        )
        return FoundGames(count=count, games=games)

    def text(self, number: int) -> str:
        """The PGN of a game. Raises RefusedError."""
        with self._opened() as collection:
            raw = next(collection.raw_games([number]), None)
        if raw is None:
            raise RefusedError(f"the collection has no game {number}; find_games tells their numbers")
        return raw.text

    def _opened(self) -> Collection:
        if self._path is None:
            raise RefusedError(CLOSED)
        try:
            return Collection(self._path)
        except CollectionError as error:
            raise RefusedError(str(error)) from error
