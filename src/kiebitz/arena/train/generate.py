"""Training positions made by processes that play: in tasks that follow from a seed, and appended in their order.

What a file holds depends on seed, nodes, network and number of tasks alone, not on the number of processes nor on
interruptions: a task is done when its block is in the file.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Mapping
from concurrent.futures import Future
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from hashlib import blake2b

import numpy as np

from kiebitz.arena.train.sample_file import POSITION, Positions, SampleFile
from kiebitz.core.evaluation.network.weights import Network
from kiebitz.core.parameters import complete
from kiebitz.core.training.self_play import SelfPlay
from kiebitz.processes.worker_pool import WorkerPool

POSITIONS_A_TASK = 8192
TASKS_AHEAD = 2
GAMES_A_TASK = 1 << 14
"""Numbers that a task's games may take, so that none occurs twice in a file."""


class GenerationError(Exception):
    """A process was killed; what is in the file stays."""


@dataclass(frozen=True, slots=True)
class Recipe:
    """How positions are made."""

    seed: int
    nodes: int
    """Positions searched a move."""
    stride: int = 0
    """0: quiet positions of games with the values of searches; otherwise each such position that a search evaluates,
    with its static evaluation."""
    parameters: Mapping[str, int | str] | None = None
    """Of the search, where they differ from the defaults."""
    network: bytes | None = None
    """The network that plays, as its file has it; without one the classical evaluation does."""

    def task_seed(self, task: int) -> int:
        """A seed of the task's own."""
        return int.from_bytes(blake2b(f"{self.seed} {task}".encode(), digest_size=8).digest())


def generate(recipe: Recipe, output: SampleFile, jobs: int, on_block: Callable[[int], bool]) -> None:
    """Append blocks until ``on_block``, called with the number of positions after each, returns False.

    Goes on behind the last block of the file, which must be of the same recipe. Raises GenerationError, OSError.
    """
    task = output.blocks
    waiting: deque[Future[Positions]] = deque()
    with WorkerPool(jobs, _prepare, recipe) as pool:
        try:
            while on_block(output.positions):
                while len(waiting) < jobs * TASKS_AHEAD:
                    waiting.append(pool.submit(_work, task))
                    task += 1
                output.append(waiting.popleft().result())
        except BrokenProcessPool as error:
            raise GenerationError("a process was killed, perhaps for want of memory: try fewer --jobs") from error
        for future in waiting:
            future.cancel()


def _prepare(recipe: Recipe) -> Recipe:
    return recipe


def _work(recipe: Recipe, task: int) -> Positions:
    """The positions of a task."""
    network = None if recipe.network is None else Network(recipe.network)
    player = SelfPlay(complete(recipe.parameters or {}), recipe.nodes, recipe.task_seed(task), network)
    positions = np.zeros(POSITIONS_A_TASK, POSITION)
    buffer = positions.view(np.uint8).data
    first_game = task * GAMES_A_TASK % (1 << 32)
    if recipe.stride:
        player.sample(buffer, recipe.stride, first_game)
        return positions
    count, _ = player.play(buffer, first_game)
    return positions[:count]
