"""One game under way: where it started, what was played, and whether the rules have ended it."""

from __future__ import annotations

from typing import Literal

from kiebitz.engine import legal_moves, position_from, push
from kiebitz.match.openings import Opening

Result = Literal["1-0", "0-1", "1/2-1/2"]
_REPETITIONS = 3
_FIFTY_MOVES_IN_PLIES = 100


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
        position = self.position
        if not legal_moves(position):
            if not position.is_check:
                return "1/2-1/2", "stalemate"
            return ("0-1", "Black mates") if position.turn else ("1-0", "White mates")
        if position.is_insufficient_material:
            return "1/2-1/2", "insufficient material"
        if position.repetitions() >= _REPETITIONS:
            return "1/2-1/2", "threefold repetition"
        if position.halfmove_clock >= _FIFTY_MOVES_IN_PLIES:
            return "1/2-1/2", "fifty moves"
        return None
