"""One game under way: where it started, what was played, and whether the rules have ended it."""

from __future__ import annotations

from typing import Literal

from kiebitz.arena.match.openings import Opening
from kiebitz.engine import position_from, push
from kiebitz.engine.game_end import GameEnd, game_end

Result = Literal["1-0", "0-1", "1/2-1/2"]
DRAWN_BY = {
    GameEnd.STALEMATE: "stalemate",
    GameEnd.INSUFFICIENT_MATERIAL: "insufficient material",
    GameEnd.REPETITION: "threefold repetition",
    GameEnd.FIFTY_MOVES: "fifty moves",
}


class LiveGame:
    """A game under way."""

    def __init__(self, opening: Opening) -> None:
        """Begin after the opening. Raises FenError or MoveError for one that can't be played."""
        self.opening = opening
        self.moves = list(opening.moves)
        """Every move from the start position on, the opening's included, as UCI text."""
        self.position = position_from(opening.fen, opening.moves, opening.chess960)
        """The position now, with the game behind it."""
        fields = opening.fen.split()
        self._first_ply = (int(fields[5]) - 1) * 2 + (fields[1] == "b")

    @property
    def turn(self) -> bool:
        """True if White is to move."""
        return self.position.turn

    @property
    def move_number(self) -> int:
        """The number of the full move to be played."""
        return (self._first_ply + len(self.moves)) // 2 + 1

    def push(self, move: str) -> None:
        """Play a move. Raises MoveError if it isn't legal; nothing has changed then."""
        push(self.position, move)
        self.moves.append(move)

    def verdict(self) -> tuple[Result, str] | None:
        """Result and reason if the rules end the game here; draws by repetition and 50 moves need no claim."""
        end = game_end(self.position)
        if end is None:
            return None
        if end is GameEnd.CHECKMATE:
            return ("0-1", "Black mates") if self.turn else ("1-0", "White mates")
        return "1/2-1/2", DRAWN_BY[end]
