"""The games against the engine by name, so that a tab that was reloaded, or another one, finds its game again.

They are remembered as long as the server runs and, where games are kept, beyond that: once the person has moved.
"""

from __future__ import annotations

import asyncio
from typing import Protocol

from kiebitz.web.game_error import GameError
from kiebitz.web.kept_games import GameKeeper, stamp_of
from kiebitz.web.messages import KeptGame

UNFINISHED = '[Result "*"]'


class Seat(Protocol):
    """The player of a game now."""

    async def leave(self) -> None:
        """Let another go on with it."""


class LeftGames:
    """Games as PGN."""

    def __init__(self, keeper: GameKeeper | None, most: int) -> None:
        """Remember at most ``most``; ``keeper`` keeps them on disk, None: nobody does."""
        self.seats: dict[str, Seat] = {}
        """The players of the games now."""
        self._keeper = keeper
        self._most = most
        self._remembered: dict[str, str] = {}
        # Of the games that were kept or read, what was on the disk then: another server may play them, too.
        self._stamps: dict[str, str] = {}

    async def keep(self, name: str, pgn: str, *, has_moved: bool) -> None:
        """Keep a game as it stands. Raises GameError if it is remembered only, because the disk doesn't take it.

        That is a ConflictError if another server has gone on with it.
        """
        self._remembered.pop(name, None)
        self._remembered[name] = pgn
        while len(self._remembered) > self._most:
            oldest = next(iter(self._remembered))
            del self._remembered[oldest]
            self._stamps.pop(oldest, None)
        if self._keeper is not None and has_moved:
            await asyncio.to_thread(self._keeper.keep, name, pgn, (self._stamps.get(name, ""),))
            self._stamps[name] = stamp_of(pgn)

    async def read(self, name: str) -> str:
        """The PGN of a game. Raises GameError if it isn't there any more."""
        remembered = self._remembered.get(name)
        if remembered is not None and name not in self._stamps:
            return remembered
        if self._keeper is None:
            raise GameError("this game isn't kept any more")
        text, stamp = await asyncio.to_thread(self._keeper.opened, name)
        if remembered is not None and stamp == self._stamps[name]:
            return remembered  # it may have gone on since, if the disk didn't take it
        self._stamps[name] = stamp
        return text

    async def forget(self, name: str) -> None:
        """Delete a game. Raises GameError if that can't be."""
        self._remembered.pop(name, None)
        self._stamps.pop(name, None)
        if self._keeper is not None:
            await asyncio.to_thread(self._keeper.forget, name)

    async def unfinished(self) -> list[KeptGame]:
        """The kept games that nobody plays now and that have not ended, the newest first."""
        keeper = self._keeper
        if keeper is None:
            return []
        games = await asyncio.to_thread(
            lambda: [game for game in keeper.games() if UNFINISHED in keeper.read(game.name)]
        )
        return [game for game in games if game.name not in self.seats]
