"""What the terminal's dialogue asks of a game, whichever it is."""

from __future__ import annotations

from abc import ABC, abstractmethod
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

if TYPE_CHECKING:
    from rich.text import Text

    from kiebitz.play.game import Ending


class AnyGame(ABC):
    """A game between a player and the engine: its moves, taking back, how it ended, and its record."""

    HELP: ClassVar[str]
    """What can be typed."""
    SUFFIXES: ClassVar[tuple[str, ...]]
    """Ends of names of files that a game can be saved in; the first if none is named."""
    VIEWER: ClassVar[str]
    """Whose view scores take."""

    board: Any
    """The position now, with the game behind it."""
    player: bool
    """Which side the player has: True for who moves first by the rules."""

    @property
    def is_players_turn(self) -> bool:
        """Whether the player is to move."""
        return bool(self.board.turn) == self.player

    @property
    @abstractmethod
    def own_moves(self) -> int:
        """How many moves the player has made."""

    @property
    @abstractmethod
    def is_check(self) -> bool:
        """Whether the side to move is in check."""

    @property
    @abstractmethod
    def ending(self) -> Ending | None:
        """How the game ended; None while it goes on."""

    @abstractmethod
    def told(self, ending: Ending) -> str:
        """How the game ended, in a sentence without its full stop."""

    @abstractmethod
    def read(self, text: str) -> Any:
        """The legal move that a text means. Raises ValueError, whose text says what is wrong."""

    @abstractmethod
    def push(self, move: Any) -> str:
        """Play a legal move; its text with the number, for people."""

    @abstractmethod
    def take_back(self) -> bool:
        """Go back to before the player's last move; whether there was one."""

    @abstractmethod
    def resign(self) -> None:
        """The player gives up."""

    @abstractmethod
    def record_text(self) -> str:
        """The game so far as people keep it."""

    @abstractmethod
    def save(self, path: Path, *, overwrite: bool) -> None:
        """Write the game. Raises OSError, FileExistsError if ``overwrite`` is needed and not allowed; ValueError."""

    @abstractmethod
    def picture(self, *, first_below: bool, unicode: bool, colour: bool) -> Text:
        """The board as text; ``first_below``: seen by who moves first, ``unicode``: men as signs."""
