"""The games that a network is learned for: how their positions are packed, and what their files are called."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from kiebitz.core.evaluation.network import games as network_games
from kiebitz.core.evaluation.network.file import HALF, Network, packaged_network
from kiebitz.core.evaluation.network.games import NetworkGame
from kiebitz.core.parameters import SHOGI as SHOGI_DEFAULTS
from kiebitz.core.training import packed_position, shogi_packed_position
from kiebitz.core.training.gradient import DEEP_WEIGHTS, SHOGI_DEEP_WEIGHTS, SHOGI_WEIGHTS, WEIGHTS
from kiebitz.engine.line import GameName


@dataclass(frozen=True, slots=True)
class TrainedGame:
    """A game, as far as learning must know it."""

    name: GameName
    """As commands and the compiled core call it."""
    network: NetworkGame
    """The kind of its networks."""
    weights: int
    """Number of weights in such a network."""
    deep_weights: int
    """Number of them in a deep one."""
    position: np.dtype[Any]
    """A packed position as NumPy has it; score and result in the view of the side that moves first."""
    defaults: Mapping[str, int] | None
    """Where the search's defaults differ from chess's."""
    positions_magic: bytes
    """The first line of a file of positions."""
    games_magic: bytes
    """The first line of a file of games."""
    labels_magic: bytes
    """The first line of a file of labels."""
    prefix: str
    """The prefix of series' names."""
    scale: float
    """Centipawns that are 1 before the logistic function, of values and of results alike."""
    seconds_a_game: float
    """Of a match that decides, for each process."""

    def packaged(self) -> Network:
        """The network that comes with Kiebitz. Raises NetworkError if there is none."""
        return packaged_network(self.network)


MADE_FOR = {"network": "alone", "hybrid": f"a {HALF}"}
"""The words by which a network's file tells how it is meant to judge."""


def _dtype(fields: tuple[tuple[str, str] | tuple[str, str, int], ...]) -> np.dtype[Any]:
    return np.dtype([tuple(field) for field in fields])


CHESS = TrainedGame(
    "chess",
    network_games.CHESS,
    WEIGHTS,
    DEEP_WEIGHTS,
    _dtype(packed_position.FIELDS),
    None,
    b"Kiebitz positions 2\n",
    b"Kiebitz games 1\n",
    b"Kiebitz labels 1\n",
    "",
    200.0,
    0.3,
)
SHOGI = TrainedGame(
    "shogi",
    network_games.SHOGI,
    SHOGI_WEIGHTS,
    SHOGI_DEEP_WEIGHTS,
    _dtype(shogi_packed_position.FIELDS),
    SHOGI_DEFAULTS,
    b"Kiebitz positions of shogi 1\n",
    b"Kiebitz games of shogi 1\n",
    b"Kiebitz labels of shogi 1\n",
    "shogi-",
    600.0,
    0.8,
)
GAMES: Mapping[str, TrainedGame] = {game.name: game for game in (CHESS, SHOGI)}
