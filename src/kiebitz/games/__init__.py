"""A game as a value: chess and shogi behind one face, so that what plays, judges and keeps games is written once.

``game`` is the contract; ``chess`` and ``shogi`` answer it. ``live_game`` is a game under way, ``ending`` how it ended,
``sheet`` what is written of it beside its moves. ``game_called`` gives a game by its name.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from kiebitz.engine.line import GameName
    from kiebitz.games.game import Game

__all__ = ("game_called",)


def game_called(name: GameName) -> Game[Any]:
    """The game of a name; its module is loaded when it is first asked for."""
    if name == "shogi":
        from kiebitz.games.shogi.game import SHOGI

        return SHOGI
    from kiebitz.games.chess.game import CHESS

    return CHESS
