"""Archives of games in portions: by one machine or by many, with a forecast of what they cost."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from kiebitz.analysis.farm.games import analyse_games

__all__ = ["analyse_games"]


def __getattr__(name: str) -> Any:
    if name not in __all__:
        raise AttributeError(f"module 'kiebitz.analysis.farm' has no attribute '{name}'")
    from kiebitz.analysis.farm.games import analyse_games

    return analyse_games
