"""Names in a game's record as plain data: of its game, its positions and its moves."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from kiebitz.engine.line import GameName

KIND = "game_kind"
"""The field that names the game; records of chess have none."""


class RecordNames(NamedTuple):
    """The names that differ from game to game."""

    game: GameName
    position: str
    """A position as text."""
    move: str
    """A move as programs write it; of lines ``pv``."""
    told: str
    """A move as people write it; of lines ``pv_`` and this."""
    sides: tuple[str, str]
    """The two sides, first who moves first by the rules."""


NAMES: Mapping[GameName, RecordNames] = {
    "chess": RecordNames("chess", "fen", "uci", "san", ("white", "black")),
    "shogi": RecordNames("shogi", "sfen", "usi", "japanese", ("black", "white")),
}


def names_of(record: Mapping[str, Any]) -> RecordNames:
    """The names in a record."""
    return NAMES["shogi" if record.get(KIND) == "shogi" else "chess"]
