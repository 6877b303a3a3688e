"""The façade: the only door to the compiled core for the rooms above it.

``engine`` is the ``Engine``, ``options`` its options for type checkers; beside it stand what goes into a search
(``limit``, ``eras``, ``strength``, ``opening_book``, ``tablebase``), what comes out of it (``stream``, ``line``,
``score``, ``wdl``, ``trace``), and the look into its table (``table_view``, ``table_file``). What other rooms need of
the core is handed out here, and imported when it is first asked for.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from kiebitz.engine.engine import (
        FIFTY_MOVES,
        FULL_PHASE,
        FULL_SCALE,
        NULL_MOVE_TEXT,
        START_FEN,
        BoardLike,
        Engine,
        EngineOptions,
        Evaluation,
        FenError,
        FenFault,
        MoveError,
        MoveLike,
        OptionError,
        OptionValue,
        Position,
        TableDesign,
        board_of,
        legal_moves,
        options_by_name,
        position_from,
        position_of,
        push,
        push_null,
    )

__all__ = [
    "FIFTY_MOVES",
    "FULL_PHASE",
    "FULL_SCALE",
    "NULL_MOVE_TEXT",
    "START_FEN",
    "BoardLike",
    "Engine",
    "EngineOptions",
    "Evaluation",
    "FenError",
    "FenFault",
    "MoveError",
    "MoveLike",
    "OptionError",
    "OptionValue",
    "Position",
    "TableDesign",
    "board_of",
    "legal_moves",
    "options_by_name",
    "position_from",
    "position_of",
    "push",
    "push_null",
]


def __getattr__(name: str) -> Any:
    if name not in __all__:
        raise AttributeError(f"module 'kiebitz.engine' has no attribute '{name}'")
    return getattr(import_module("kiebitz.engine.engine"), name)


def __dir__() -> list[str]:
    return list(__all__)
