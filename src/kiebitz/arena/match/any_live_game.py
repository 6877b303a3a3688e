"""One game under way, as the referee sees it, whichever game it is.

Sides are told apart by ``turn``: True is who moves first by the rules (White in chess, Black in shogi). Results are
written as PGN writes them, the first mover's points in front, in both games.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, ClassVar, Literal

if TYPE_CHECKING:
    from kiebitz.arena.match.openings import Opening
    from kiebitz.engine import Position, ShogiPosition

Result = Literal["1-0", "0-1", "1/2-1/2"]
DRAWN: Result = "1/2-1/2"


def won_by(turn: bool) -> Result:
    """The result of a game that a side has won (True: who moves first by the rules)."""
    return "1-0" if turn else "0-1"


class AnyLiveGame(ABC):
    """A game under way."""

    SIDES: ClassVar[dict[bool, str]]
    """What the sides are called."""

    opening: Opening
    moves: list[str]
    """Every move from the start position on, the opening's included, as UCI or USI text."""
    position: Position | ShogiPosition
    """The position now, with the game behind it."""

    @property
    def turn(self) -> bool:
        """Whose move it is: True for who moves first by the rules."""
        return self.position.turn

    @property
    @abstractmethod
    def move_number(self) -> int:
        """The number of the full move to be played."""

    @abstractmethod
    def push(self, move: str) -> None:
        """Play a move. Raises MoveError or ShogiMoveError if it isn't legal; nothing has changed then."""

    @abstractmethod
    def verdict(self) -> tuple[Result, str] | None:
        """Result and reason if the rules end the game here; draws need no claim."""

    def can_win(self, turn: bool) -> bool:
        """Whether a side can still win, if the other's flag falls."""
        del turn
        return True

    def may_declare(self) -> bool:
        """Whether the side to move may declare that it has won."""
        return False

    def may_end_by(self, ruling: Result) -> bool:
        """Whether the referee may end the game here by such a ruling."""
        del ruling
        return True
