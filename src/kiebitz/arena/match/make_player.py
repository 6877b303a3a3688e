"""From a player's description to the player itself."""

from __future__ import annotations

from kiebitz.arena.match.own_player import OwnPlayer
from kiebitz.arena.match.player import OwnSpec, Player, Spec


def make_player(spec: Spec) -> Player:
    """The player described. Raises PlayerError for options it doesn't take; programs start with their first game."""
    if isinstance(spec, OwnSpec):
        return OwnPlayer.from_spec(spec)
    if spec.protocol == "usi":
        from kiebitz.arena.match.usi_player import UsiPlayer

        return UsiPlayer(spec)
    # Here, because most matches are Kiebitz's own and need no asyncio.
    from kiebitz.arena.match.outside_player import OutsidePlayer

    return OutsidePlayer(spec)
