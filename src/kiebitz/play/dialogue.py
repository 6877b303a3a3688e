"""The dialogue of a game of chess: that of any game, and offers of a draw."""

from __future__ import annotations

from typing import Any

from kiebitz.play.any_dialogue import AnyDialogue
from kiebitz.play.game import Game
from kiebitz.play.opponent import Opponent


class Dialogue(AnyDialogue[Game, Opponent]):
    """One game of chess at the terminal."""

    def __init__(self, *arguments: Any, **more: Any) -> None:
        """As ``AnyDialogue``."""
        super().__init__(*arguments, **more)
        self._words["draw"] = self._draw

    def _draw(self, _: str) -> None:
        if self._is_over():
            return
        with self._thinking():
            agrees = self._opponent.agrees_to_draw(self._game.board)
        if agrees:
            self._game.agree_draw()
            self._announce_ending()
        else:
            self._say("Kiebitz plays on.")
