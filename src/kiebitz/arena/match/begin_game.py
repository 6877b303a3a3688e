"""From an opening to the game under way."""

from __future__ import annotations

from kiebitz.arena.match.any_live_game import AnyLiveGame
from kiebitz.arena.match.live_game import LiveGame
from kiebitz.arena.match.openings import Opening


def begin_game(opening: Opening) -> AnyLiveGame:
    """The game after its opening. Raises the errors of position and moves for one that can't be played."""
    if opening.game == "shogi":
        # Here, because matches of chess need no rules of shogi.
        from kiebitz.arena.match.live_shogi_game import LiveShogiGame

        return LiveShogiGame(opening)
    return LiveGame(opening)
