"""One game of shogi under way: where it started, what was played, and whether the rules have ended it."""

from __future__ import annotations

from typing import ClassVar

from kiebitz.arena.match.any_live_game import DRAWN, AnyLiveGame, Result, won_by
from kiebitz.arena.match.openings import Opening
from kiebitz.core.shogi.notation import push
from kiebitz.engine import ShogiPosition
from kiebitz.engine.declaration import may_declare
from kiebitz.engine.shogi_engine import shogi_position_from
from kiebitz.engine.shogi_game_end import ShogiEndCause, shogi_game_end


class LiveShogiGame(AnyLiveGame):
    """A game of shogi under way. Who has no move has lost; the fourth time of a position ends the game (sennichite)."""

    SIDES: ClassVar = {True: "Black", False: "White"}
    position: ShogiPosition

    def __init__(self, opening: Opening) -> None:
        """Begin after the opening. Raises SfenError or ShogiMoveError for one that can't be played."""
        self.opening = opening
        self.moves = list(opening.moves)
        self.position = shogi_position_from(opening.fen, opening.moves)

    @property
    def move_number(self) -> int:
        """The number of the full move to be played; shogi's own numbers count every ply."""
        return len(self.moves) // 2 + 1

    def push(self, move: str) -> None:
        """Play a move. Raises ShogiMoveError if it isn't legal; nothing has changed then."""
        push(self.position, move)
        self.moves.append(move)

    def verdict(self) -> tuple[Result, str] | None:
        """Result and reason if the rules end the game here. Who gave perpetual check loses."""
        end = shogi_game_end(self.position)
        if end is None:
            return None
        if end.winner is None:
            return DRAWN, "sennichite"
        winner, loser = self.SIDES[end.winner], self.SIDES[not end.winner]
        is_mate = end.cause is ShogiEndCause.CHECKMATE
        return won_by(end.winner), f"{winner} mates" if is_mate else f"perpetual check by {loser}"

    def may_declare(self) -> bool:
        """Whether the side to move may declare that it has won by 27 points."""
        return may_declare(self.position)

    def may_end_by(self, ruling: Result) -> bool:
        """Whether the referee may end the game by such a ruling: a loser gives up on its own move, as records say."""
        return ruling in (DRAWN, won_by(not self.turn))
