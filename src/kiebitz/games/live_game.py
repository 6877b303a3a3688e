"""A game under way, whichever it is: where it started, what was played, and how it ended."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Self

from kiebitz.games.ending import Cause, Ending
from kiebitz.games.game import Game


class LiveGame:
    """A game under way."""

    def __init__(
        self, game: Game[Any], start: str = "", moves: Iterable[str] = (), *, chess960: bool | None = None
    ) -> None:
        """Begin in a position, empty: the game's own start, after moves that nobody here has chosen.

        Raises ValueError for a position or moves that can't be played.
        """
        self.game = game
        self.start = start or game.start
        self.moves = list(moves)
        """Every move from the start on, as UCI or USI text."""
        self.book_plies = len(self.moves)
        """Number of them that were played before the game began."""
        self.position = game.position(self.start, self.moves, chess960=chess960)
        """The position now, with the game behind it."""
        # How it ended otherwise than by the rules of the board.
        self._declared: Ending | None = None

    def copy(self) -> Self:
        """The same game, for another thread or to try something."""
        other = type(self).__new__(type(self))
        other.__dict__.update(self.__dict__, moves=list(self.moves), position=self.position.copy())
        return other

    @property
    def turn(self) -> bool:
        """The side to move."""
        return bool(self.position.turn)

    @property
    def began(self) -> bool:
        """The side that moved first."""
        return self.turn == (len(self.moves) % 2 == 0)

    @property
    def last(self) -> str | None:
        """The last move."""
        return self.moves[-1] if self.moves else None

    @property
    def number(self) -> int:
        """The number of the full move to be played."""
        return self.game.number(self.start, len(self.moves))

    @property
    def is_check(self) -> bool:
        """True if the side to move is in check."""
        return bool(self.position.is_check)

    @property
    def may_declare(self) -> bool:
        """True if the side to move may declare that it has won."""
        return self.game.may_declare(self.position)

    @property
    def ending(self) -> Ending | None:
        """How the game ended; None while it goes on."""
        return self._declared or self.game.ending(self.position)

    def read(self, text: str) -> str:
        """The legal move that people mean by a text. Raises ValueError, which says what is wrong."""
        return self.game.read_move(self.position, text, self.last)

    def told(self, move: str) -> str:
        """A legal move as people write it, with its number."""
        told = self.game.tell_move(self.position, move, self.last)
        return self.game.numbered(self.start, len(self.moves), told)

    def push(self, move: str) -> None:
        """Play a move. Raises ValueError if it isn't legal; nothing has changed then."""
        self.game.push(self.position, move)
        self.moves.append(move)

    def pop(self) -> None:
        """Take the last move back, and with it how the game was ended."""
        self._declared = None
        self.position.pop()
        self.moves.pop()

    def end(self, ending: Ending) -> None:
        """End it otherwise than by the rules of the board."""
        self._declared = ending

    def resign(self, side: bool) -> None:
        """A side gives up."""
        self.end(Ending(not side, Cause.RESIGNATION, f"{self.game.sides[side]} resigns"))

    def declare(self) -> None:
        """The side to move declares that it has won, which it may."""
        side = self.turn
        self.end(Ending(side, Cause.DECLARATION, f"{self.game.sides[side]} wins by declaration (27 points)"))

    def agree_draw(self) -> None:
        """Both agree on a draw."""
        self.end(Ending(None, Cause.AGREEMENT, "draw by agreement"))

    def lose_on_time(self, side: bool) -> None:
        """A side's time is up: it has lost or, if no moves whatever let the other side win, the game is drawn."""
        loser, other = self.game.sides[side], self.game.sides[not side]
        if self.game.can_win(self.position, not side):
            self.end(Ending(not side, Cause.TIME, f"{loser} loses on time"))
        else:
            self.end(Ending(None, Cause.TIME_WITHOUT_MATE, f"draw: {loser}'s time is up, but {other} can't mate"))
