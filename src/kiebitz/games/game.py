"""The contract of a game: what the rooms above the core ask of chess and of shogi alike.

A position is the core's, with the game behind it; moves are UCI or USI text; a position as text is a FEN or an SFEN.
Sides are told apart by True, who moves first by the rules (White in chess, Black in shogi), and False.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any, ClassVar, Generic, TypeVar

from kiebitz.engine.common_engine import AnyEngine
from kiebitz.engine.engine import ENGINES
from kiebitz.engine.line import GameName
from kiebitz.games.chances import Chances
from kiebitz.games.ending import Ending

if TYPE_CHECKING:
    from pathlib import Path

    from rich.text import Text

    from kiebitz.engine.opening_names import OpeningName
    from kiebitz.engine.strength import Handicap, Level
    from kiebitz.games.live_game import LiveGame
    from kiebitz.games.sheet import Sheet

PositionT = TypeVar("PositionT")


class Game(ABC, Generic[PositionT]):
    """A game: its rules and its words."""

    name: ClassVar[GameName]
    sides: ClassVar[Mapping[bool, str]]
    """The names of the sides."""
    marks: ClassVar[Mapping[bool, str]]
    """Signs of the sides; none in chess."""
    signs: ClassVar[str]
    """Some of the men as signs: where they can't be shown, men are letters."""
    start: ClassVar[str]
    """The position that games start from."""
    suffixes: ClassVar[tuple[str, ...]]
    """Ends of names of files that hold games; the first if none is named."""
    typed_moves: ClassVar[str]
    """Moves as people type them, by examples."""
    draws_by_agreement: ClassVar[bool]
    """True if players may agree on a draw."""
    wins_by_declaration: ClassVar[bool]
    """True if a side may declare that it has won."""
    resigns_on_own_turn: ClassVar[bool]
    """True if a side resigns only when it is to move: records know no other resignation."""
    chances: ClassVar[Chances]
    """How evaluations become winning chances."""

    @abstractmethod
    def position(self, text: str, moves: Iterable[str] = (), *, chess960: bool | None = None) -> PositionT:
        """The position after moves. Raises ValueError for what is no position, and for an illegal move.

        ``chess960`` chooses how castling is written in chess; None: as the FEN shows.
        """

    @abstractmethod
    def push(self, position: PositionT, move: str) -> None:
        """Play a move. Raises ValueError if it isn't legal; nothing has changed then."""

    @abstractmethod
    def read_move(self, position: PositionT, text: str, last: str | None = None) -> str:
        """The legal move that people mean by a text; ``last`` is the move before. Raises ValueError, which says why."""

    @abstractmethod
    def tell_move(self, position: PositionT, move: str, last: str | None = None) -> str:
        """A legal move as people write it."""

    @abstractmethod
    def number(self, start: str, plies: int) -> int:
        """The number of the full move to be played, ``plies`` plies after the start of a game."""

    @abstractmethod
    def numbered(self, start: str, plies: int, told: str) -> str:
        """A move as people write it with the number of the move, or of the ply, in front."""

    @abstractmethod
    def ending(self, position: PositionT) -> Ending | None:
        """How the rules have ended the game; None while it goes on. Repetitions are counted in the game behind it."""

    @abstractmethod
    def over(self, position: PositionT) -> Ending | None:
        """As ``ending``, but only where nothing is left to search: what a player must claim leaves moves."""

    @abstractmethod
    def board(self, text: str, *, chess960: bool = False) -> Any:
        """A position on a board with python-chess's names, by which moves are made, taken back and told in a row."""

    def opening(self, position: PositionT) -> OpeningName | None:
        """The name of the opening that leads to a position; None if it has none."""
        del position
        return None

    def tell_ending(self, ending: Ending) -> str:
        """How a game ended, in a sentence without its full stop."""
        return f"{ending.result}, {ending.reason}"

    def can_win(self, position: PositionT, side: bool) -> bool:
        """True if any moves whatever let a side still win, if the other's flag falls."""
        del position, side
        return True

    def may_declare(self, position: PositionT) -> bool:
        """True if the side to move may declare that it has won."""
        del position
        return False

    @abstractmethod
    def picture(self, position: PositionT, last: str | None, *, first_below: bool, unicode: bool, colour: bool) -> Text:
        """The board as text, the last move marked where there are colours.

        ``first_below``: seen by who moves first; ``unicode``: men as signs, not as letters.
        """

    @abstractmethod
    def record(self, live: LiveGame, sheet: Sheet, kind: str = "") -> str:
        """A game as its record; ``kind`` is one of ``suffixes``, empty: the first. Raises ValueError for another."""

    @abstractmethod
    def save(self, live: LiveGame, sheet: Sheet, path: Path, *, overwrite: bool) -> None:
        """Write a game's record in the format of the name.

        Raises OSError, FileExistsError if ``overwrite`` is needed and not allowed, and ValueError.
        """

    def engine(self, **options: Any) -> AnyEngine[Any, Any]:
        """Make an engine that plays it. Raises OptionError and MemoryError."""
        return ENGINES[self.name](**options)

    @abstractmethod
    def level(self, number: int) -> Level:
        """How strongly a player of a level plays. Raises ValueError, which names the levels, for none."""

    @abstractmethod
    def tell_level(self, number: int) -> str:
        """The words for a level behind a player's name: ' at 1400'."""

    @abstractmethod
    def weakened(self, handicap: Handicap, position: PositionT) -> Handicap:
        """How a player of a level plays a position."""
