"""One game of chess under way: where it started, what was played, and whether the rules have ended it."""

from __future__ import annotations

from typing import ClassVar

from kiebitz.arena.match.any_live_game import DRAWN, AnyLiveGame, Result, won_by
from kiebitz.arena.match.openings import Opening
from kiebitz.engine import Position, position_from, push
from kiebitz.engine.game_end import GameEnd, game_end
from kiebitz.engine.reachable_mate import can_mate

DRAWN_BY = {
    GameEnd.STALEMATE: "stalemate",
    GameEnd.INSUFFICIENT_MATERIAL: "insufficient material",
    GameEnd.REPETITION: "threefold repetition",
    GameEnd.FIFTY_MOVES: "fifty moves",
}


class LiveGame(AnyLiveGame):
    """A game of chess under way."""

    SIDES: ClassVar = {True: "White", False: "Black"}
    position: Position

    def __init__(self, opening: Opening) -> None:
        """Begin after the opening. Raises FenError or MoveError for one that can't be played."""
        self.opening = opening
        self.moves = list(opening.moves)
        self.position = position_from(opening.fen, opening.moves, opening.chess960)
        fields = opening.fen.split()
        self._first_ply = (int(fields[5]) - 1) * 2 + (fields[1] == "b")

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
            return won_by(not self.turn), f"{self.SIDES[not self.turn]} mates"
        return DRAWN, DRAWN_BY[end]

    def can_win(self, turn: bool) -> bool:
        """Whether a side can still mate."""
        return can_mate(self.position, turn)
