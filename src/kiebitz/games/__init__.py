"""A game as a value: chess and shogi behind one face, so that what plays, judges and keeps games is written once.

``game`` is the contract; ``chess`` and ``shogi`` answer it. ``live_game`` is a game under way, ``ending`` how it ended,
``sheet`` what is written of it beside its moves, ``chances`` how evaluations become winning chances. ``game_called``
gives a game by its name, ``game_of`` by a position's text.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from kiebitz.engine.line import GameName
    from kiebitz.games.game import Game

__all__ = ("game_called", "game_of")

SHOGI_RANKS = 9


def game_called(name: GameName) -> Game[Any]:
    """The game of a name; its module is loaded when it is first asked for."""
    if name == "shogi":
        from kiebitz.games.shogi.game import SHOGI

        return SHOGI
    from kiebitz.games.chess.game import CHESS

    return CHESS


def game_of(text: str) -> Game[Any]:
    """The game of a position's text: an SFEN has nine ranks, a FEN eight."""
    return game_called("shogi" if text.partition(" ")[0].count("/") == SHOGI_RANKS - 1 else "chess")
