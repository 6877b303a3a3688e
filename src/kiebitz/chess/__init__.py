"""python-chess's names with Kiebitz's ``Board``, and the way to have them in programs that nobody changes.

``python -m kiebitz.chess program.py`` runs one so, ``install()`` does it from within, ``%load_ext kiebitz.chess`` in a
notebook. Moves, pieces, errors and all else are python-chess's. docs/boards.md says what differs.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import chess

from kiebitz.chess.board import Board
from kiebitz.chess.installation import install, uninstall

if TYPE_CHECKING:
    from chess import *  # type: ignore[assignment]  # noqa: F403

    # Of two classes with a name, mypy takes the first and pyright the last.
    from kiebitz.chess.board import Board

__all__ = ["Board", "install", "uninstall"]
__all__ += [name for name in vars(chess) if not name.startswith("_") and name not in __all__]
globals().update({name: value for name, value in vars(chess).items() if name in __all__ and name not in globals()})


def load_ipython_extension(_: Any) -> None:
    """``%load_ext kiebitz.chess``."""
    install()


def unload_ipython_extension(_: Any) -> None:
    """``%unload_ext kiebitz.chess``."""
    uninstall()


def __getattr__(name: str) -> Any:
    """A module of python-chess's, once somebody has imported it."""
    return getattr(chess, name)
