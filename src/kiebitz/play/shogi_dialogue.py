"""The dialogue of a game of shogi: that of any game, and the declaration by 27 points."""

from __future__ import annotations

from typing import Any

from kiebitz.play.any_dialogue import AnyDialogue
from kiebitz.play.shogi_game import ShogiGame
from kiebitz.play.shogi_opponent import ShogiOpponent


class ShogiDialogue(AnyDialogue[ShogiGame, ShogiOpponent]):
    """One game of shogi at the terminal."""

    def __init__(self, *arguments: Any, **more: Any) -> None:
        """As ``AnyDialogue``."""
        super().__init__(*arguments, **more)
        self._words["declare"] = self._declare

    def _declare(self, _: str) -> None:
        if self._is_over():
            return
        if self._game.declare():
            self._announce_ending()
        else:
            self._say(
                "That is no win by declaration yet: your king must stand in the enemy's camp, out of check, with ten"
                " men or more, and these with your hand must make 28 points as Black, 27 as White; rook and bishop"
                " count five."
            )
