"""Many at once: columns of positions in one call, and archives of games analysed, by one machine or by many."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from kiebitz.bulk.games import analyse_games

__all__ = ["analyse_games"]


def __getattr__(name: str) -> Any:
    if name not in __all__:
        raise AttributeError(f"module 'kiebitz.bulk' has no attribute '{name}'")
    from kiebitz.bulk.games import analyse_games

    return analyse_games
