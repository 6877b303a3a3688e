"""A game between a player and the engine: whose side the player has, taking back, and the record."""

from __future__ import annotations

from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Any

from kiebitz.games.game import Game
from kiebitz.games.live_game import LiveGame
from kiebitz.games.sheet import Sheet

if TYPE_CHECKING:
    from rich.text import Text

RESIGNS, DECLARES = "resign", "win"
"""The words of an opponent instead of a move, as in USI."""
EVENT = "Game in the terminal"


class PlayedGame(LiveGame):
    """A game of a player against the engine."""

    def __init__(
        self, game: Game[Any], player: bool, opponent: str, start: str = "", *, chess960: bool | None = None
    ) -> None:
        """Begin in a position; ``player`` is the player's side, ``opponent`` the engine's name in the record."""
        super().__init__(game, start, chess960=chess960)
        self.player = player
        self.opponent = opponent

    @property
    def is_players_turn(self) -> bool:
        """True if the player is to move."""
        return self.turn == self.player

    @property
    def own_moves(self) -> int:
        """Number of moves the player has made."""
        return (len(self.moves) + (self.began == self.player)) // 2

    def hear(self, said: str) -> str:
        """Do what a side says, a legal move or ``RESIGNS`` or ``DECLARES``; the same told to people."""
        side = self.game.sides[self.turn]
        if said == RESIGNS:
            self.resign(self.turn)
            return f"{side} resigns"
        if said == DECLARES:
            self.declare()
            return f"{side} declares"
        told = self.told(said)
        self.push(said)
        return told

    def take_back(self) -> bool:
        """Go back to before the player's last move; whether there was one."""
        if not self.own_moves:
            return False
        self.pop()
        while not self.is_players_turn:
            self.pop()
        return True

    def sheet(self, event: str = EVENT) -> Sheet:
        """The record's words beside the moves."""
        names = {self.player: "Player", not self.player: self.opponent}
        return Sheet((names[True], names[False]), event, f"{date.today():%Y.%m.%d}")

    def record_text(self) -> str:
        """The game so far as people keep it."""
        return self.game.record(self, self.sheet())

    def save(self, path: Path, *, overwrite: bool) -> None:
        """Write the game. Raises OSError, FileExistsError if ``overwrite`` is needed and not allowed; ValueError."""
        self.game.save(self, self.sheet(), path, overwrite=overwrite)

    def picture(self, *, first_below: bool, unicode: bool, colour: bool) -> Text:
        """The board as text, as ``Game.picture``."""
        return self.game.picture(self.position, self.last, first_below=first_below, unicode=unicode, colour=colour)
