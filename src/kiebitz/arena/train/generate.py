"""Training data made by processes that play: in tasks that follow from a seed, and appended in their order.

What a file holds depends on the recipe and the number of tasks alone, not on the number of processes nor on
interruptions: a task is done when its block is in the file.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures.process import BrokenProcessPool
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from hashlib import blake2b
from itertools import count, islice
from pathlib import Path
from typing import Protocol, TypeAlias, TypeVar

import numpy as np

from kiebitz.arena.match.openings import read_book
from kiebitz.arena.train.block_file import Block, Damage
from kiebitz.arena.train.game_store import LabelFile, SeriesWriter, labelled_blocks, series_of
from kiebitz.arena.train.sample_file import Positions, SampleFile
from kiebitz.arena.train.trained_game import CHESS, GAMES, TrainedGame
from kiebitz.core.evaluation.network.file import Network, network_for
from kiebitz.core.parameters import complete
from kiebitz.core.training.self_play import SelfPlay
from kiebitz.processes.worker_pool import Promised, WorkerPool

NETWORKS = frozenset({"network", "hybrid"})
"""The evaluations that use one."""
GAMES_A_TASK = 64
POSITIONS_A_TASK = 8192
TASKS_AHEAD = 2
GAME_NUMBERS_A_TASK = 1 << 14
"""Numbers that a task's games may take, so that none occurs twice in a file."""

LabelledBlock: TypeAlias = tuple[Block, bytes]
"""A block of games, and their labels."""
Task = TypeVar("Task")
Setting = TypeVar("Setting")
State = TypeVar("State")
R = TypeVar("R", bound="Recipe")
T = TypeVar("T")


class GenerationError(Exception):
    """A process was killed; what is in the file stays."""


@dataclass(frozen=True, slots=True)
class Recipe:
    """The player's settings."""

    seed: int
    nodes: int
    """Positions searched a move."""
    evaluation: str
    network: bytes | None = None
    """The network that plays and judges, as its file has it; without one, the one that comes with Kiebitz."""
    game: str = CHESS.name

    def __post_init__(self) -> None:
        """Raise ValueError for an evaluation that doesn't exist."""
        complete({"evaluation": self.evaluation})

    @property
    def trained(self) -> TrainedGame:
        """The trained game of a name."""
        return GAMES[self.game]

    def task_seed(self, task: int) -> int:
        """A seed of the task's own."""
        return int.from_bytes(blake2b(f"{self.seed} {task}".encode(), digest_size=8).digest())

    @property
    def player(self) -> str:
        """A short name of who plays: the evaluation, and the network's checksum."""
        if self.evaluation not in NETWORKS:
            return self.evaluation
        given = None if self.network is None else Network(self.network)
        network = network_for(self.trained.network, given)
        return f"{self.evaluation}-{network.checksum[:8]}"


@dataclass(frozen=True, slots=True)
class GameRecipe(Recipe):
    """Games, and the labels of their quiet positions."""

    label_nodes: int = 1_000
    label_every: int = 1
    """Number of quiet positions of which one has a label."""

    @property
    def series(self) -> str:
        """The name of what it plays: another judge of the same games would begin their file anew."""
        labelled = f"{self.label_nodes}-of-{self.label_every}"
        return f"{self.trained.prefix}{self.player}-{self.nodes}-{labelled}-seed{self.seed}"

    @property
    def judge(self) -> str:
        """The name of who labels."""
        return f"{self.player}-{self.label_nodes}"


@dataclass(frozen=True, slots=True)
class VisitRecipe(Recipe):
    """Positions that searches evaluate, with their static evaluations."""

    stride: int = 24
    """Each so manieth of them."""


def play_games(recipe: GameRecipe, store: Path, jobs: int, on_block: Callable[[int], bool]) -> None:
    """Append blocks of games to a store until ``on_block``, called with the number of games after each, returns False.

    Raises GenerationError, BlockFileError, OSError.
    """
    about = {
        "player": recipe.player,
        "nodes": recipe.nodes,
        "label_nodes": recipe.label_nodes,
        "label_every": recipe.label_every,
        "seed": recipe.seed,
    }
    with (
        SeriesWriter(store, recipe.series, recipe.judge, about, recipe.trained) as series,
        finished_tasks(jobs, _prepare, recipe, _play, count(series.done)) as results,
    ):
        while on_block(series.count):
            series.append(GAMES_A_TASK, *next(results))


def visit_positions(recipe: VisitRecipe, output: SampleFile, jobs: int, on_block: Callable[[int], bool]) -> None:
    """Append blocks of positions until ``on_block``, called with their number after each, returns False.

    Raises GenerationError, OSError.
    """
    with finished_tasks(jobs, _prepare, recipe, _visit, count(output.next)) as results:
        while on_block(output.positions):
            output.add(next(results))


