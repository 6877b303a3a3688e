"""The games that a network may be of: what its file begins with, how many rows it has, and which of them go together.

Rows of a *group* exclude each other: at most one man stands on a square, so a position has at most one row of each
group, and no more rows than men. That is what the proof needs that no sum overflows (``layers``).
"""

from __future__ import annotations

from dataclasses import dataclass

from kiebitz.core.evaluation.network import features, shogi_features


@dataclass(frozen=True, slots=True)
class NetworkGame:
    """A game, as far as a network's file and its proof must know it."""

    name: str
    """As it is written in commands and messages."""
    magic: bytes
    """The first line of a network's file: it names the game."""
    features: int
    """Rows of the first layer, the bias not counted."""
    most_rows: int
    """Rows that a position has at most: its men."""
    groups: bytes
    """Of each row its group."""
    rooms: int
    """Rooms for the own king in its deep networks, each with all rows."""
    player: str
    """The engine that plays by such a network."""
    packaged: str
    """The file of the one that comes with Kiebitz."""

    def __str__(self) -> str:
        return self.name


CHESS = NetworkGame(
    "chess",
    b"Kiebitz network\n",
    features.FEATURES,
    features.MOST_MEN,
    features.groups(),
    features.ROOMS,
    "kiebitz.Engine and kiebitz-uci",
    "kiebitz.network",
)
SHOGI = NetworkGame(
    "shogi",
    b"Kiebitz network of shogi\n",
    shogi_features.FEATURES,
    shogi_features.MOST_MEN,
    shogi_features.groups(),
    1,
    "kiebitz.ShogiEngine and kiebitz-usi",
    "shogi.network",
)
GAMES = (CHESS, SHOGI)
