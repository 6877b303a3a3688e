"""Positions to train with, drawn by a seed: of games by few nodes, and visited by their searches."""

import numpy as np

from kiebitz.arena.train.sample_file import POSITION
from kiebitz.arena.train.trained_game import CHESS, TrainedGame
from kiebitz.core.parameters import complete
from kiebitz.core.training.game_record import unpack_games
from kiebitz.core.training.self_play import SelfPlay

CLASSICAL = complete({"evaluation": "classical"})
MOST_PLIES = 400


def of_games(nodes: int, seed: int, count: int, game: TrainedGame = CHESS) -> np.ndarray:
    """The quiet positions of so many games, with their searches' values and the games' results."""
    player = SelfPlay(complete({"evaluation": "classical"}, game.defaults), nodes, game=game.name)
    games, _ = player.play(seed, count)
    buffer = np.zeros(count * MOST_PLIES, game.position)
    return buffer[: unpack_games(games, count, None, buffer.view(np.uint8).data, 0, game.name)].copy()


def visited(nodes: int, seed: int, count: int, stride: int) -> np.ndarray:
    """Positions that searches visit, with their static values."""
    buffer = np.zeros(count, POSITION)
    SelfPlay(CLASSICAL, nodes).sample(seed, buffer.view(np.uint8).data, stride, 0)
    return buffer
