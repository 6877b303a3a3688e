"""The games against the engine by name, so that a tab that was reloaded, or another one, finds its game again.

They are remembered as long as the server runs and, where games are kept, beyond that: once the person has moved.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from kiebitz.web.game_tree import GameError
from kiebitz.web.kept_games import GameKeeper
from kiebitz.web.messages import KeptGame

if TYPE_CHECKING:
    from kiebitz.web.play import Play

UNFINISHED = '[Result "*"]'


class LeftGames:
    """Games as PGN."""

    def __init__(self, keeper: GameKeeper | None, most: int) -> None:
        """Remember at most so many; ``keeper`` keeps them on disk, None: nobody does."""
        self.seats: dict[str, Play] = {}
        """Who plays which game now."""
        self._keeper = keeper
        self._most = most
        self._remembered: dict[str, str] = {}

    async def keep(self, name: str, pgn: str, *, has_moved: bool) -> None:
        """Keep a game as it stands. Raises GameError if it is remembered only, because the disk doesn't take it."""
        self._remembered.pop(name, None)
        self._remembered[name] = pgn
        while len(self._remembered) > self._most:
            del self._remembered[next(iter(self._remembered))]
        if self._keeper is not None and has_moved:
            await asyncio.to_thread(self._keeper.keep, name, pgn)

    async def read(self, name: str) -> str:
        """The PGN of a game. Raises GameError if it isn't there any more."""
        if name in self._remembered:
            return self._remembered[name]
        if self._keeper is None:
            raise GameError("this game isn't kept any more")
        return await asyncio.to_thread(self._keeper.read, name)

    async def forget(self, name: str) -> None:
        """Delete a game. Raises GameError if that can't be."""
        self._remembered.pop(name, None)
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