class Judge(Protocol):
    """Somebody who labels games."""

    @property
    def name(self) -> str:
        """Its name in a store."""

    @property
    def game(self) -> TrainedGame:
        """The game it knows."""

    def label(self, blocks: Iterable[LabelledBlock]) -> AbstractContextManager[Iterator[LabelledBlock]]:
        """Blocks of games with its labels in the place of others', in order. Raises GenerationError."""


@dataclass(frozen=True, slots=True)
class OwnJudge:
    """A recipe's searches."""

    recipe: GameRecipe
    jobs: int

    @property
    def name(self) -> str:
        """Its name in a store."""
        return self.recipe.judge

    @property
    def game(self) -> TrainedGame:
        """The game it knows."""
        return self.recipe.trained

    def label(self, blocks: Iterable[LabelledBlock]) -> AbstractContextManager[Iterator[LabelledBlock]]:
        """Blocks of games with its labels in the place of others', in order. Raises GenerationError."""
        return finished_tasks(self.jobs, _prepare, self.recipe, _label_again, blocks)


def label_again(
    judge: Judge, store: Path, on_block: Callable[[int], bool], on_damage: Callable[[Damage], None]
) -> bool:
    """Let a judge label the games of a store anew; whether all of them are labelled.

    It ends early if ``on_block``, called with the number of games after each block, returns False. Raises
    GenerationError, BlockFileError, OSError.
    """
    games = 0
    for series in series_of(store, judge.game):
        with LabelFile(store, series.games.stem, judge.name, {}, judge.game) as labels:
            left = (pair for pair in labelled_blocks(series, on_damage, judge.game) if not labels.is_done(pair[0]))
            with judge.label(left) as results:
                for block, found in results:
                    labels.add(block, found)
                    games += block.count
                    if not on_block(games):
                        return False
    return True


@contextmanager
def finished_tasks(
    jobs: int,
    prepare: Callable[[Setting], State],
    setting: Setting,
    work: Callable[[State, Task], T],
    tasks: Iterable[Task],
) -> Iterator[Iterator[T]]:
    """Results of tasks, one after the other, in processes of which each prepares itself. Raises GenerationError."""
    waiting: deque[Promised[T]] = deque()

    def results(pool: WorkerPool[State]) -> Iterator[T]:
        left = iter(tasks)
        waiting.extend(pool.submit(work, task) for task in islice(left, jobs * TASKS_AHEAD))
        while waiting:
            yield waiting.popleft().result()
            waiting.extend(pool.submit(work, task) for task in islice(left, 1))

    with WorkerPool(jobs, prepare, setting) as pool:
        try:
            yield results(pool)
        except BrokenProcessPool as error:
            raise GenerationError("a process was killed, perhaps for want of memory: try fewer --jobs") from error
        for future in waiting:
            future.cancel()


def _prepare(recipe: R) -> tuple[R, SelfPlay]:
    """A process's player."""
    network = None if recipe.network is None else Network(recipe.network)
    parameters = complete({"evaluation": recipe.evaluation}, recipe.trained.defaults)
    if not isinstance(recipe, GameRecipe):
        return recipe, SelfPlay(parameters, recipe.nodes, network, game=recipe.game)
    # The book is one of chess; random plies alone make games of shogi different.
    book = tuple(opening.fen for opening in read_book().openings) if recipe.trained is CHESS else ()
    player = SelfPlay(
        parameters,
        recipe.nodes,
        network,
        label_nodes=recipe.label_nodes,
        label_every=recipe.label_every,
        book=book,
        game=recipe.game,
    )
    return recipe, player


def _play(state: tuple[GameRecipe, SelfPlay], task: int) -> tuple[bytes, bytes]:
    """A task's games, and their labels."""
    recipe, player = state
    return player.play(recipe.task_seed(task), GAMES_A_TASK)


def _label_again(state: tuple[GameRecipe, SelfPlay], task: LabelledBlock) -> LabelledBlock:
    """A block of games, and new labels of it."""
    _, player = state
    block, labels = task
    return block, player.label_again(block.data, block.count, labels)


def _visit(state: tuple[VisitRecipe, SelfPlay], task: int) -> Positions:
    """A task's positions."""
    recipe, player = state
    positions = np.zeros(POSITIONS_A_TASK, recipe.trained.position)
    first_game = task * GAME_NUMBERS_A_TASK % (1 << 32)
    player.sample(recipe.task_seed(task), positions.view(np.uint8).data, recipe.stride, first_game)
    return positions
